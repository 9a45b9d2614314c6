#pragma once

// Who of several gets the next request, by weight.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace paisql::serving {

// Smooth weighted round robin: of each run of as many choices as the weights add up to, each gets
// exactly its weight, and the choices of one are spread over the run. One thread at a time.
class Splitter {
 public:
  explicit Splitter(std::vector<int64_t> weights);

  // The place of the one that is chosen, of those that `may` holds for; nullopt when there is none
  // of a weight above 0. What others would have got goes to those, by their weights.
  std::optional<size_t> Next(const std::function<bool(size_t)>& may);

  const std::vector<int64_t>& weights() const { return weights_; }

 private:
  std::vector<int64_t> weights_;
  std::vector<int64_t> credits_;
};

}  // namespace paisql::serving
