#include "serving/front/front_target.h"

#include <utility>

#include "base/text.h"
#include "serving/service/target.h"

namespace paisql::serving {

namespace {

struct FixedRow {
  std::string_view path;
  FrontPage page;
};
constexpr FixedRow kFixed[] = {
    {kMetricsPaths[0], FrontPage::kMetrics},
    {kMetricsPaths[1], FrontPage::kMetrics},
    {kAlivePath, FrontPage::kAlive},
    {kReadyPath, FrontPage::kReady},
};

// The name up to '/' or ':', and the rest of the path.
std::pair<std::string_view, std::string_view> CutName(std::string_view path) {
  const size_t end = std::min(path.find_first_of("/:"), path.size());
  return {path.substr(0, end), path.substr(end)};
}

// The encoded text after its first `letters` decoded letters.
std::string_view BehindDecoded(std::string_view encoded, size_t letters) {
  size_t at = 0;
  for (; letters > 0 && at < encoded.size(); --letters) {
    at += PercentDecode(encoded.substr(at, 3)).size() == 1 ? 3 : 1;
  }
  return encoded.substr(std::min(at, encoded.size()));
}

// N of "/versions/N:predict".
std::string_view VersionOf(std::string_view behind) {
  if (!behind.starts_with(kVersionsPrefix)) return "";
  return CutName(behind.substr(kVersionsPrefix.size())).first;
}

FrontTarget OfService(std::string_view service, std::string_view version, bool is_rest) {
  if (service.empty()) return {};
  return {FrontPage::kService, std::string(service), std::string(version), is_rest};
}

}  // namespace

FrontTarget FindFrontTarget(std::string_view target) {
  const std::string decoded = PercentDecode(target.substr(0, target.find('?')));
  const std::string_view path = decoded;
  for (const FixedRow& row : kFixed) {
    if (path == row.path) return {row.page};
  }
  for (const std::string_view prefix : kUpstreamPrefixes) {
    if (path.starts_with(prefix)) {
      return {FrontPage::kUpstreams, std::string(path.substr(prefix.size()))};
    }
  }
  if (path.starts_with(kModelPrefix)) {
    const auto [service, behind] = CutName(path.substr(kModelPrefix.size()));
    return OfService(service, VersionOf(behind), true);
  }
  if (!path.starts_with(kPredictPrefix)) return {};
  const auto [service, behind] = CutName(path.substr(kPredictPrefix.size()));
  if (behind.starts_with(kModelPrefix)) {
    const auto [model, verb] = CutName(behind.substr(kModelPrefix.size()));
    return OfService(service, model.empty() ? "" : VersionOf(verb), true);
  }
  return OfService(service, "", false);
}

std::string RenameInTarget(std::string_view target, std::string_view from, std::string_view to) {
  const std::string decoded = PercentDecode(target.substr(0, target.find('?')));
  std::string_view path = decoded;
  std::string renamed;
  for (const std::string_view prefix : {kPredictPrefix, kModelPrefix}) {
    if (!path.starts_with(prefix)) continue;
    const std::string_view behind = path.substr(prefix.size());
    if (CutName(behind).first != from) break;
    renamed.append(prefix).append(to);
    path = behind.substr(from.size());
  }
  // The rest of the path belongs to the service: keep it encoded as the client sent it.
  return renamed.append(BehindDecoded(target, decoded.size() - path.size()));
}

}  // namespace paisql::serving
