#pragma once

// Several services at one address: which of them gets the next request.

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "http/message.h"
#include "serving/front/routes.h"
#include "serving/front/splitter.h"

namespace paisql::serving {

// Any thread.
class GroupLine {
 public:
  // What the line before it was in the midst of splitting goes on when the members and their
  // weights are the same.
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
