#include "tunnel/csv/csv_reader.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.h"
#include "tunnel/input.h"

namespace paisql::tunnel {

namespace {

constexpr size_t kFirstBufferBytes = 1UL << 20;

Error ReadFailure(const std::string& path) {
  return {ErrorCode::kIo, "cannot read " + path + ": " + std::strerror(errno), {}, ""};
}

// The size that a file has now. Some files of the system say 0 and have bytes all the same.
std::optional<int64_t> SizeOf(int file) {
  struct stat info {};
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size == 0) return std::nullopt;
  return info.st_size;
}

}  // namespace

CsvReader::CsvReader(std::string path, Descriptor file, CsvDialect dialect, Check check,
                     CsvRange range)
    : path_(std::move(path)),
      file_(std::move(file)),
      check_(std::move(check)),
      range_(range),
      is_stream_(IsStream(path_)),
      size_(SizeOf(file_.get())),
      cutter_(std::move(dialect), range.first_line),
      buffer_(kFirstBufferBytes) {}

Result<CsvReader> CsvReader::Open(const std::string& path, CsvDialect dialect, Check check,
                                  CsvRange range) {
  PAISQL_ASSIGN(Descriptor file, OpenInput(path, path));
  if (range.begin > 0 && lseek(file.get(), range.begin, SEEK_SET) < 0) return ReadFailure(path);
  CsvReader reader(path, std::move(file), std::move(dialect), std::move(check), range);
  if (range.begin > 0) return reader;
  while (!reader.at_end_ && reader.end_ < kByteOrderMark.size()) PAISQL_TRY(reader.Fill());
  const std::string_view start(reader.buffer_.data(), reader.end_);
  if (start.starts_with(kByteOrderMark)) reader.begin_ = kByteOrderMark.size();
  return reader;
}

Result<bool> CsvReader::Fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    if (buffer_.size() >= kMaxRecordBytes) {
      return Error{
          ErrorCode::kTunnel,
          path_ + ":" + std::to_string(cutter_.line()) + ": a record is longer than 64 MiB",
          {},
          "check the record delimiter, and look for a quote that is not closed"};
    }
    buffer_.resize(buffer_.size() * 2);
  }
  int64_t wanted = std::ssize(buffer_) - static_cast<int64_t>(end_);
  if (size_) wanted = std::clamp<int64_t>(*size_ - range_.begin - bytes_read_, 0, wanted);
  ssize_t got;
  do {
    if (is_stream_) PAISQL_TRY(AwaitBytes(file_.get(), check_));
    got = read(file_.get(), buffer_.data() + end_, static_cast<size_t>(wanted));
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (got < 0) return ReadFailure(path_);
  at_end_ = got == 0;
  end_ += static_cast<size_t>(got);
  bytes_read_ += got;
  return !at_end_;
}

Result<bool> CsvReader::Next(CsvRecord& record) {
  if (range_.end.has_value() && position() >= *range_.end) return false;
  while (begin_ < end_ || !at_end_) {
    const std::string_view text(buffer_.data() + begin_, end_ - begin_);
    if (!text.empty() && cutter_.Next(text, at_end_, record) == CsvCutter::Cut::kRecord) {
      begin_ += cutter_.size();
      return true;
    }
    PAISQL_TRY(Fill());
  }
  return false;
}

}  // namespace paisql::tunnel
