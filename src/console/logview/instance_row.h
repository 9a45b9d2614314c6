#pragma once

// An instance as lists have it, whichever kind it is of. Pure but for what an instance tells.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "instances/instance.h"
#include "rest/call.h"
#include "store/types.h"

namespace paisql::console {

struct InstanceRow {
  std::string id;
  std::string kind;  // "sql", or "pai"
  std::string name;  // of its job, "" for none
  std::string task;
  std::string project;
  std::string owner;
  std::string state;      // as StateWord says it
  std::string statement;  // without secrets
  std::string message;    // why it failed
  int64_t created_ms = 0;
  int64_t started_ms = 0;  // 0: not yet
  int64_t ended_ms = 0;
  int priority = 9;
  std::optional<double> progress;  // 0 to 1
  std::optional<int64_t> steps;
  std::optional<double> loss;
};

// An instance without a user belongs to `owner`.
InstanceRow RowOf(const instances::Instance& instance, const std::string& owner);
InstanceRow RowOf(const store::Job& job);
// Cuts long texts for lists.
nlohmann::json RowJson(const InstanceRow& row, bool in_list);

// Splits the parameter at its commas; an empty one has no parts.
std::vector<std::string> WordsOf(const rest::Call& call, std::string_view parameter);

// Which rows a list has: the parameters state and kind (words separated by commas), user, name and
// text (a part of them, whatever the case), from_ms and to_ms (of the moment of submission).
class RowFilter {
 public:
  explicit RowFilter(const rest::Call& call);
  bool Takes(const InstanceRow& row) const;

 private:
  std::vector<std::string> states_;
  std::vector<std::string> kinds_;
  std::string user_;
  std::string name_;
  std::string text_;
  std::optional<int64_t> from_ms_;
  std::optional<int64_t> to_ms_;
};

}  // namespace paisql::console
