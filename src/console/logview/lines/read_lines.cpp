#include "console/logview/lines/read_lines.h"

#include <algorithm>
#include <cstring>

namespace paisql::console {

namespace {

constexpr size_t kReadPiece = size_t{64} << 10;

// Puts pieces of a log together to lines.
class LineReader {
 public:
  LineReader(int64_t from, const LinesWanted& wanted)
      : wanted_(wanted), begin_(from), text_(wanted.line_bytes) {}

  // False when it is enough.
  bool Take(std::string_view piece) {
    while (!piece.empty()) {
      const size_t end = piece.find('\n');
      text_.Add(piece.substr(0, end));
      if (end == std::string_view::npos) return text_.bytes() < wanted_.read_bytes;
      Finish(true);
      piece.remove_prefix(end + 1);
      if (std::ssize(lines_) >= wanted_.count || text_bytes_ >= wanted_.text_bytes) return false;
    }
    return true;
  }
  std::vector<ShownLine> TakeLines() {
    const bool has_more = std::ssize(lines_) < wanted_.count && text_bytes_ < wanted_.text_bytes;
    if (text_.bytes() > 0 && has_more) Finish(false);
    return std::move(lines_);
  }

 private:
  void Finish(bool whole) {
    ShownLine line;
    line.byte = begin_;
    line.bytes = text_.bytes();
    line.is_cut = text_.is_cut();
    line.is_whole = whole;
    line.text = text_.Take();
    line.level = LevelOf(line.text);
    text_bytes_ += line.text.size();
    begin_ += line.bytes + (whole ? 1 : 0);
    lines_.push_back(std::move(line));
    text_ = LineText(wanted_.line_bytes);
  }

  const LinesWanted& wanted_;
  int64_t begin_;
  LineText text_;
  size_t text_bytes_ = 0;
  std::vector<ShownLine> lines_;
};

}  // namespace

std::vector<ShownLine> ReadLines(const LogBytes& log, int64_t from, const LinesWanted& wanted) {
  from = std::max(from, log.begin());
  LineReader reader(from, wanted);
  std::vector<char> piece(kReadPiece);
  int64_t at = from;
  while (at - from < wanted.read_bytes) {
    const size_t size = log.Read(at, piece.size(), piece.data());
    if (size == 0) break;
    at += static_cast<int64_t>(size);
    if (!reader.Take({piece.data(), size})) break;
  }
  return reader.TakeLines();
}

int64_t BeginOfTail(const LogBytes& log, int64_t count, int64_t most_bytes) {
  const int64_t first = std::max(log.begin(), log.end() - most_bytes);
  std::vector<char> bytes(static_cast<size_t>(log.end() - first));
  const size_t size = log.Read(first, bytes.size(), bytes.data());
  // Nothing begins after the end of the last line.
  size_t at = size > 0 && bytes[size - 1] == '\n' ? size - 1 : size;
  while (at > 0) {
    const void* const before = memrchr(bytes.data(), '\n', at);
    if (before == nullptr) break;
    at = static_cast<size_t>(static_cast<const char*>(before) - bytes.data());
    if (--count == 0) return first + static_cast<int64_t>(at) + 1;
  }
  if (first == log.begin()) return first;
  // What was read begins within a line.
  const void* const end = memchr(bytes.data(), '\n', size);
  const bool has_line = end != nullptr && static_cast<const char*>(end) + 1 < bytes.data() + size;
  return has_line ? first + (static_cast<const char*>(end) - bytes.data()) + 1 : first;
}

}  // namespace paisql::console
