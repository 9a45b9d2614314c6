#include "tunnel/csv_reader.h"

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

}  // namespace

CsvReader::CsvReader(std::string path, Descriptor file, CsvDialect dialect, Check check)
    : path_(std::move(path)),
      file_(std::move(file)),
      check_(std::move(check)),
      is_stream_(IsStream(path_)),
      dialect_(std::move(dialect)),
      buffer_(kFirstBufferBytes) {}

Result<CsvReader> CsvReader::Open(const std::string& path, CsvDialect dialect, Check check) {
  PAISQL_ASSIGN(Descriptor file, OpenInput(path, path));
  CsvReader reader(path, std::move(file), std::move(dialect), std::move(check));
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
      return Error{ErrorCode::kTunnel,
                   path_ + ":" + std::to_string(line_) + ": a record is longer than 64 MiB",
                   {},
                   "check the record delimiter, and look for a quote that is not closed"};
    }
    buffer_.resize(buffer_.size() * 2);
  }
  ssize_t got;
  do {
    if (is_stream_) PAISQL_TRY(AwaitBytes(file_.get(), check_));
    got = read(file_.get(), buffer_.data() + end_, buffer_.size() - end_);
  } while (got < 0 && (errno == EINTR || errno == EAGAIN));
  if (got < 0) return ReadFailure(path_);
  at_end_ = got == 0;
  end_ += static_cast<size_t>(got);
  bytes_read_ += got;
  return !at_end_;
}

Result<bool> CsvReader::Next(CsvRecord& record) {
  while (true) {
    if (begin_ < end_) {
      record.fields.clear();
      record.problem.clear();
      record.line = line_;
      unescaped_.clear();
      if (CutRecord(record) == Cut::kRecord) return true;
    } else if (at_end_) {
      return false;
    }
    PAISQL_TRY(Fill());
  }
}

size_t CsvReader::RecordEndAt(size_t at) const {
  const char* text = buffer_.data() + at;
  const size_t left = end_ - at;
  const std::string& custom = dialect_.record_delimiter;
  if (!custom.empty()) {
    const bool here = left >= custom.size() && std::memcmp(text, custom.data(), custom.size()) == 0;
    return here ? custom.size() : 0;
  }
  if (text[0] == '\n') return 1;
  return left >= 2 && text[0] == '\r' && text[1] == '\n' ? 2 : 0;
}

bool CsvReader::FieldEndAt(size_t at) const {
  const std::string& delimiter = dialect_.field_delimiter;
  return end_ - at >= delimiter.size() &&
         std::memcmp(buffer_.data() + at, delimiter.data(), delimiter.size()) == 0;
}

// Cuts at begin_. kNeedMore means that the buffer ended first; the caller then reads on and cuts
// again from the start, which is linear in all because the buffer doubles.
CsvReader::Cut CsvReader::CutRecord(CsvRecord& record) {
  size_t at = begin_;
  while (true) {
    const bool quoted = at < end_ && buffer_[at] == '"';
    const Cut cut = quoted ? CutQuoted(at, record) : CutBare(at, record);
    if (cut == Cut::kNeedMore) return Cut::kNeedMore;
    if (!record.problem.empty()) return SkipRest(at);
    if (at < end_ && FieldEndAt(at)) {
      at += dialect_.field_delimiter.size();
      continue;
    }
    EndRecord(at, at < end_ ? RecordEndAt(at) : 0);
    return Cut::kRecord;
  }
}

CsvReader::Cut CsvReader::CutBare(size_t& at, CsvRecord& record) {
  const size_t start = at;
  const char field = dialect_.field_delimiter[0];
  const bool plain = dialect_.record_delimiter.empty();
  const char line = plain ? '\n' : dialect_.record_delimiter[0];
  for (; at < end_; ++at) {
    const char c = buffer_[at];
    if (c != field && c != line && !(plain && c == '\r')) continue;
    // A delimiter of several characters, or CRLF, may be cut off by the end of the buffer.
    const size_t longest =
        std::max({dialect_.field_delimiter.size(), dialect_.record_delimiter.size(), size_t{2}});
    if (end_ - at < longest && !at_end_) return Cut::kNeedMore;
    if (FieldEndAt(at) || RecordEndAt(at) > 0) break;
  }
  if (at == end_ && !at_end_) return Cut::kNeedMore;
  record.fields.push_back({{buffer_.data() + start, at - start}, false});
  return Cut::kRecord;
}

CsvReader::Cut CsvReader::CutQuoted(size_t& at, CsvRecord& record) {
  const size_t start = ++at;
  std::string unescaped;
  size_t piece = start;
  while (true) {
    const void* found = std::memchr(buffer_.data() + at, '"', end_ - at);
    if (found == nullptr) {
      if (!at_end_) return Cut::kNeedMore;
      at = end_;
      record.problem = "a quote is not closed";
      return Cut::kRecord;
    }
    at = static_cast<size_t>(static_cast<const char*>(found) - buffer_.data());
    // What stands after the quote decides, and a delimiter may be longer than what has been read.
    const size_t longest =
        std::max({dialect_.field_delimiter.size(), dialect_.record_delimiter.size(), size_t{2}});
    if (end_ - at <= longest && !at_end_) return Cut::kNeedMore;
    if (at + 1 < end_ && buffer_[at + 1] == '"') {
      unescaped.append(buffer_.data() + piece, at + 1 - piece);
      at += 2;
      piece = at;
      continue;
    }
    break;
  }
  std::string_view text(buffer_.data() + piece, at - piece);
  if (piece != start) {
    unescaped += text;
    // A vector that grows moves its strings, and short strings move their bytes: room is made
    // beforehand.
    if (unescaped_.capacity() == 0) unescaped_.reserve(4096);
    if (unescaped_.size() == unescaped_.capacity()) {
      record.problem = "more than 4096 fields with quotes inside";
      return Cut::kRecord;
    }
    text = unescaped_.emplace_back(std::move(unescaped));
  }
  record.fields.push_back({text, true});
  ++at;
  const bool ends = at == end_ || FieldEndAt(at) || RecordEndAt(at) > 0;
  if (!ends) record.problem = "text follows a closing quote";
  return Cut::kRecord;
}

// A record that cannot be cut ends at the next record delimiter, so that one bad record stays one.
CsvReader::Cut CsvReader::SkipRest(size_t at) {
  while (at < end_ && RecordEndAt(at) == 0) ++at;
  if (at == end_ && !at_end_) return Cut::kNeedMore;
  EndRecord(at, at < end_ ? RecordEndAt(at) : 0);
  return Cut::kRecord;
}

void CsvReader::EndRecord(size_t at, size_t delimiter) {
  const char* begin = buffer_.data() + begin_;
  line_ += std::count(begin, begin + (at - begin_) + delimiter, '\n');
  begin_ = at + delimiter;
}

}  // namespace paisql::tunnel
