#pragma once

// The date patterns of TUNNEL (-dfp "yyyy-MM-dd HH:mm:ss"): letters y M d H m s S stand for digits
// of a DATETIME, text in '…' and every other character for itself.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::tunnel {

class DatePattern {
 public:
  // kInvalidCommand for any other letter.
  static Result<DatePattern> Parse(std::string_view pattern);

  // "2024-02-29 08:00:00[.123]" of a text in this pattern, nullopt when it does not fit or no such
  // day exists.
  std::optional<std::string> Read(std::string_view text) const;
  // The other way round, from the canonical text.
  std::string Write(std::string_view canonical) const;

 private:
  struct Piece {
    char letter = 0;   // 0: literal
    size_t width = 0;  // number of letters
    std::string literal;
  };
  std::vector<Piece> pieces_;
};

}  // namespace paisql::tunnel
