#include "types/widening.h"

#include <array>

#include "base/text.h"

namespace paisql {

namespace {

// Numbers from the narrowest on, with the digits that an integer may have.
struct NumberRank {
  TypeId id;
  int digits;
};
constexpr std::array<NumberRank, 6> kNumbers = {{{TypeId::kTinyint, 3},
                                                 {TypeId::kSmallint, 5},
                                                 {TypeId::kInt, 10},
                                                 {TypeId::kBigint, 19},
                                                 {TypeId::kFloat, 0},
                                                 {TypeId::kDouble, 0}}};

const NumberRank* RankOf(const DataType& type) {
  for (const NumberRank& rank : kNumbers) {
    if (rank.id == type.id()) return &rank;
  }
  return nullptr;
}

bool IsWiderDecimal(const DataType& from, const DataType& to) {
  const int room = to.precision() - to.scale();
  if (from.id() == TypeId::kDecimal) {
    return to.scale() >= from.scale() && room >= from.precision() - from.scale();
  }
  return from.IsInteger() && room >= RankOf(from)->digits;
}

// DATETIME and TIMESTAMP have no text of their own: it depends on the session's zone. Neither has a
// FLOAT, DOUBLE or DECIMAL, of which settings decide how many digits are shown.
bool IsWiderText(const DataType& from, const DataType& to) {
  if (to.id() == TypeId::kString) {
    return from.IsText() || from.IsInteger() || from.id() == TypeId::kDate;
  }
  if (from.id() == TypeId::kString || !from.IsText()) return false;
  // The blanks that pad a CHAR would become part of a VARCHAR the other way round.
  const bool kind = from.id() == to.id() || to.id() == TypeId::kVarchar;
  return kind && to.length() >= from.length();
}

bool IsSameOrWider(const DataType& from, const DataType& to) {
  return from == to || IsWidening(from, to);
}

bool ArePartsWider(const DataType& from, const DataType& to) {
  if (from.id() != to.id() || from.fields().size() != to.fields().size()) return false;
  for (size_t i = 0; i < from.fields().size(); ++i) {
    if (!IsSameOrWider(from.fields()[i], to.fields()[i])) return false;
    if (from.id() == TypeId::kStruct &&
        !EqualsIgnoreCase(from.field_names()[i], to.field_names()[i])) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool IsWidening(const DataType& from, const DataType& to) {
  if (from == to) return false;
  if (from.IsNested()) return ArePartsWider(from, to);
  if (to.IsText()) return IsWiderText(from, to);
  if (to.id() == TypeId::kDecimal) return IsWiderDecimal(from, to);
  const NumberRank* narrow = RankOf(from);
  const NumberRank* wide = RankOf(to);
  return narrow != nullptr && wide != nullptr && narrow < wide;
}

}  // namespace paisql
