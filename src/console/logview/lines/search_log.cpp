#include "console/logview/lines/search_log.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <vector>

#include "base/system/clock.h"

namespace paisql::console {

namespace {

constexpr int64_t kWindow = int64_t{1} << 20;
// A line that is longer is looked at in pieces.
constexpr int64_t kWidestWindow = int64_t{16} << 20;

char Folded(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

struct FoldedHash {
  size_t operator()(char letter) const { return static_cast<unsigned char>(Folded(letter)); }
};
struct FoldedEqual {
  bool operator()(char one, char other) const { return Folded(one) == Folded(other); }
};

// The part of a log that is looked at in one go.
struct Window {
  int64_t begin = 0;
  std::string bytes;
  int64_t end() const { return begin + std::ssize(bytes); }
};

Window ReadWindow(const LogBytes& log, int64_t begin, int64_t end) {
  Window window;
  window.begin = std::max(begin, log.begin());
  window.bytes.resize(static_cast<size_t>(std::max<int64_t>(0, end - window.begin)));
  window.bytes.resize(log.Read(window.begin, window.bytes.size(), window.bytes.data()));
  return window;
}

// Finds the first or the last place of a text in a window.
class TextFinder {
 public:
  explicit TextFinder(const LogSearch& search)
      : search_(search), searcher_(search.text.begin(), search.text.end()) {}

  std::optional<int64_t> In(const Window& window) const {
    std::optional<int64_t> found;
    const std::string_view bytes = window.bytes;
    for (size_t at = Next(bytes, 0); at != std::string_view::npos; at = Next(bytes, at + 1)) {
      found = window.begin + static_cast<int64_t>(at);
      if (!search_.backward) break;
    }
    return found;
  }

 private:
  size_t Next(std::string_view bytes, size_t from) const {
    if (search_.same_case) return bytes.find(search_.text, from);
    const auto begin = bytes.begin() + static_cast<std::ptrdiff_t>(from);
    const auto found = std::search(begin, bytes.end(), searcher_);
    return found == bytes.end() ? std::string_view::npos
                                : static_cast<size_t>(found - bytes.begin());
  }

  const LogSearch& search_;
  std::boyer_moore_horspool_searcher<std::string::const_iterator, FoldedHash, FoldedEqual>
      searcher_;
};

std::optional<int64_t> LineOfLevel(const Window& window, const LogSearch& search) {
  std::optional<int64_t> found;
  size_t begin = 0;
  while (begin < window.bytes.size()) {
    const size_t end = std::min(window.bytes.find('\n', begin), window.bytes.size());
    const std::string_view line(window.bytes.data() + begin, end - begin);
    if (LevelOf(line) >= search.level) {
      found = window.begin + static_cast<int64_t>(begin);
      if (!search.backward) return found;
    }
    begin = end + 1;
  }
  return found;
}

// Texts may lie across the end of a window, so the next one begins a little before it.
LogFound SearchText(const LogBytes& log, const LogSearch& search, int64_t until_ms) {
  const TextFinder finder(search);
  const int64_t overlap = std::ssize(search.text) - 1;
  int64_t at = search.from;
  while (true) {
    const Window window = search.backward ? ReadWindow(log, at - kWindow - overlap, at)
                                          : ReadWindow(log, at, at + kWindow + overlap);
    if (const auto found = finder.In(window)) return {found, at, false};
    const bool done = search.backward ? window.begin <= log.begin() : window.end() >= log.end();
    if (done || std::ssize(window.bytes) <= overlap) return {std::nullopt, at, true};
    at = search.backward ? window.begin + overlap : window.end() - overlap;
    if (SteadyMs() >= until_ms) return {std::nullopt, at, false};
  }
}

// A window of whole lines, of at least one: it is made wider for a long line. Both ends of the
// search are begins of lines.
Window WholeLines(const LogBytes& log, int64_t at, bool backward) {
  for (int64_t width = kWindow;; width *= 2) {
    Window window = backward ? ReadWindow(log, at - width, at) : ReadWindow(log, at, at + width);
    const bool is_last = backward ? window.begin <= log.begin() : window.end() >= log.end();
    if (is_last || width >= kWidestWindow) return window;
    if (backward) {
      const size_t end = window.bytes.find('\n');
      if (end == std::string::npos || end + 1 >= window.bytes.size()) continue;
      window.bytes.erase(0, end + 1);
      window.begin += static_cast<int64_t>(end) + 1;
    } else {
      const size_t end = window.bytes.rfind('\n');
      if (end == std::string::npos) continue;
      window.bytes.resize(end + 1);
    }
    return window;
  }
}

LogFound SearchLevel(const LogBytes& log, const LogSearch& search, int64_t until_ms) {
  int64_t at = search.from;
  while (true) {
    const Window window = WholeLines(log, at, search.backward);
    if (const auto found = LineOfLevel(window, search)) return {found, at, false};
    at = search.backward ? window.begin : window.end();
    const bool done = search.backward ? at <= log.begin() : at >= log.end();
    if (done || window.bytes.empty()) return {std::nullopt, at, true};
    if (SteadyMs() >= until_ms) return {std::nullopt, at, false};
  }
}

}  // namespace

LogFound SearchLog(const LogBytes& log, const LogSearch& search, int64_t until_ms) {
  LogSearch within = search;
  within.from = std::clamp(search.from, log.begin(), log.end());
  return search.text.empty() ? SearchLevel(log, within, until_ms)
                             : SearchText(log, within, until_ms);
}

}  // namespace paisql::console
