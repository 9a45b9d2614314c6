#include "instances/results/capture.h"

#include <utility>

#include "instances/results/batches_in_memory.h"
#include "instances/results/result_size.h"

namespace paisql::instances {

// The rows of a later query take the place of those before.
Status Capture::Rows(engine::ResultStream& rows) {
  const std::string text = std::move(result_->text);
  Forget();
  result_->text = text;
  result_->has_rows = true;
  result_->columns = rows.columns();
  const auto kept = std::make_shared<BatchesInMemory>(result_->columns.size());
  result_->kept = kept;
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, rows.Next());
    if (!batch) return Status::Ok();
    if (batch.row_count() == 0) continue;
    const int64_t bytes = BatchBytes(batch, result_->columns);
    result_->bytes += bytes;
    if (Status enough = reserve_ ? reserve_(bytes) : Status::Ok(); !enough.ok()) {
      result_->bytes -= bytes;
      return enough;
    }
    result_->rows += static_cast<int64_t>(batch.row_count());
    kept->Add(std::move(batch));
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
  return std::exchange(result_, std::make_shared<InstanceResult>());
}

void Capture::Forget() {
  if (reserve_ && result_->bytes > 0) (void)reserve_(-result_->bytes);
  result_ = std::make_shared<InstanceResult>();
}

}  // namespace paisql::instances
