#include "instances/book/book_keeper.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

#include "instances/book/instance_text.h"
#include "instances/results/message_reader.h"

namespace paisql::instances {

namespace {

constexpr const char* kServerEnded = "the server ended while the instance ran";

// Rows that the book itself holds. It is read when they are asked for.
class RowsInBook final : public KeptRows {
 public:
  RowsInBook(std::shared_ptr<store::InstanceBook> book, std::string id,
             std::vector<engine::ResultColumn> columns)
      : book_(std::move(book)), id_(std::move(id)), columns_(std::move(columns)) {}

  Result<std::unique_ptr<RowReader>> Read(int64_t begin, int64_t count) const override {
    PAISQL_ASSIGN(std::string bytes, book_->RowsOf(id_));
    if (bytes.empty()) return ExpiredRows();
    auto source = [bytes = std::move(bytes), place = size_t{0}](size_t most) mutable {
      std::string piece = bytes.substr(place, most);
      place += piece.size();
      return Result<std::string>(std::move(piece));
    };
    return ReadMessages(std::move(source), columns_, begin, count);
  }

 private:
  const std::shared_ptr<store::InstanceBook> book_;
  const std::string id_;
  const std::vector<engine::ResultColumn> columns_;
};

std::string BookedRows(const InstanceResult* result, int64_t file_bytes) {
  if (result == nullptr || !result->has_rows || file_bytes > 0) return "";
  const auto reader = result->Read(0, result->rows);
  if (!reader.ok()) return "";
  const Result<std::string> messages = MessagesOf(**reader, result->columns);
  return messages.ok() ? *messages : "";
}

}  // namespace

BookKeeper::BookKeeper(store::Home home, std::string staging)
    : home_(std::move(home)), staging_(std::move(staging)) {}

std::unique_ptr<BookKeeper> BookKeeper::Open(const std::string& home_path) {
  const Result<store::Home> home = store::Home::Open(home_path);
  if (!home.ok() || !home->writable()) return nullptr;
  Result<std::unique_ptr<store::Lease>> lease = store::Lease::Acquire(*home);
  if (!lease.ok()) return nullptr;
  const Result<std::string> staging = (*lease)->StagingFolder();
  Result<std::unique_ptr<store::InstanceBook>> book = store::InstanceBook::Open(*home);
  if (!staging.ok() || !book.ok()) return nullptr;
  (void)(*book)->FailOfTheDead(kServerEnded);
  std::unique_ptr<BookKeeper> keeper(new BookKeeper(*home, *staging));
  keeper->book_ = *std::move(book);
  keeper->lease_ = *std::move(lease);
  return keeper;
}

void BookKeeper::Add(const Instance& instance) { (void)book_->Add(RowOf(instance, lease_->id())); }

void BookKeeper::NoteRunning(const Instance& instance) { (void)book_->NoteRunning(instance.id()); }

void BookKeeper::NoteEnd(const Instance& instance, const Instance::Status& status,
                         const InstanceResult* result, int64_t file_bytes,
                         const std::vector<std::string>& forgotten) {
  store::InstanceRow row;
  row.id = instance.id();
  row.file_bytes = file_bytes;
  AddOutcome(status, result, instance.progress(), instance.trace(), row);
  (void)book_->NoteEnd(row, BookedRows(result, file_bytes), forgotten);
  for (const std::string& id : forgotten) {
    unlink(store::InstanceBook::RowsPath(home_, id).c_str());
  }
}

void BookKeeper::Forget(const std::vector<std::string>& ids) {
  (void)book_->Forget(ids);
  for (const std::string& id : ids) unlink(store::InstanceBook::RowsPath(home_, id).c_str());
}

void BookKeeper::Expire(const std::string& id) {
  (void)book_->NoteExpired(id);
  unlink(store::InstanceBook::RowsPath(home_, id).c_str());
}

InstancePtr BookKeeper::InstanceOf(const store::InstanceRow& row) {
  std::shared_ptr<InstanceResult> result = ResultOf(row);
  if (result != nullptr && result->has_rows) {
    if (row.file_bytes > 0) {
      result->kept =
          std::make_shared<RowsFile>(store::InstanceBook::RowsPath(home_, row.id), result->columns);
    } else {
      result->kept = std::make_shared<RowsInBook>(book_, row.id, result->columns);
    }
  }
  return std::make_shared<Instance>(row.id, SubmissionOf(row), StatusOf(row), ProgressOf(row),
                                    std::move(result), TraceOf(row));
}

InstancePtr BookKeeper::Find(const std::string& id) {
  auto row = book_->Find(id);
  if (!row.ok() || !row->has_value()) return nullptr;
  if ((*row)->ended_ms == 0 && (*row)->server != lease_->id()) {
    (void)book_->FailOfTheDead(kServerEnded);
    row = book_->Find(id);
  }
  return row.ok() && row->has_value() ? InstanceOf(**row) : nullptr;
}

InstancePtr BookKeeper::FindUnique(const Submission& asked) {
  store::InstanceRow like;
  like.project = asked.project;
  like.user = asked.user;
  like.unique_id = asked.unique_id;
  const auto row = book_->FindUnique(like);
  return row.ok() && row->has_value() ? InstanceOf(**row) : nullptr;
}

std::vector<InstancePtr> BookKeeper::ListOfOthers(const std::string& project, int64_t most) {
  std::vector<InstancePtr> instances;
  const auto rows = book_->List(project, most);
  if (!rows.ok()) return instances;
  for (const store::InstanceRow& row : *rows) {
    if (row.server != lease_->id()) instances.push_back(InstanceOf(row));
  }
  return instances;
}

std::vector<Retention::Ended> BookKeeper::ListEnded() {
  std::vector<Retention::Ended> ended;
  const auto rows = book_->ListEnded();
  if (!rows.ok()) return ended;
  for (const store::InstanceRow& row : *rows) {
    ended.push_back({row.id, row.ended_ms, row.file_bytes, 0, row.expired});
  }
  return ended;
}

void BookKeeper::FillRoom(const Instance& instance, CaptureRoom& room) const {
  room.staged_path = staging_ + "/" + instance.id() + ".arrow";
  room.path = store::InstanceBook::RowsPath(home_, instance.id());
}

bool BookKeeper::AskToStop(const Instance& instance) {
  return book_->AskToStop(instance.id()).ok();
}

std::vector<std::string> BookKeeper::TakeStops() {
  const auto ids = book_->TakeStops(lease_->id());
  return ids.ok() ? *ids : std::vector<std::string>();
}

void BookKeeper::Tidy() {
  if (!std::exchange(tidied_, true)) (void)book_->RemoveStrayFiles();
  book_->Checkpoint();
}

}  // namespace paisql::instances
