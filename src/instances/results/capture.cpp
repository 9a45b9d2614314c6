#include "instances/results/capture.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "base/display/amounts.h"
#include "engine/arrow/share.h"
#include "instances/results/result_size.h"

namespace paisql::instances {

namespace {

// What has more is written to a file.
constexpr int64_t kInMemoryBytes = int64_t{256} << 10;

}  // namespace

// The rows of a later query take the place of those before.
Status Capture::Rows(engine::ResultStream& rows) {
  const std::string text = std::move(result_->text);
  Forget();
  result_->text = text;
  result_->has_rows = true;
  result_->columns = rows.columns();
  in_memory_ = std::make_shared<BatchesInMemory>(result_->columns.size());
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, rows.Next());
    if (!batch) break;
    if (batch.row_count() > 0) PAISQL_TRY(Add(std::move(batch)));
  }
  if (file_ == nullptr) return Status::Ok();
  PAISQL_TRY(file_->Finish());
  staged_bytes_ = file_->bytes();
  file_.reset();
  return Status::Ok();
}

Status Capture::Add(engine::Batch batch) {
  const int64_t bytes = BatchBytes(batch, result_->columns);
  if (result_->bytes + bytes > room_.most_bytes) {
    return Error{ErrorCode::kOutOfMemory,
                 "the result has more than " + BytesText(room_.most_bytes),
                 {},
                 "write the rows to a table, or select fewer"};
  }
  result_->bytes += bytes;
  result_->rows += static_cast<int64_t>(batch.row_count());
  const bool to_file = !room_.staged_path.empty() && result_->bytes > kInMemoryBytes;
  if (to_file && file_ == nullptr) PAISQL_TRY(BeginFile());
  if (to_file) return file_->Add(batch);
  in_memory_->Add(std::move(batch));
  return Status::Ok();
}

// With the rows that have come so far.
Status Capture::BeginFile() {
  PAISQL_ASSIGN(file_, RowsFileWriter::Make(room_.staged_path, result_->columns));
  PAISQL_ASSIGN(const auto reader, in_memory_->Read(0, INT64_MAX));
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) break;
    PAISQL_TRY(file_->Add(batch));
  }
  in_memory_.reset();
  return Status::Ok();
}

Status Capture::Show(const session::Answer& answer) {
  result_->text += answer.text;
  return Status::Ok();
}

void Capture::Message(std::string_view line) {
  result_->text += line;
  result_->text += '\n';
}

// Warnings have no place in the result of a task: clients ask for them.
void Capture::Warning(const SourceRange& range, std::string_view text) {
  if (trace_ == nullptr) return;
  const std::string place = range.known() ? fmt::format(":[{},{}]", range.line, range.column) : "";
  trace_->Warn(fmt::format("WARNING{}  {}", place, text));
}

void Capture::JobOutput(std::string_view bytes) {
  if (trace_ != nullptr) trace_->Say(bytes);
}

Result<std::shared_ptr<const InstanceResult>> Capture::Take(std::string zone, int64_t* file_bytes) {
  result_->zone = std::move(zone);
  result_->kept = std::exchange(in_memory_, nullptr);
  *file_bytes = staged_bytes_;
  if (staged_bytes_ > 0) {
    if (std::rename(room_.staged_path.c_str(), room_.path.c_str()) != 0) {
      return FileError("move the result to", room_.path, errno);
    }
    staged_bytes_ = 0;
    result_->kept = std::make_shared<RowsFile>(room_.path, result_->columns);
  }
  return std::shared_ptr<const InstanceResult>(
      std::exchange(result_, std::make_shared<InstanceResult>()));
}

void Capture::Forget() {
  file_.reset();
  if (staged_bytes_ > 0) unlink(room_.staged_path.c_str());
  staged_bytes_ = 0;
  in_memory_.reset();
  result_ = std::make_shared<InstanceResult>();
}

}  // namespace paisql::instances
