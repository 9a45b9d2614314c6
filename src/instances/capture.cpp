#include "instances/capture.h"

#include <utility>

namespace paisql::instances {

// The rows of a later query take the place of those before.
Status Capture::Rows(engine::ResultStream& rows) {
  result_->has_rows = true;
  result_->columns = rows.columns();
  result_->batches.clear();
  result_->rows = 0;
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, rows.Next());
    if (!batch) return Status::Ok();
    result_->rows += static_cast<int64_t>(batch.row_count());
    if (batch.row_count() > 0) result_->batches.push_back(std::move(batch));
  }
}

Status Capture::Show(const session::Answer& answer) {
  result_->text += answer.text;
  return Status::Ok();
}

void Capture::Message(std::string_view line) {
  result_->text += line;
  result_->text += '\n';
}

// Warnings have no place in what a client gets of a task.
void Capture::Warning(const SourceRange& /*range*/, std::string_view /*text*/) {}

void Capture::JobOutput(std::string_view /*bytes*/) {}

std::shared_ptr<const InstanceResult> Capture::Take(std::string zone) {
  result_->zone = std::move(zone);
  return std::exchange(result_, nullptr);
}

}  // namespace paisql::instances
