#pragma once

// Where the lines of a log are: one place in about 256 KiB, so that an index of a log of gigabytes
// takes some kilobytes. It is made in steps that last as long as the caller wants, and follows a
// log that grows, that loses its beginning, or that another one takes the place of. For one thread
// at a time.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "console/logview/lines/log_bytes.h"

namespace paisql::console {

class LineIndex {
 public:
  // Goes on where it has stopped, until the log's end, 256 MiB further or the moment of SteadyMs.
  void Extend(const LogBytes& log, int64_t until_ms);

  // Changes when lines get other numbers, or when the log is another one.
  uint64_t generation() const { return generation_; }
  int64_t first_line() const { return places_.empty() ? 1 : places_.front().line; }
  // One more than the last known line's number. A last line without an end counts.
  int64_t end_line() const { return next_line_ + (open_line_ ? 1 : 0); }
  int64_t scanned() const { return scanned_; }  // up to this byte
  bool IsComplete(const LogBytes& log) const { return scanned_ >= log.end(); }

  // Returns where the line begins; nullopt for an unknown line. A line whose beginning has gone
  // begins at the first byte that is kept.
  std::optional<int64_t> PlaceOf(int64_t line, const LogBytes& log) const;
  // The line in which the byte is; nullopt beyond what was scanned.
  std::optional<int64_t> LineAt(int64_t byte, const LogBytes& log) const;

 private:
  struct Place {
    int64_t line = 1;
    int64_t byte = 0;
  };

  void Follow(const LogBytes& log);
  void Restart(const LogBytes& log);
  void Add(const Place& place);
  std::string MarkOf(const LogBytes& log) const;
  const Place& Before(int64_t byte) const;

  uint64_t generation_ = 0;
  uint64_t identity_ = 0;
  std::vector<Place> places_;  // in order; the first is the log's begin
  int64_t spacing_ = 0;
  int64_t scanned_ = 0;
  std::string mark_;        // the bytes before it, by which a log is known that was written anew
  int64_t next_line_ = 1;   // of what comes after the last line end
  bool open_line_ = false;  // bytes came after it
};

}  // namespace paisql::console
