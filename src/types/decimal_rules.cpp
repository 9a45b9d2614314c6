#include "types/decimal_rules.h"

#include <algorithm>

namespace paisql {
namespace {

constexpr int kMinDivisionScale = 6;

DataType Clamped(int integer_digits, int scale, int widest_operand_scale) {
  scale = std::min(scale, std::max(kMaxDecimalScale, widest_operand_scale));
  const int precision = std::clamp(integer_digits + scale, 1, kMaxDecimalPrecision);
  return DataType::Decimal(precision, std::min(scale, precision));
}

}  // namespace

DataType AsDecimal(const DataType& type) {
  switch (type.id()) {
    case TypeId::kDecimal:
      return type;
    case TypeId::kTinyint:
      return DataType::Decimal(3, 0);
    case TypeId::kSmallint:
      return DataType::Decimal(5, 0);
    case TypeId::kInt:
      return DataType::Decimal(10, 0);
    case TypeId::kBigint:
      return DataType::Decimal(19, 0);
    default:
      return DataType::Decimal(kMaxDecimalPrecision, kMaxDecimalScale);
  }
}

DataType CommonDecimal(const DataType& left, const DataType& right) {
  const DataType a = AsDecimal(left);
  const DataType b = AsDecimal(right);
  const int scale = std::max(a.scale(), b.scale());
  return Clamped(std::max(a.precision() - a.scale(), b.precision() - b.scale()), scale, scale);
}

DataType DecimalArithmetic(char op, const DataType& left, const DataType& right) {
  const DataType a = AsDecimal(left);
  const DataType b = AsDecimal(right);
  const int left_integers = a.precision() - a.scale();
  const int right_integers = b.precision() - b.scale();
  const int scale = std::max(a.scale(), b.scale());
  switch (op) {
    case '*':
      return Clamped(left_integers + right_integers + 1, a.scale() + b.scale(), scale);
    case '/':
      return Clamped(left_integers + b.scale(),
                     std::max(kMinDivisionScale, a.scale() + b.precision() + 1), scale);
    case '%':
      return Clamped(std::min(left_integers, right_integers), scale, scale);
    default:
      return Clamped(std::max(left_integers, right_integers) + 1, scale, scale);
  }
}

}  // namespace paisql
