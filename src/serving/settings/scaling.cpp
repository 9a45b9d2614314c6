#include "serving/settings/scaling.h"

#include <fmt/format.h>

#include "base/whole_number.h"
#include "serving/settings/properties.h"

namespace paisql::serving {

namespace {

constexpr int64_t kUsualDownWindowS = 300;  // as on the platform
constexpr int64_t kMsPerSecond = 1000;

Error WrongScaling(std::string why) {
  return {ErrorCode::kInvalidCommand,
          std::move(why),
          {},
          "'autoscaler.min'='1', 'autoscaler.max'='5', 'autoscaler.strategies.qps'='100'"};
}

}  // namespace

Result<std::optional<Scaling>> ReadScaling(const std::map<std::string, std::string>& properties) {
  bool is_scaled = false;
  const auto number = [&](const char* name) -> std::optional<int64_t> {
    const auto found = properties.find(std::string("autoscaler.") + name);
    if (found == properties.end() || found->second.empty()) return std::nullopt;
    is_scaled = true;
    return ParseNumber<int64_t>(found->second, 0, INT32_MAX);
  };
  Scaling scaling;
  const std::optional<int64_t> most = number("max");
  scaling.least = number("min").value_or(1);
  scaling.qps = number("strategies.qps").value_or(0);
  scaling.cpu = number("strategies.cpu").value_or(0);
  if (!is_scaled) return std::optional<Scaling>();
  scaling.up_window_ms =
      kMsPerSecond * number("behavior.scaleUp.stabilizationWindowSeconds").value_or(0);
  scaling.down_window_ms =
      kMsPerSecond *
      number("behavior.scaleDown.stabilizationWindowSeconds").value_or(kUsualDownWindowS);
  if (!most.has_value()) return WrongScaling("an autoscaler needs autoscaler.max");
  if (scaling.qps == 0 && scaling.cpu == 0) {
    return WrongScaling(
        "an autoscaler needs autoscaler.strategies.qps or autoscaler.strategies.cpu");
  }
  scaling.most = *most;
  if (scaling.least > scaling.most)
    return WrongScaling("autoscaler.min is more than autoscaler.max");
  return std::optional(scaling);
}

std::string ScalingText(const Scaling& scaling) {
  std::string text = fmt::format("{} to {} processes, for ", scaling.least, scaling.most);
  if (scaling.qps > 0) text += fmt::format("{} requests a second", scaling.qps);
  if (scaling.qps > 0 && scaling.cpu > 0) text += " and ";
  if (scaling.cpu > 0) text += fmt::format("{} % of its cores", scaling.cpu);
  return text + " each";
}

}  // namespace paisql::serving
