#pragma once

// Variances and covariances without loss of digits, over rows in any number and order.
//
// A state keeps the sums of what its rows are off its first row, and of their products, each as the
// unevaluated sum of two doubles. So neither a mean that is large beside the deviations nor a first
// row that is far away from the others costs digits, and states of threads and frames merge by
// adding. Sums that no double holds make the result Infinity, values that are not numbers make it
// NaN.

#include <cmath>
#include <cstdint>
#include <limits>

namespace paisql::engine {

// The sum of two doubles of which the second is small beside the first.
struct Twin {
  double high = 0;
  double low = 0;
};

// The exact sum of two doubles.
inline Twin TwoSum(double a, double b) {
  const double high = a + b;
  const double part = high - a;
  return {high, (a - (high - part)) + (b - part)};
}

// The exact product of two doubles, as long as nothing overflows.
inline Twin TwoProduct(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1 parts a double into halves of 26 bits
  const double a_wide = kSplit * a;
  const double a_high = a_wide - (a_wide - a);
  const double a_low = a - a_high;
  const double b_wide = kSplit * b;
  const double b_high = b_wide - (b_wide - b);
  const double b_low = b - b_high;
  const double high = a * b;
  return {high, ((a_high * b_high - high) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

inline Twin operator+(Twin a, Twin b) {
  const Twin sum = TwoSum(a.high, b.high);
  return TwoSum(sum.high, sum.low + a.low + b.low);
}
inline Twin operator-(Twin a, Twin b) { return a + Twin{-b.high, -b.low}; }
inline Twin operator*(Twin a, Twin b) {
  const Twin product = TwoProduct(a.high, b.high);
  return TwoSum(product.high, product.low + (a.high * b.low + a.low * b.high));
}
inline Twin operator/(Twin a, double b) {
  const double quotient = a.high / b;
  const Twin rest = a - TwoProduct(quotient, b);
  return TwoSum(quotient, (rest.high + rest.low) / b);
}

// A sum of many: what the first double loses gathers in the second one, with one addition a value
// that has to wait for the value before.
inline void Gather(Twin& sum, Twin value) {
  const Twin next = TwoSum(sum.high, value.high);
  sum.high = next.high;
  sum.low += next.low + value.low;
}

// One column's part of a state.
struct Offsets {
  double origin = 0;  // the first value
  Twin sum;           // of value - origin
  double taint = 0;   // NaN when a value is not a number

  Twin Take(double value) {
    const Twin offset = TwoSum(value, -origin);
    Gather(sum, offset);
    taint += value - value;  // NOLINT(misc-redundant-expression): NaN of infinities and NaN
    return offset;
  }
  // How far `other` begins from here.
  Twin Distance(const Offsets& other) const { return TwoSum(other.origin, -origin); }
  // Adds the sum of `rows` rows of `other`.
  void Merge(const Offsets& other, double rows) {
    sum = sum + other.sum + Distance(other) * Twin{rows, 0};
    taint += other.taint;
  }
};

// The sum of products of `rows` pairs that are off (a.origin, b.origin), seen from other origins.
inline Twin Moved(Twin products, const Offsets& a, const Offsets& b, Twin a_distance,
                  Twin b_distance, double rows) {
  return products + a_distance * b.sum + b_distance * a.sum +
         a_distance * b_distance * Twin{rows, 0};
}

// The sum of products of deviations from the means.
inline double Deviation(Twin products, const Offsets& a, const Offsets& b, double rows) {
  const double taint = a.taint + b.taint;
  if (std::isnan(taint)) return std::numeric_limits<double>::quiet_NaN();
  const Twin deviation = products - a.sum * (b.sum / rows);
  return deviation.high + deviation.low;
}

// A sum of squares: not negative, and Infinity where a double does not hold it.
inline double SquareDeviation(Twin squares, const Offsets& a, double rows) {
  const double deviation = Deviation(squares, a, a, rows);
  if (std::isnan(deviation)) {
    return std::isnan(a.taint) ? deviation : std::numeric_limits<double>::infinity();
  }
  return deviation < 0 ? 0 : deviation;
}

// The state of the variances and standard deviations.
struct VarianceState {
  static constexpr int kColumns = 1;

  int64_t rows = 0;
  Offsets x;
  Twin squares;

  void Take(const double* const* columns, uint64_t row) {
    const double value = columns[0][row];
    if (rows++ == 0) x.origin = value;
    const Twin offset = x.Take(value);
    Twin square = TwoProduct(offset.high, offset.high);
    square.low += 2 * offset.high * offset.low;
    Gather(squares, square);
  }
  void Merge(const VarianceState& other) {
    if (other.rows == 0) return;
    if (rows == 0) {
      *this = other;
      return;
    }
    const auto added = static_cast<double>(other.rows);
    const Twin distance = x.Distance(other.x);
    squares = squares + Moved(other.squares, other.x, other.x, distance, distance, added);
    x.Merge(other.x, added);
    rows += other.rows;
  }
  double SumOfSquares() const { return SquareDeviation(squares, x, static_cast<double>(rows)); }
};

// The state of the covariances, and with kSquares of the correlation.
template <bool kSquares>
struct PairState {
  static constexpr int kColumns = 2;

  int64_t rows = 0;
  Offsets x;
  Offsets y;
  Twin products;
  Twin x_squares;
  Twin y_squares;

  void Take(const double* const* columns, uint64_t row) {
    const double x_value = columns[0][row];
    const double y_value = columns[1][row];
    if (rows++ == 0) {
      x.origin = x_value;
      y.origin = y_value;
    }
    const Twin a = x.Take(x_value);
    const Twin b = y.Take(y_value);
    GatherProduct(products, a, b);
    if constexpr (kSquares) {
      GatherProduct(x_squares, a, a);
      GatherProduct(y_squares, b, b);
    }
  }
  void Merge(const PairState& other) {
    if (other.rows == 0) return;
    if (rows == 0) {
      *this = other;
      return;
    }
    const auto added = static_cast<double>(other.rows);
    const Twin to_x = x.Distance(other.x);
    const Twin to_y = y.Distance(other.y);
    products = products + Moved(other.products, other.x, other.y, to_x, to_y, added);
    if constexpr (kSquares) {
      x_squares = x_squares + Moved(other.x_squares, other.x, other.x, to_x, to_x, added);
      y_squares = y_squares + Moved(other.y_squares, other.y, other.y, to_y, to_y, added);
    }
    x.Merge(other.x, added);
    y.Merge(other.y, added);
    rows += other.rows;
  }
  double SumOfProducts() const { return Deviation(products, x, y, static_cast<double>(rows)); }
  // Pearson's coefficient; NaN where a column does not vary.
  double Correlation() const {
    const auto count = static_cast<double>(rows);
    const double x_spread = SquareDeviation(x_squares, x, count);
    const double y_spread = SquareDeviation(y_squares, y, count);
    if (x_spread == 0 || y_spread == 0) return std::numeric_limits<double>::quiet_NaN();
    // One root of the product is the more exact way, where a double holds the product.
    double spread = std::sqrt(x_spread * y_spread);
    if (!std::isnormal(spread)) spread = std::sqrt(x_spread) * std::sqrt(y_spread);
    const double correlation = SumOfProducts() / spread;
    return correlation > 1 ? 1 : correlation < -1 ? -1 : correlation;
  }

 private:
  static void GatherProduct(Twin& sum, Twin a, Twin b) {
    Twin product = TwoProduct(a.high, b.high);
    product.low += a.high * b.low + a.low * b.high;
    Gather(sum, product);
  }
};

}  // namespace paisql::engine
