#pragma once

// Counts how deep the printer has recursed; the first step too deep leaves an error in the context.

#include "engine/duckdb/print_context.h"

namespace paisql::engine {

class DepthGuard {
 public:
  DepthGuard(int& depth, int limit, const SourceRange& range, PrintContext& context)
      : depth_(depth), ok_(++depth <= limit) {
    if (!ok_) {
      context.Fail(ErrorCode::kSemantic, "the statement is nested too deeply", range,
                   "split it into several statements");
    }
  }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
  bool ok() const { return ok_; }

 private:
  int& depth_;
  bool ok_;
};

}  // namespace paisql::engine
