#pragma once

// Computes + - * / % DIV, the operators on bits and POW for one row, without types of the engine.
// Pure.
//
// Apply gives false where the answer does not exist; `out` is then what Hive answers, unless the
// operator says kHiveNull. Rows with a NULL are computed as well and thrown away, so that the loop
// has no branch: whatever lies there must do no harm.

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace paisql::engine::arithmetic {

template <typename T>
struct Add {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "+";
  static constexpr bool kHiveNull = false;
  static bool Apply(T a, T b, T& out) {
    if constexpr (std::is_integral_v<T>) {
      return !__builtin_add_overflow(a, b, &out);
    } else {
      out = a + b;
      return std::isfinite(out);
    }
  }
};

template <typename T>
struct Subtract {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "-";
  static constexpr bool kHiveNull = false;
  static bool Apply(T a, T b, T& out) {
    if constexpr (std::is_integral_v<T>) {
      return !__builtin_sub_overflow(a, b, &out);
    } else {
      out = a - b;
      return std::isfinite(out);
    }
  }
};

template <typename T>
struct Multiply {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "*";
  static constexpr bool kHiveNull = false;
  static bool Apply(T a, T b, T& out) {
    if constexpr (std::is_integral_v<T>) {
      return !__builtin_mul_overflow(a, b, &out);
    } else {
      out = a * b;
      return std::isfinite(out);
    }
  }
};

// Divides DOUBLEs: Hive gives what IEEE 754 says.
template <typename T>
struct Divide {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "/";
  static constexpr bool kHiveNull = false;
  static bool Apply(T a, T b, T& out) {
    out = a / b;
    return std::isfinite(out);
  }
};

// Divides integers that became DOUBLEs: x / 0 is NULL in Hive.
struct DivideWhole : Divide<double> {
  static constexpr bool kHiveNull = true;
};

template <typename T>
struct Modulo {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "%";
  static constexpr bool kHiveNull = true;
  static bool Apply(T a, T b, T& out) {
    if constexpr (std::is_integral_v<T>) {
      // The least integer divided by -1 has no quotient of its type, but its remainder is 0.
      out = b == 0 || b == -1 ? T{0} : static_cast<T>(a % b);
      return b != 0;
    } else {
      out = std::fmod(a, b);
      return b != 0 && std::isfinite(out);
    }
  }
};

// The quotient of integers, without its fraction.
template <typename T>
struct Div {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "DIV";
  static constexpr bool kHiveNull = true;
  static bool Apply(T a, T b, T& out) {
    out = 0;
    if (b == 0) return false;
    if (b == -1) return !__builtin_sub_overflow(T{0}, a, &out);
    out = static_cast<T>(a / b);
    return true;
  }
};

constexpr double kBigintEnd = 9223372036854775808.0;  // the first number above BIGINT

struct DivDouble {
  using In = double;
  using Out = int64_t;
  static constexpr std::string_view kSign = "DIV";
  static constexpr bool kHiveNull = true;
  static bool Apply(double a, double b, int64_t& out) {
    out = 0;
    if (b == 0) return false;
    const double quotient = std::trunc(a / b);
    if (!(quotient >= -kBigintEnd && quotient < kBigintEnd)) return false;
    out = static_cast<int64_t>(quotient);
    return true;
  }
};

template <typename T>
struct Negate {
  using In = T;
  using Out = T;
  static constexpr std::string_view kSign = "negative";
  static constexpr bool kHiveNull = false;
  static bool Apply(T a, T& out) { return !__builtin_sub_overflow(T{0}, a, &out); }
};

// Operators on bits never give the least BIGINT; Hive does.
inline bool IsBits(int64_t value) { return value != std::numeric_limits<int64_t>::min(); }

struct BitAnd {
  using In = int64_t;
  using Out = int64_t;
  static constexpr std::string_view kSign = "&";
  static constexpr bool kHiveNull = false;
  static bool Apply(int64_t a, int64_t b, int64_t& out) { return IsBits(out = a & b); }
};

struct BitOr : BitAnd {
  static constexpr std::string_view kSign = "|";
  static bool Apply(int64_t a, int64_t b, int64_t& out) { return IsBits(out = a | b); }
};

struct BitXor : BitAnd {
  static constexpr std::string_view kSign = "^";
  static bool Apply(int64_t a, int64_t b, int64_t& out) { return IsBits(out = a ^ b); }
};

struct BitNot {
  using In = int64_t;
  using Out = int64_t;
  static constexpr std::string_view kSign = "~";
  static constexpr bool kHiveNull = false;
  static bool Apply(int64_t a, int64_t& out) { return IsBits(out = ~a); }
};

struct Pow {
  using In = double;
  using Out = double;
  static constexpr std::string_view kSign = "pow";
  static constexpr bool kHiveNull = false;
  static bool Apply(double a, double b, double& out) { return std::isfinite(out = std::pow(a, b)); }
};

struct Finite {
  using In = double;
  using Out = double;
  static constexpr std::string_view kSign = "";
  static constexpr bool kHiveNull = false;
  static bool Apply(double a, double& out) { return std::isfinite(out = a); }
};

}  // namespace paisql::engine::arithmetic
