#pragma once

// The meaning of names where a text is substituted. A session has a VariableSet; a node of a
// workflow will have what its node, its parents, its workflow and its workspace assign.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "variables/schedule.h"

namespace paisql::variables {

// The source that has assigned a value, for people.
enum class Origin { kFlag, kStatement, kEnvironment, kSchedule };

struct Variable {
  std::string name;
  std::string value;
  Origin origin = Origin::kStatement;
  // $bizdate, $[…] and ${…} in the value stand for themselves: it comes from outside.
  bool literal = false;
};

class Scope {
 public:
  virtual ~Scope() = default;

  virtual const Schedule& schedule() const = 0;
  // Null for a name that nobody has assigned; letter case matters, as on the platform.
  virtual const Variable* Find(std::string_view name) const = 0;
  // For hints and lists.
  virtual std::vector<std::string> Names() const = 0;
  // $jobid, $nodeid, $taskid, which only a workflow knows; `name` is without the dollar.
  virtual std::optional<std::string> System(std::string_view /*name*/) const {
    return std::nullopt;
  }
};

// kInvalidCommand, without a place: a name has letters, digits, '_' and '.', and begins with no
// digit; characters outside ASCII are letters.
Status CheckName(std::string_view name);

class VariableSet final : public Scope {
 public:
  VariableSet() = default;

  const Schedule& schedule() const override { return schedule_; }
  void UseSchedule(const Schedule& schedule) { schedule_ = schedule; }

  const Variable* Find(std::string_view name) const override;
  std::vector<std::string> Names() const override;

  // The name is a good one; its former value is gone.
  void Set(Variable variable);
  // A value that counts as long as nobody else has given one; it goes when it is not `wanted`.
  void SetByDefault(Variable variable, bool wanted);
  // False when there was none.
  bool Unset(std::string_view name);
  // By name.
  const std::map<std::string, Variable, std::less<>>& all() const { return all_; }

 private:
  Schedule schedule_;
  std::map<std::string, Variable, std::less<>> all_;
};

}  // namespace paisql::variables
