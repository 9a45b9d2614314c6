#pragma once

// One script of TRANSFORM from its start to its end: rows go in while rows come out.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/events/event_loop.h"
#include "engine/engine.h"
#include "engine/text/result_text.h"
#include "transform/line_format.h"
#include "transform/script_process.h"
#include "transform/surroundings.h"

namespace paisql::transform {

// A script's run needs these besides its rows.
struct ScriptOptions {
  Surroundings surroundings;
  std::stop_token stop;                        // the statement is to end
  std::function<void(std::string_view)> show;  // gets what the script writes to stderr
};

class ScriptRun {
 public:
  ScriptRun(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> input,
            engine::RowAppender& output, ScriptOptions options);

  // kScript when the program cannot be started, writes lines that are not rows, or ends with a
  // status other than 0; kInstanceCancelled when the statement is interrupted.
  Status Execute(const std::string& folder);

 private:
  Status Start(const std::string& folder);
  Status Pump();
  // Makes lines of more input rows, or closes the script's input after the last one.
  Status FillInput();
  void AppendRow();
  Status TakeRows();
  void ShowErrors();
  Status JudgeEnd(int status) const;
  Status CheckInterrupted() const;
  std::string Name() const;

  const plan::Transform& transform_;
  std::unique_ptr<engine::ResultStream> input_;
  engine::RowAppender& output_;
  const ScriptOptions options_;
  EventLoop loop_;
  ScriptProcess process_{loop_};
  LineReader reader_;

  engine::Batch batch_;
  engine::ResultText text_;  // of the batch
  size_t row_ = 0;           // the next one of the batch
  std::string lines_;
  std::string_view unwritten_;  // of lines_
  std::string cell_;
  std::string bytes_;
  std::vector<std::optional<std::string_view>> cells_;
  std::string last_errors_;  // the end of what the script has written to stderr
};

}  // namespace paisql::transform
