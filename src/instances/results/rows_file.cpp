#include "instances/results/rows_file.h"

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/display/amounts.h"
#include "instances/results/message_reader.h"

namespace paisql::instances {

namespace {

constexpr std::string_view kMagic = "PSQLROWS";
constexpr int64_t kMarkBytes = int64_t{1} << 20;
constexpr size_t kWriteBytes = size_t{1} << 20;
// The disk is asked for its room after so many bytes, and keeps so many for others.
constexpr int64_t kAskBytes = int64_t{16} << 20;
constexpr int64_t kLeastFreeBytes = int64_t{64} << 20;

template <typename T>
std::string_view BytesOf(const T& value) {
  return {reinterpret_cast<const char*>(&value), sizeof value};
}

Error DamagedFile(const std::string& path) {
  return Error{ErrorCode::kDamaged,
               "the rows in " + path + " cannot be read",
               {},
               "run the statements of the instance again"};
}

// So many bytes at the place, or fewer at the end of the file.
Result<std::string> ReadAt(int file, const std::string& path, int64_t place, size_t most) {
  std::string bytes(most, '\0');
  size_t size = 0;
  while (size < most) {
    const ssize_t got = pread(file, bytes.data() + size, most - size,
                              static_cast<off_t>(place + static_cast<int64_t>(size)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path, errno);
    if (got == 0) break;
    size += static_cast<size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

// The last mark at or before the row.
Result<RowsMark> MarkBefore(int file, const std::string& path, int64_t row) {
  struct stat status {};
  if (fstat(file, &status) != 0) return FileError("look at", path, errno);
  constexpr size_t kTail = sizeof(int64_t) + 8;
  const int64_t tail_place = status.st_size - static_cast<int64_t>(kTail);
  if (tail_place < 0) return DamagedFile(path);
  PAISQL_ASSIGN(const std::string tail, ReadAt(file, path, tail_place, kTail));
  int64_t count = 0;
  if (tail.size() != kTail || tail.substr(sizeof count) != kMagic) return DamagedFile(path);
  std::memcpy(&count, tail.data(), sizeof count);
  if (count < 0 || count > tail_place / static_cast<int64_t>(sizeof(RowsMark))) {
    return DamagedFile(path);
  }
  const size_t size = static_cast<size_t>(count) * sizeof(RowsMark);
  PAISQL_ASSIGN(const std::string marks,
                ReadAt(file, path, tail_place - static_cast<int64_t>(size), size));
  if (marks.size() != size) return DamagedFile(path);
  RowsMark found;
  for (size_t i = 0; i < size; i += sizeof(RowsMark)) {
    RowsMark mark;
    std::memcpy(&mark, marks.data() + i, sizeof mark);
    if (mark.row > row) break;
    found = mark;
  }
  return found;
}

}  // namespace

Result<std::unique_ptr<RowsFileWriter>> RowsFileWriter::Make(
    std::string path, const std::vector<engine::ResultColumn>& columns) {
  Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file.open()) return FileError("make", path, errno);
  const engine::Schema schema(columns);
  auto writer = std::make_unique<RowsFileWriter>(std::move(path), schema, std::move(file));
  PAISQL_TRY(writer->CheckRoom());
  PAISQL_TRY(writer->writer_.AppendSchema(writer->pending_));
  return writer;
}

RowsFileWriter::~RowsFileWriter() {
  if (!finished_) unlink(path_.c_str());
}

Status RowsFileWriter::CheckRoom() {
  struct statvfs disk {};
  if (fstatvfs(file_.get(), &disk) != 0) return Status::Ok();
  const auto free = static_cast<int64_t>(disk.f_bavail) * static_cast<int64_t>(disk.f_frsize);
  if (free >= kLeastFreeBytes) return Status::Ok();
  return Error{ErrorCode::kEnvironment,
               "the disk has no room for the result: it has " + BytesText(free) + " left",
               {},
               "free some space, write fewer rows, or choose another --home"};
}

Status RowsFileWriter::Add(const engine::Batch& batch) {
  const int64_t place = bytes();
  if (marks_.empty() || place - marks_.back().place >= kMarkBytes) marks_.push_back({rows_, place});
  PAISQL_TRY(writer_.AppendBatch(batch, pending_));
  rows_ += static_cast<int64_t>(batch.row_count());
  return pending_.size() >= kWriteBytes ? Write() : Status::Ok();
}

Status RowsFileWriter::Write() {
  if (place_ - checked_place_ >= kAskBytes) {
    checked_place_ = place_;
    PAISQL_TRY(CheckRoom());
  }
  if (!WriteAll(file_.get(), pending_)) return FileError("write the result to", path_, errno);
  place_ += static_cast<int64_t>(pending_.size());
  pending_.clear();
  return Status::Ok();
}

Status RowsFileWriter::Finish() {
  pending_ += engine::IpcWriter::End();
  for (const RowsMark& mark : marks_) pending_ += BytesOf(mark);
  pending_ += BytesOf(static_cast<int64_t>(marks_.size()));
  pending_ += kMagic;
  PAISQL_TRY(Write());
  file_.Close();
  finished_ = true;
  return Status::Ok();
}

Result<std::unique_ptr<RowReader>> RowsFile::Read(int64_t begin, int64_t count) const {
  auto file = std::make_shared<Descriptor>(open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file->open()) return errno == ENOENT ? ExpiredRows() : FileError("open", path_, errno);
  PAISQL_ASSIGN(const RowsMark mark, MarkBefore(file->get(), path_, begin));
  auto source = [file, path = path_,
                 place = mark.place](size_t most) mutable -> Result<std::string> {
    PAISQL_ASSIGN(std::string bytes, ReadAt(file->get(), path, place, most));
    place += static_cast<int64_t>(bytes.size());
    return bytes;
  };
  return ReadMessages(std::move(source), columns_, begin - mark.row, count);
}

}  // namespace paisql::instances
