#pragma once

// What clients of the home's servers have submitted (store/instances/instance_book.h), as jobs of
// the kind "sql", for who lists and ends jobs. For one thread.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/instances/instance_book.h"
#include "store/types.h"

namespace paisql::jobs {

inline constexpr std::string_view kOfServer = "sql";

class ServerInstances {
 public:
  explicit ServerInstances(store::Home home) : home_(std::move(home)) {}

  // `owner` owns what nobody else has submitted.
  Result<std::optional<store::Job>> Find(const std::string& id, const std::string& owner);
  // The newest first.
  Result<std::vector<store::Job>> List(const std::string& project, const std::string& owner,
                                       int64_t limit);
  // Ids that begin or end so.
  Result<std::vector<std::string>> IdsLike(const std::string& text, int64_t limit);
  // Its server looks for it soon.
  Status AskToStop(const std::string& id);

 private:
  // Null where no server has run in the home.
  Result<store::InstanceBook*> Book();

  const store::Home home_;
  std::unique_ptr<store::InstanceBook> book_;
};

}  // namespace paisql::jobs
