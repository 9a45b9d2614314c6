#include "serving/front/splitter.h"

#include <utility>

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

}  // namespace paisql::serving
