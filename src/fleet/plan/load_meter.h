#pragma once

// How fast a count that only grows is growing, over the last ten seconds.

#include <cstdint>
#include <deque>
#include <optional>

namespace paisql::fleet {

// Times are of one clock that does not go back.
class LoadMeter {
 public:
  // A count below the one before is another process's, which has begun anew.
  void Add(int64_t total, int64_t now_ms);
  // A second; nullopt while too little is known, and when nothing has been heard of it lately:
  // what is not known is not nothing.
  std::optional<double> Rate(int64_t now_ms) const;

 private:
  struct Sample {
    int64_t total = 0;
    int64_t at_ms = 0;
  };
  std::deque<Sample> samples_;
};

}  // namespace paisql::fleet
