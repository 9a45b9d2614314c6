#include "transform/line_format.h"

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::transform {

void AppendField(std::string_view text, const plan::LineFormat& format, std::string& line) {
  if (format.escape.empty()) {
    line += text;
    return;
  }
  const auto stands_at = [&](size_t at, std::string_view mark) {
    return text.compare(at, mark.size(), mark) == 0;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    if (stands_at(i, format.escape) || stands_at(i, format.field_end) ||
        stands_at(i, format.line_end)) {
      line += format.escape;
    }
    line += text[i];
  }
}

void LineReader::Add(std::string_view bytes) {
  if (begin_ > 0) {
    buffer_.erase(0, begin_);
    seen_ -= begin_;
    begin_ = 0;
  }
  buffer_ += bytes;
}

Result<bool> LineReader::Next(std::vector<std::optional<std::string_view>>& cells) {
  std::string_view line;
  const bool found = FindLine(line);
  const size_t length = found ? line.size() : buffer_.size() - begin_;
  if (length > kMaxLineBytes) {
    ++line_;
    return Wrong(fmt::format("is longer than {} MB", kMaxLineBytes >> 20));
  }
  if (!found) return false;
  ++line_;
  if (!IsValidUtf8(line)) return Wrong("is not valid UTF-8");
  PAISQL_TRY(Split(line, cells));
  return true;
}

bool LineReader::FindLine(std::string_view& line) {
  const std::string_view rest = std::string_view(buffer_).substr(begin_);
  const size_t end = Find(rest, format_.line_end, seen_ - begin_);
  if (end != std::string_view::npos) {
    line = rest.substr(0, end);
    begin_ += end + format_.line_end.size();
    seen_ = begin_;
    return true;
  }
  // A delimiter of several bytes may have begun.
  const size_t tail = format_.line_end.size() - 1;
  if (buffer_.size() > seen_ + tail) seen_ = buffer_.size() - tail;
  if (!ended_ || rest.empty()) return false;
  line = rest;
  begin_ = seen_ = buffer_.size();
  return true;
}

size_t LineReader::Find(std::string_view text, std::string_view delimiter, size_t from) const {
  for (size_t at = text.find(delimiter, from); at != std::string_view::npos;
       at = text.find(delimiter, at + 1)) {
    if (format_.escape.empty()) return at;
    size_t escapes = 0;
    for (size_t end = at; text.substr(0, end).ends_with(format_.escape);
         end -= format_.escape.size()) {
      ++escapes;
    }
    if (escapes % 2 == 0) return at;
  }
  return std::string_view::npos;
}

Status LineReader::Split(std::string_view line,
                         std::vector<std::optional<std::string_view>>& cells) {
  cells.clear();
  unescaped_.clear();
  unescaped_.reserve(columns_);
  size_t begin = 0;
  while (true) {
    const bool last = key_and_rest_ && cells.size() + 1 == columns_;
    const size_t end = last ? std::string_view::npos : Find(line, format_.field_end, begin);
    if (cells.size() < columns_) {
      AddCell(line.substr(begin, end == std::string_view::npos ? end : end - begin), cells);
    } else {
      cells.emplace_back();
    }
    if (end == std::string_view::npos) break;
    begin = end + format_.field_end.size();
  }
  if (key_and_rest_ && cells.size() < columns_) cells.emplace_back();
  if (cells.size() == columns_) return Status::Ok();
  return Wrong(fmt::format("has {} column{} instead of {}", cells.size(),
                           cells.size() == 1 ? "" : "s", columns_));
}

void LineReader::AddCell(std::string_view text,
                         std::vector<std::optional<std::string_view>>& cells) {
  if (text == format_.null_text) {
    cells.emplace_back();
    return;
  }
  if (format_.escape.empty() || text.find(format_.escape) == std::string_view::npos) {
    cells.emplace_back(text);
    return;
  }
  std::string& plain = unescaped_.emplace_back();
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text.compare(i, format_.escape.size(), format_.escape) == 0;
    if (escape) i += format_.escape.size();
    if (i < text.size()) plain += text[i];
  }
  cells.emplace_back(plain);
}

Error LineReader::Wrong(const std::string& what) const {
  return Error{ErrorCode::kScript,
               fmt::format("line {} of the script's output {}", line_, what),
               {},
               "the script writes one line a row, its columns as ROW FORMAT and AS say"};
}

}  // namespace paisql::transform
