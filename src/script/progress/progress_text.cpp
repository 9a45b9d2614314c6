#include "script/progress/progress_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/display/amounts.h"
#include "base/text.h"

namespace paisql::script {

namespace {

constexpr int64_t kSecondMs = 1000;

// What of a line is shown. What does not fit goes in this order: the bar becomes shorter; the size
// of all, the rows, the bytes, the rows a second; the bar; the time that is left; the time passed.
struct Shape {
  int bar;
  bool total, rows, bytes, rate, remaining, elapsed;
  std::string_view gap = "  ";
};
constexpr Shape kShapes[] = {
    {30, true, true, true, true, true, true},
    {20, true, true, true, true, true, true},
    {10, true, true, true, true, true, true},
    {10, false, true, true, true, true, true},
    {10, false, false, true, true, true, true},
    {10, false, false, false, true, true, true},
    {10, false, false, false, false, true, true},
    {0, false, false, false, false, true, true},
    {0, false, false, false, false, true, true, " "},
    {0, false, false, false, false, false, true, " "},
    {0, false, false, false, false, false, false, " "},
};

std::string Bar(double fraction, int columns) {
  const int filled = std::clamp(static_cast<int>(fraction * columns), 0, columns);
  std::string bar(static_cast<size_t>(filled), '=');
  if (filled < columns) bar += '>';
  bar.resize(static_cast<size_t>(columns), ' ');
  return "[" + bar + "]";
}

std::string TextIn(const Shape& shape, const ProgressView& view) {
  std::vector<std::string> fields;
  if (view.fraction.has_value()) {
    if (shape.bar > 0) fields.push_back(Bar(*view.fraction, shape.bar));
    fields.push_back(fmt::format("{} %", static_cast<int>(*view.fraction * 100)));
  }
  if (shape.rows && view.rows > 0) fields.push_back(CountText(view.rows) + " rows");
  if (shape.rate && view.rows > 0 && view.elapsed_ms >= kSecondMs) {
    const double rate =
        static_cast<double>(view.rows) * kSecondMs / static_cast<double>(view.elapsed_ms);
    fields.push_back(CountText(static_cast<int64_t>(rate)) + " rows/s");
  }
  if (shape.bytes && view.bytes > 0) {
    const bool total = shape.total && view.total_bytes > 0;
    fields.push_back(BytesText(view.bytes) + (total ? " of " + BytesText(view.total_bytes) : ""));
  }
  // A line that says nothing else says the time at least.
  if (shape.elapsed || fields.empty()) fields.push_back(DurationText(view.elapsed_ms));
  if (shape.remaining && view.remaining_ms.has_value()) {
    fields.push_back("~" + RoughDurationText(*view.remaining_ms) + " left");
  }
  return Join(fields, shape.gap);
}

}  // namespace

std::string ProgressText(const ProgressView& view, int columns) {
  std::string text;
  for (const Shape& shape : kShapes) {
    text = TextIn(shape, view);
    // A terminal may wrap a line that fills its last column.
    if (static_cast<int>(text.size()) < columns) return text;
  }
  text.resize(FirstColumns(text, std::max(0, columns - 1)).size());
  return text;
}

std::optional<int64_t> RemainingTime::Take(std::optional<double> fraction, int64_t now_ms) {
  // A statement may do several things after each other: a new one begins where nothing is known, or
  // where much less is done than before.
  constexpr double kAnother = 0.5;
  constexpr double kLeast = 0.02;
  constexpr double kMost = 0.99;
  if (!fraction.has_value() || *fraction < newest_ - kAnother) {
    start_ms_ = now_ms;
    start_ = newest_ = fraction.value_or(0);
    return std::nullopt;
  }
  newest_ = std::max(newest_, *fraction);
  const double done = newest_ - start_;
  const int64_t passed_ms = now_ms - start_ms_;
  if (passed_ms < kSecondMs || done < kLeast || newest_ > kMost) return std::nullopt;
  return static_cast<int64_t>(static_cast<double>(passed_ms) * (1 - newest_) / done);
}

}  // namespace paisql::script
