#pragma once

// What has happened in an instance so far: the statements that have begun, what they have read and
// written, warnings, and what jobs have said. Safe from any thread; one thread adds to it.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace paisql::instances {

struct StatementTrace {
  int64_t started_ms = 0;  // since 1970
  int64_t ended_ms = 0;    // 0: it runs
  bool failed = false;
  std::vector<session::TableRead> reads;
  std::vector<std::string> writes;      // "project.name", of tables that it makes, changes or drops
  std::optional<int64_t> rows_written;  // where it says so
  int64_t rows_shown = 0;               // of a query's result
};

// All of it, as a value.
struct TraceFacts {
  std::vector<StatementTrace> runs;
  std::string warnings;
  std::string said;
};

class Trace {
 public:
  Trace() = default;
  explicit Trace(TraceFacts facts);

  void Begin(std::vector<std::string> writes, int64_t now_ms);
  // Of the statement that has begun last.
  void End(const session::Outcome& outcome, int64_t rows_shown, int64_t now_ms);
  void Fail(int64_t now_ms);
  void Warn(std::string_view line);
  // Of what was said, the last megabyte is kept.
  void Say(std::string_view bytes);
  // Nothing more comes: of what was said, a quarter is kept.
  void Close();

  std::vector<StatementTrace> runs() const;
  std::string warnings() const;
  // The last `most` bytes of what jobs have said.
  std::string said(size_t most) const;
  TraceFacts facts(size_t most_said) const;
  // How much memory it takes, about.
  int64_t bytes() const;

 private:
  mutable std::mutex mutex_;
  std::vector<StatementTrace> runs_;
  std::string warnings_;
  std::string said_;
};

}  // namespace paisql::instances
