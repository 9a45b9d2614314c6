#pragma once

// One script of TRANSFORM from its start to its end: rows go in while rows come out.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/result_text.h"
#include "session/line_format.h"
#include "session/script_process.h"
#include "session/state.h"

namespace paisql::session {

class ScriptRun {
 public:
  ScriptRun(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> input,
            engine::RowAppender& output, Run& run);

  // kScript when the program cannot be started, writes what are no rows, or ends with another
  // status than 0; kInstanceCancelled when the statement is interrupted.
  Status Execute(const std::string& folder);

 private:
  Status Start(const std::string& folder);
  Status Pump();
  // Makes lines of more input rows, or closes the script's input behind the last one.
  Status FillInput();
  void AppendRow();
  Status TakeRows();
  void ShowErrors();
  Status JudgeEnd(int status) const;
  std::string Name() const;

  const plan::Transform& transform_;
  std::unique_ptr<engine::ResultStream> input_;
  engine::RowAppender& output_;
  Run& run_;
  ScriptProcess process_;
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

}  // namespace paisql::session
