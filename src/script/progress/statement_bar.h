#pragma once

// The line that tells, on a terminal, how far the running statement is. It is drawn in its place by
// a thread of its own, at most five times a second and not before half a second has passed, and
// the cursor stands at its beginning; it is taken away before anything else is written, and at the
// statement's end. All functions are safe from any thread.

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "engine/result_stream.h"
#include "script/progress/progress_text.h"
#include "session/session.h"

namespace paisql::script {

class StatementBar {
 public:
  static constexpr int64_t kFirstMs = 500;
  static constexpr int64_t kRedrawMs = 200;
  // Is asked from the bar's thread; nullopt means that there is nothing to draw now.
  using Ask = std::function<std::optional<session::StatementProgress>()>;

  StatementBar(int descriptor, Ask ask) : descriptor_(descriptor), ask_(std::move(ask)) {}
  ~StatementBar();
  StatementBar(const StatementBar&) = delete;
  StatementBar& operator=(const StatementBar&) = delete;

  // The first one starts the thread; without threads to be had there is no bar.
  void Begin();
  void End();

  // Something else is going to be written; the bar may come again.
  void Clear();
  // These bytes were written: within a line the bar does not come.
  void Wrote(std::string_view bytes);
  // It does not come again for this statement.
  void Hide();
  // The statement goes on also while nothing is told: its rows are being written somewhere else.
  void Keep();

 private:
  void Run();
  void Erase();
  void Draw(int64_t now_ms);

  int descriptor_;
  Ask ask_;
  std::mutex mutex_;  // guards what follows, and the order of what is written
  std::condition_variable changed_;
  bool running_ = false;
  bool keep_ = false;
  bool stop_ = false;
  bool shown_ = false;
  bool line_open_ = false;
  int64_t start_ms_ = 0;
  int64_t start_bytes_ = 0;
  int64_t next_ms_ = 0;
  std::optional<RemainingTime> remaining_;
  std::optional<session::StatementProgress> newest_;
  std::thread thread_;
};

// The statement runs as long as this lives. A null bar is allowed.
class BarOfStatement {
 public:
  explicit BarOfStatement(StatementBar* bar) : bar_(bar) {
    if (bar_ != nullptr) bar_->Begin();
  }
  ~BarOfStatement() {
    if (bar_ != nullptr) bar_->End();
  }
  BarOfStatement(const BarOfStatement&) = delete;
  BarOfStatement& operator=(const BarOfStatement&) = delete;

 private:
  StatementBar* bar_;
};

// Rows that are shown where the bar is: it goes with the first of them. Where they go to a file, it
// stays to the end. A null bar is allowed.
class RowsBelowBar : public engine::ResultStream {
 public:
  RowsBelowBar(engine::ResultStream& rows, StatementBar* bar, bool on_screen)
      : rows_(rows), bar_(bar), on_screen_(on_screen) {}
  const std::vector<engine::ResultColumn>& columns() const override { return rows_.columns(); }
  Result<engine::Batch> Next() override;

 private:
  engine::ResultStream& rows_;
  StatementBar* bar_;  // null when it is gone
  bool on_screen_;
};

}  // namespace paisql::script
