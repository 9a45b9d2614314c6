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
  // The other way round: writes the canonical text that begins at `start` anew.
  void Rewrite(size_t start, std::string& out) const;
  // Whether it is "yyyy-MM-dd HH:mm:ss".
  bool usual() const { return usual_; }

 private:
  struct Piece {
    char letter = 0;   // 0: literal
    size_t width = 0;  // number of letters
    std::string literal;
  };
  std::vector<Piece> pieces_;
  bool usual_ = false;
};

}  // namespace paisql::tunnel
