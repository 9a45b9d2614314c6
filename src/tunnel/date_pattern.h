#pragma once

// The date patterns of TUNNEL (-dfp "yyyy-MM-dd HH:mm:ss"): letters y M d H m s S stand for digits
// of a DATETIME, text in '…' and every other character for itself.

#include <cstdint>
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

  // The microseconds since 1970-01-01 00:00:00 on the wall clock of a text in this pattern; nullopt
  // when it does not fit or no such day exists.
  std::optional<int64_t> Read(std::string_view text) const;
  // The other way round: writes the canonical text that begins at `start` anew.
  void Rewrite(size_t start, std::string& out) const;
  // Whether it is "yyyy-MM-dd HH:mm:ss".
  bool usual() const { return usual_; }

 private:
  // Fills "yMdHmsS" of the text; false when it does not fit.
  bool ReadPieces(std::string_view text, int (&values)[7]) const;

  struct Piece {
    char letter = 0;   // 0: literal
    size_t width = 0;  // number of letters
    std::string literal;
  };
  std::vector<Piece> pieces_;
  bool usual_ = false;
};

}  // namespace paisql::tunnel
