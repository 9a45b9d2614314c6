#pragma once

// Which of several instances, or of several services at one address, gets the next request.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "http/message.h"
#include "serving/front/routes.h"

namespace paisql::serving {

// Smooth weighted round robin: of each run of as many choices as the weights add up to, each gets
// exactly its weight, and the choices of one are spread over the run. One thread at a time.
class Splitter {
 public:
  explicit Splitter(std::vector<int64_t> weights);

  // The place of the one that is chosen, of those that `may` holds for; nullopt when there is none
  // of a weight above 0. The shares of the others go to those, by their weights.
  std::optional<size_t> Next(const std::function<bool(size_t)>& may);

  const std::vector<int64_t>& weights() const { return weights_; }

 private:
  std::vector<int64_t> weights_;
  std::vector<int64_t> credits_;
};

// The services of a group, of which each request goes to one. Any thread.
class GroupLine {
 public:
  // With unchanged members and weights, continues the previous line's round robin.
  GroupLine(GroupRoute route, const GroupLine* before);

  const GroupRoute& route() const { return route_; }
  bool wants_token() const { return !route_.tokens.empty(); }
  // Whether the head carries the token of one of the services.
  bool Admits(const http::Request& head) const;
  // By weight, of those that `may` holds for; nullopt when there is none of a weight above 0.
  std::optional<std::string> Next(const std::function<bool(const std::string&)>& may) const;

 private:
  struct Split {
    explicit Split(std::vector<int64_t> weights) : splitter(std::move(weights)) {}
    std::mutex mutex;
    Splitter splitter;
  };

  const GroupRoute route_;
  std::shared_ptr<Split> split_;
};

}  // namespace paisql::serving
