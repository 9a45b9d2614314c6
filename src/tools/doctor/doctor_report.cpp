#include "tools/doctor/doctor_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "render/error_report.h"
#include "terminal/terminal.h"
#include "types/value_text.h"

namespace paisql::tools {

namespace {

constexpr std::array<std::string_view, 4> kNames = {"ok", "note", "warning", "missing"};
constexpr std::array<terminal::Color, 4> kColors = {terminal::Color::kGreen, terminal::Color::kCyan,
                                                    terminal::Color::kBold, terminal::Color::kRed};
constexpr size_t kHealthWidth = 9;  // of "warning" and two spaces

}  // namespace

std::string_view HealthName(Health health) { return kNames[static_cast<size_t>(health)]; }

std::string DoctorLine(const NamedExamined& check, size_t width, bool color) {
  const Examined& examined = check.examined;
  const std::string_view health = HealthName(examined.health);
  std::string line = terminal::Paint(health, kColors[static_cast<size_t>(examined.health)], color);
  line.append(kHealthWidth - health.size(), ' ');
  line += fmt::format("{:<{}}  {}\n", check.name, width, render::OneLine(examined.found));
  if (!examined.cure.empty()) {
    line.append(kHealthWidth, ' ');
    line += "hint: " + render::OneLine(examined.cure) + "\n";
  }
  return line;
}

std::string DoctorMeanwhile(const Check& check, size_t width, bool ascii) {
  return Pad(ascii ? "..." : "…", kHealthWidth) +
         fmt::format("{:<{}}  {}", check.name, width, check.meanwhile);
}

std::string DoctorJson(const std::vector<NamedExamined>& checks) {
  std::string out = "[";
  for (const NamedExamined& check : checks) {
    out += out.size() == 1 ? "\n{" : ",\n{";
    const auto add = [&out](std::string_view key, std::string_view text, std::string_view behind) {
      out += fmt::format("\"{}\": ", key);
      AppendJsonString(text, out);
      out += behind;
    };
    add("check", check.name, ", ");
    add("status", HealthName(check.examined.health), ", ");
    add("found", render::OneLine(check.examined.found), ", ");
    add("hint", render::OneLine(check.examined.cure), "}");
  }
  return out + (checks.empty() ? "]\n" : "\n]\n");
}

std::string DoctorTotals(const std::vector<NamedExamined>& checks) {
  const auto count = [&checks](Health health) {
    return std::ranges::count_if(
        checks, [health](const NamedExamined& one) { return one.examined.health == health; });
  };
  const auto missing = count(Health::kMissing);
  const auto warnings = count(Health::kWarning);
  std::string totals = missing == 0
                           ? "SQL and training can run"
                           : fmt::format("not all of SQL and training can run: {} {}", missing,
                                         missing == 1 ? "thing is missing" : "things are missing");
  if (warnings > 0) {
    totals += "; " + Counted(warnings, "warning");
  }
  return totals;
}

}  // namespace paisql::tools
