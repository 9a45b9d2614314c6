#include "serving/front/splitter.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "serving/access/admission.h"

namespace paisql::serving {

Splitter::Splitter(std::vector<int64_t> weights)
    : weights_(std::move(weights)), credits_(weights_.size(), 0) {}

std::optional<size_t> Splitter::Next(const std::function<bool(size_t)>& may) {
  std::optional<size_t> best;
  int64_t total = 0;
  for (size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] <= 0 || !may(i)) continue;
    credits_[i] += weights_[i];
    total += weights_[i];
    if (!best.has_value() || credits_[i] > credits_[*best]) best = i;
  }
  if (best.has_value()) credits_[*best] -= total;
  return best;
}

namespace {

std::vector<int64_t> MemberWeights(const GroupRoute& route) {
  std::vector<int64_t> weights;
  for (const GroupRoute::Member& member : route.members) weights.push_back(member.weight);
  return weights;
}

}  // namespace

GroupLine::GroupLine(GroupRoute route, const GroupLine* before) : route_(std::move(route)) {
  const bool same_split = before != nullptr && before->route_.members == route_.members;
  split_ = same_split ? before->split_ : std::make_shared<Split>(MemberWeights(route_));
}

bool GroupLine::Admits(const http::Request& head) const {
  return !wants_token() ||
         std::any_of(route_.tokens.begin(), route_.tokens.end(),
                     [&head](const std::string& token) { return IsAuthorized(head, token); });
}

std::optional<std::string> GroupLine::Next(
    const std::function<bool(const std::string&)>& may) const {
  const std::lock_guard lock(split_->mutex);
  const std::optional<size_t> next =
      split_->splitter.Next([&](size_t index) { return may(route_.members[index].service); });
  if (!next.has_value()) return std::nullopt;
  return route_.members[*next].service;
}

}  // namespace paisql::serving
