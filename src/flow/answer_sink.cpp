#include "flow/answer_sink.h"

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/files/new_file.h"
#include "engine/text/result_text.h"
#include "nodes/run/node_files.h"

namespace paisql::flow {

namespace {

using nlohmann::json;

// Passes rows on, and writes them down.
class NotingStream final : public engine::ResultStream {
 public:
  explicit NotingStream(engine::ResultStream& rows) : rows_(rows), text_(rows.columns()) {}

  const std::vector<engine::ResultColumn>& columns() const override { return rows_.columns(); }

  Result<engine::Batch> Next() override {
    PAISQL_ASSIGN(engine::Batch batch, rows_.Next());
    if (!batch) return batch;
    text_.Read(batch);
    for (size_t row = 0; row < text_.row_count() && noted_.size() <= nodes::kLargestAnswer; ++row) {
      noted_ += noted_.empty() ? "[" : ",";
      json values = json::array();
      for (size_t column = 0; column < columns().size(); ++column) {
        if (text_.IsNull(column, row)) {
          values.push_back(nullptr);
          continue;
        }
        std::string cell;
        text_.AppendText(column, row, engine::TextForm::kPlain, cell);
        values.push_back(std::move(cell));
      }
      noted_ += values.dump(-1, ' ', false, json::error_handler_t::replace);
    }
    return batch;
  }

  std::string Noted() const { return noted_.empty() ? "[]" : noted_ + "]"; }

 private:
  engine::ResultStream& rows_;
  engine::ResultText text_;
  std::string noted_;
};

}  // namespace

Status AnswerSink::Rows(engine::ResultStream& rows) {
  if (path_.empty()) return script::ShellSink::Rows(rows);
  NotingStream noting(rows);
  PAISQL_TRY(script::ShellSink::Rows(noting));
  return WriteNewFile(path_, noting.Noted(), NewFileKind::kOwnPassing);
}

}  // namespace paisql::flow
