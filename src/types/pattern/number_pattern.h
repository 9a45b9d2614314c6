#pragma once

// Numbers by a pattern such as '#,###.00', as FORMAT_NUMBER takes it from Java: 0 is a digit that
// is always there, # one that is left out where it says nothing, a comma groups the digits, ' keeps
// the characters up to the next ', and % multiplies by 100.

#include <optional>
#include <string>
#include <string_view>

namespace paisql {

struct PlainDigits;

class NumberPattern {
 public:
  // nullopt for a malformed pattern.
  static std::optional<NumberPattern> Parse(std::string_view text);

  // Rounded half to even, as Java does.
  void Append(double number, std::string& out) const;
  // The same of a number in plain digits, of which none is lost: "-12345678901234567.89".
  void AppendDecimal(std::string_view number, std::string& out) const;

 private:
  void AppendDigits(PlainDigits digits, std::string& out) const;

  std::string before_;
  std::string behind_;
  size_t least_integer_ = 0;
  size_t group_ = 0;  // digits in a group, 0 for none
  size_t least_fraction_ = 0;
  size_t most_fraction_ = 0;
  size_t shift_ = 0;  // powers of ten by which the number is multiplied
};

// A number in plain digits with a comma before every three of them and so many places, rounded half
// away from zero: "-1234.565" with 2 gives "-1,234.57".
void AppendGroupedDecimal(std::string_view number, size_t places, std::string& out);

}  // namespace paisql
