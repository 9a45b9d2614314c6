#pragma once

// Counts how deep the printer has recursed; the first step too deep leaves an error in the context.

#include "engine/duckdb/print/print_context.h"

namespace paisql::engine {

class DepthGuard {
 public:
  DepthGuard(size_t& depth, const SourceRange& range, PrintContext& context)
      : depth_(depth), ok_(++depth <= kDeepest) {
    if (!ok_) context.Fail(Limit::kPlanDepth, range);
  }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
  bool ok() const { return ok_; }

 private:
  // Relations and expressions within each other. The analysis has counted both before.
  static constexpr size_t kDeepest = ValueOf(Limit::kPlanDepth) + ValueOf(Limit::kExpressionDepth);

  size_t& depth_;
  bool ok_;
};

}  // namespace paisql::engine
