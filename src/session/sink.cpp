#include "session/sink.h"

#include "types/value_text.h"

namespace paisql::session {

void Sink::Warning(const SourceRange& range, std::string_view text) {
  std::string line = "WARNING:";
  if (range.known()) {
    line += "[" + std::to_string(range.line) + "," + std::to_string(range.column) + "]";
  }
  Message(line + "  " + std::string(text));
}

class AnswerStream::Chunk : public engine::DataChunk {
 public:
  explicit Chunk(const Answer& answer) : answer_(answer) {}

  size_t row_count() const override { return answer_.rows.size(); }
  bool IsNull(size_t column, size_t row) const override {
    return !answer_.rows[row][column].has_value();
  }
  void AppendText(size_t column, size_t row, engine::TextForm form,
                  std::string& out) const override {
    const std::optional<std::string>& cell = answer_.rows[row][column];
    if (form == engine::TextForm::kPlain) {
      if (cell) out += *cell;
    } else if (cell) {
      AppendJsonString(*cell, out);
    } else {
      out += "null";
    }
  }

 private:
  const Answer& answer_;
};

AnswerStream::AnswerStream(const Answer& answer) : chunk_(std::make_unique<Chunk>(answer)) {
  for (const std::string& name : answer.columns) columns_.push_back({name, TypeId::kString});
}

AnswerStream::~AnswerStream() = default;

Result<const engine::DataChunk*> AnswerStream::Next() {
  const engine::DataChunk* chunk = delivered_ || chunk_->row_count() == 0 ? nullptr : chunk_.get();
  delivered_ = true;
  return chunk;
}

}  // namespace paisql::session
