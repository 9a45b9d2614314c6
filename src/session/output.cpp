#include "session/output.h"

#include "engine/arrow/builder.h"

namespace paisql::session {

void Output::Warning(const SourceRange& range, std::string_view text) {
  std::string line = "WARNING:";
  if (range.known()) {
    line += "[" + std::to_string(range.line) + "," + std::to_string(range.column) + "]";
  }
  Message(line + "  " + std::string(text));
}

AnswerStream::AnswerStream(const Answer& answer) : answer_(answer) {
  for (const std::string& name : answer.columns) columns_.push_back({name, TypeId::kString});
}

Result<engine::Batch> AnswerStream::Next() {
  if (delivered_ || answer_.rows.empty()) return engine::Batch();
  delivered_ = true;
  engine::BatchBuilder builder(columns_);
  for (const auto& row : answer_.rows) {
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (row[i].has_value()) {
        builder.AppendText(i, *row[i]);
      } else {
        builder.AppendNull(i);
      }
    }
  }
  return std::move(builder).Finish();
}

}  // namespace paisql::session
