#pragma once

// One line of a log as a page shows it. Pure.

#include <cstdint>
#include <string>
#include <string_view>

namespace paisql::console {

enum class LogLevel { kNone, kInfo, kWarning, kError };
// "", "info", "warn", "error".
std::string_view LevelName(LogLevel level);
// Tells the level by the words with which Python, TensorFlow, absl and servers begin their lines.
LogLevel LevelOf(std::string_view line);

// Gathers a line of any length from its pieces, and keeps what of it is seen: a carriage return
// writes over what was before it, as progress bars do.
class LineText {
 public:
  explicit LineText(size_t most_bytes) : most_(most_bytes) {}

  void Add(std::string_view piece);  // without line ends
  int64_t bytes() const { return bytes_; }
  // Whether something of what is seen was left out.
  bool is_cut() const { return cut_; }
  // Valid UTF-8. Other bytes become U+FFFD, control characters their pictures (U+2400 …);
  // tabs and escape sequences stay.
  std::string Take();

 private:
  size_t most_;
  int64_t bytes_ = 0;
  bool returned_ = false;  // the last byte was a carriage return
  bool cut_ = false;
  std::string seen_;
};

// Returns the text as Take does.
std::string ShownText(std::string_view bytes);

}  // namespace paisql::console
