#include "jobs/files/json_file.h"

#include <cmath>
#include <limits>

namespace paisql::jobs {

namespace {

constexpr auto kReplace = nlohmann::json::error_handler_t::replace;

}  // namespace

std::string JsonText(const nlohmann::json& json) { return json.dump(-1, ' ', false, kReplace); }

nlohmann::json JsonOfNumber(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  return number;
}

std::optional<double> NumberOfJson(const nlohmann::json& json) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (json.is_number()) return json.get<double>();
  if (json.is_null() || json == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (json == "inf") return kInfinity;
  if (json == "-inf") return -kInfinity;
  return std::nullopt;
}

Status WriteJson(const std::string& path, const nlohmann::json& json, NewFileKind kind) {
  constexpr int kIndent = 1;
  return WriteNewFile(path, json.dump(kIndent, ' ', false, kReplace) + "\n", kind);
}

}  // namespace paisql::jobs
