#pragma once

// The records of an upload that do not fit: how many, and the first ones with file, line and
// reason.

#include <cstdint>
#include <string>
#include <vector>

#include "tunnel/input.h"

namespace paisql::tunnel {

struct BadRecords {
  static constexpr size_t kKept = 1000;
  struct Shown {
    int64_t line = 0;  // counted from the first one of the block, which is 0; then in the file
    std::string reason;
    std::string file;  // "" within a block
  };

  int64_t count = 0;
  std::vector<Shown> first;
  std::string first_reason;
  bool alike = true;  // all have the first one's reason
  InputFile first_file;

  void Add(int64_t line, const std::string& reason);
  // Those of a block of the file, whose first line has the number, come after these.
  void Append(const BadRecords& block, const InputFile& file, int64_t first_line);
};

}  // namespace paisql::tunnel
