#include "console/logview/lines/line_index.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/system/clock.h"

namespace paisql::console {

namespace {

constexpr int64_t kMarkBytes = 64;
constexpr size_t kBlock = size_t{256} << 10;
// One step reads no more than this, however quick the machine is.
constexpr int64_t kMostAtOnce = int64_t{256} << 20;
// Beyond this many places every other one goes, and they come half as often.
constexpr size_t kMostPlaces = 65536;

// By parts of one size, whose counts fit into a byte, so that the compiler counts many bytes at
// once: ten times as fast as std::count over the whole.
int64_t CountLineEnds(const char* bytes, size_t size) {
  constexpr size_t kPart = 128;
  int64_t all = 0;
  for (; size >= kPart; size -= kPart, bytes += kPart) {
    uint8_t ends = 0;
    for (size_t i = 0; i < kPart; ++i) {
      ends = static_cast<uint8_t>(ends + (bytes[i] == '\n' ? 1 : 0));
    }
    all += ends;
  }
  return all + std::count(bytes, bytes + size, '\n');
}

// Calls `take` with the bytes from one place to another, block by block, until it says false.
template <typename Take>
void EachBlock(const LogBytes& log, int64_t from, int64_t to, const Take& take) {
  std::vector<char> block(kBlock);
  while (from < to) {
    const size_t wanted = std::min(kBlock, static_cast<size_t>(to - from));
    const size_t size = log.Read(from, wanted, block.data());
    if (size == 0 || !take(block.data(), size, from)) return;
    from += static_cast<int64_t>(size);
  }
}

}  // namespace

void LineIndex::Restart(const LogBytes& log) {
  ++generation_;
  identity_ = log.identity();
  places_ = {{1, log.begin()}};
  spacing_ = kBlock;
  scanned_ = log.begin();
  next_line_ = 1;
  open_line_ = false;
  mark_.clear();
}

std::string LineIndex::MarkOf(const LogBytes& log) const {
  const int64_t begin = std::max(scanned_ - kMarkBytes, log.begin());
  std::string mark(static_cast<size_t>(std::max<int64_t>(0, scanned_ - begin)), '\0');
  mark.resize(log.Read(begin, mark.size(), mark.data()));
  return mark;
}

// Notices what has become of the log since the last look.
void LineIndex::Follow(const LogBytes& log) {
  const bool moved_on = !places_.empty() && log.begin() > places_.front().byte;
  const bool is_other =
      !places_.empty() && log.begin() == places_.front().byte && log.identity() != identity_;
  const bool has_shrunk = log.end() < scanned_ || log.begin() >= std::max<int64_t>(scanned_, 1);
  if (places_.empty() || is_other || has_shrunk || log.begin() < places_.front().byte ||
      !mark_.ends_with(MarkOf(log))) {
    return Restart(log);
  }
  identity_ = log.identity();
  if (!moved_on) return;
  // The line that has lost its beginning keeps its number.
  const std::optional<int64_t> line = LineAt(log.begin(), log);
  if (!line.has_value()) return Restart(log);
  std::erase_if(places_, [&log](const Place& one) { return one.byte <= log.begin(); });
  places_.insert(places_.begin(), {*line, log.begin()});
}

void LineIndex::Add(const Place& place) {
  if (place.byte - places_.back().byte < spacing_) return;
  places_.push_back(place);
  if (places_.size() <= kMostPlaces) return;
  std::vector<Place> kept;
  for (size_t i = 0; i < places_.size(); i += 2) kept.push_back(places_[i]);
  places_ = std::move(kept);
  spacing_ *= 2;
}

void LineIndex::Extend(const LogBytes& log, int64_t until_ms) {
  Follow(log);
  const int64_t end = std::min(log.end(), scanned_ + kMostAtOnce);
  EachBlock(log, scanned_, end, [&](const char* bytes, size_t size, int64_t at) {
    next_line_ += CountLineEnds(bytes, size);
    scanned_ = at + static_cast<int64_t>(size);
    const void* const last = memrchr(bytes, '\n', size);
    if (last != nullptr) {
      const int64_t begin = at + (static_cast<const char*>(last) - bytes) + 1;
      open_line_ = begin < scanned_;
      Add({next_line_, begin});
    } else {
      open_line_ = true;
    }
    return SteadyMs() < until_ms;
  });
  mark_ = MarkOf(log);
}

const LineIndex::Place& LineIndex::Before(int64_t byte) const {
  const auto after = std::ranges::upper_bound(places_, byte, {}, &Place::byte);
  return after == places_.begin() ? places_.front() : *std::prev(after);
}

std::optional<int64_t> LineIndex::PlaceOf(int64_t line, const LogBytes& log) const {
  if (places_.empty() || line < first_line() || line >= end_line()) return std::nullopt;
  const auto after = std::ranges::upper_bound(places_, line, {}, &Place::line);
  const Place& near = after == places_.begin() ? places_.front() : *std::prev(after);
  int64_t missing = line - near.line;
  if (missing == 0) return std::max(near.byte, log.begin());
  std::optional<int64_t> found;
  EachBlock(log, near.byte, scanned_, [&](const char* bytes, size_t size, int64_t at) {
    const char* place = bytes;
    const char* const end = bytes + size;
    while (const void* const next = memchr(place, '\n', static_cast<size_t>(end - place))) {
      place = static_cast<const char*>(next) + 1;
      if (--missing > 0) continue;
      found = at + (place - bytes);
      return false;
    }
    return true;
  });
  return found;
}

std::optional<int64_t> LineIndex::LineAt(int64_t byte, const LogBytes& log) const {
  if (places_.empty() || byte < places_.front().byte || byte > scanned_) return std::nullopt;
  // Lines are counted on whichever side of the byte is kept.
  const Place& before = Before(byte);
  if (before.byte >= log.begin()) {
    int64_t line = before.line;
    EachBlock(log, before.byte, byte, [&line](const char* bytes, size_t size, int64_t) {
      line += CountLineEnds(bytes, size);
      return true;
    });
    return line;
  }
  const auto after = std::ranges::upper_bound(places_, byte, {}, &Place::byte);
  const Place next = after == places_.end() ? Place{next_line_, scanned_} : *after;
  int64_t line = next.line;
  EachBlock(log, byte, next.byte, [&line](const char* bytes, size_t size, int64_t) {
    line -= CountLineEnds(bytes, size);
    return true;
  });
  return line;
}

}  // namespace paisql::console
