#include "console/services/front_counts.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/text.h"

namespace paisql::console {

namespace {

constexpr std::string_view kRequests = "paisql_front_requests_total{";
constexpr std::string_view kSeconds = "paisql_front_request_seconds_bucket{";
constexpr std::array<double, 3> kShares = {0.5, 0.95, 0.99};

std::string_view LabelOf(std::string_view labels, std::string_view name) {
  const std::string begin = std::string(name) + "=\"";
  const size_t at = labels.find(begin);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = labels.substr(at + begin.size());
  return rest.substr(0, rest.find('"'));
}

template <typename T>
T ParsedOr(std::string_view text, T otherwise) {
  T value = otherwise;
  (void)std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// The seconds below which so many of the counted lie, within its bucket in proportion.
double Quantile(const std::vector<double>& bounds, const std::vector<int64_t>& buckets,
                double share) {
  const int64_t all = buckets.empty() ? 0 : buckets.back();
  if (all <= 0 || bounds.empty()) return -1;
  const double wanted = share * static_cast<double>(all);
  int64_t below = 0;
  for (size_t i = 0; i < buckets.size(); ++i) {
    if (static_cast<double>(buckets[i]) < wanted) {
      below = buckets[i];
      continue;
    }
    if (i >= bounds.size()) return bounds.back();
    const double low = i == 0 ? 0 : bounds[i - 1];
    const auto within = static_cast<double>(buckets[i] - below);
    const double part = within > 0 ? (wanted - static_cast<double>(below)) / within : 1;
    return low + (bounds[i] - low) * part;
  }
  return bounds.back();
}

int64_t Grown(int64_t before, int64_t after) { return after >= before ? after - before : after; }

}  // namespace

FrontCounts ReadFrontCounts(const std::string& metrics) {
  FrontCounts counts;
  for (const std::string& line : Split(metrics, '\n')) {
    const bool requests = line.starts_with(kRequests);
    if (!requests && !line.starts_with(kSeconds)) continue;
    const size_t end = line.rfind("} ");
    if (end == std::string::npos) continue;
    const std::string_view labels = std::string_view(line).substr(0, end);
    const auto number = ParsedOr<int64_t>(std::string_view(line).substr(end + 2), 0);
    VersionCount& one = counts.versions[{std::string(LabelOf(labels, "service")),
                                         ParsedOr<int64_t>(LabelOf(labels, "version"), 0)}];
    if (!requests) {
      const std::string_view bound = LabelOf(labels, "le");
      one.buckets.push_back(number);
      if (bound != "+Inf" && counts.bounds.size() < one.buckets.size()) {
        counts.bounds.push_back(ParsedOr<double>(bound, 0));
      }
      continue;
    }
    const int code = ParsedOr<int>(LabelOf(labels, "code"), 0);
    one.answered += number;
    if (code >= 500) one.failed += number;
    if (code >= 400 && code < 500) one.refused += number;
  }
  return counts;
}

ServicePoint PointBetween(const std::string& service, const FrontCounts& before,
                          const FrontCounts& after, int64_t before_ms, int64_t after_ms) {
  ServicePoint point;
  point.time_ms = after_ms;
  const double seconds = std::max(1.0, static_cast<double>(after_ms - before_ms)) / 1000.0;
  std::vector<int64_t> buckets;
  for (auto one = after.versions.lower_bound({service, 0});
       one != after.versions.end() && one->first.first == service; ++one) {
    const auto found = before.versions.find(one->first);
    const VersionCount none;
    const VersionCount& old = found == before.versions.end() ? none : found->second;
    const VersionCount& now = one->second;
    const bool anew = now.answered < old.answered;
    const VersionCount& base = anew ? none : old;
    const auto answered = static_cast<double>(Grown(base.answered, now.answered));
    point.rate += answered / seconds;
    point.failed += static_cast<double>(Grown(base.failed, now.failed)) / seconds;
    point.refused += static_cast<double>(Grown(base.refused, now.refused)) / seconds;
    point.versions[one->first.second] = answered / seconds;
    buckets.resize(std::max(buckets.size(), now.buckets.size()));
    for (size_t i = 0; i < now.buckets.size(); ++i) {
      buckets[i] += Grown(i < base.buckets.size() ? base.buckets[i] : 0, now.buckets[i]);
    }
  }
  for (size_t i = 0; i < kShares.size(); ++i) {
    point.latency[i] = Quantile(after.bounds, buckets, kShares[i]);
  }
  return point;
}

}  // namespace paisql::console
