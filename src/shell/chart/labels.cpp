#include "shell/chart/bars.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "types/time/time_text.h"

namespace paisql::shell {

namespace {

constexpr double kWholeLimit = 1e15;  // a DOUBLE beyond has no exact digits to show

// Without the control characters that would move the cursor.
std::string Clean(std::string_view text) {
  std::string clean;
  for (const char c : text) clean += (c >= 0 && c < ' ') || c == 0x7F ? ' ' : c;
  return clean;
}

}  // namespace

std::string NumberLabel(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == std::floor(value) && std::abs(value) < kWholeLimit) {
    return GroupedText(static_cast<int64_t>(value));
  }
  const double size = std::abs(value);
  if (size >= 1000 && size < kWholeLimit) {
    const std::string fraction = fmt::format("{:.1f}", value - std::trunc(value));
    return fraction.starts_with("-1") || fraction.starts_with('1')
               ? GroupedText(static_cast<int64_t>(std::round(value)))
               : GroupedText(static_cast<int64_t>(value)) + fraction.substr(fraction.find('.'));
  }
  return fmt::format("{:.4g}", value);
}

std::string AxisLabel(const Chart& chart, double x) {
  std::string text;
  switch (chart.x_axis) {
    case AxisKind::kNumber:
      return NumberLabel(x);
    case AxisKind::kDay:
      AppendDate(static_cast<int32_t>(std::round(x / 86400)), text);
      return text;
    case AxisKind::kTime:
      AppendDatetime(static_cast<int64_t>(x) * 1'000'000, text);
      return text;
    case AxisKind::kLabel: {
      if (chart.labels.empty()) return "";
      const double row = std::round(x);
      constexpr double kAside = 1e-6;
      const bool there = row >= 0 && row < static_cast<double>(chart.labels.size());
      if (!there || std::abs(x - row) > kAside) return "";
      return Clean(chart.labels[static_cast<size_t>(row)]);
    }
  }
  return text;
}

std::string BarLabel(const Bar& bar) { return bar.label ? Clean(*bar.label) : "NULL"; }

std::string BarValue(const Bar& bar) { return bar.value ? NumberLabel(*bar.value) : "NULL"; }

std::string Fit(std::string_view text, int columns, bool right, bool ascii) {
  const std::string cut = CutTo(text, columns, ascii ? "." : "…");
  const auto width = static_cast<size_t>(std::max(columns, 0));
  return right ? PadLeft(cut, width) : Pad(cut, width);
}

}  // namespace paisql::shell
