#include "nodes/model/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/model/cron.h"
#include "syntax/lexer/lexer.h"
#include "variables/substitution.h"
#include "variables/value.h"

namespace paisql::nodes {

namespace {

constexpr std::string_view kOfWorkflow = "workflow.";

bool IsPosition(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

// Names as the values of parameters may use them.
class NodeScope final : public variables::Scope {
 public:
  NodeScope(const Flow& flow, const Node& node, const RunMoment& moment)
      : node_(node), schedule_(ScheduleOf(flow, node, moment)) {
    for (const Parameter& parameter : flow.parameters) {
      Set(parameter.name, parameter.expression);
      Set(std::string(kOfWorkflow) + parameter.name, parameter.expression);
    }
    for (const Parameter& parameter : node.parameters) Set(parameter.name, parameter.expression);
    for (const variables::Variable& variable : moment.defined) known_[variable.name] = variable;
  }

  const variables::Schedule& schedule() const override { return schedule_; }
  const variables::Variable* Find(std::string_view name) const override {
    const auto found = known_.find(name);
    return found == known_.end() ? nullptr : &found->second;
  }
  std::vector<std::string> Names() const override {
    std::vector<std::string> names;
    for (const auto& [name, variable] : known_) names.push_back(name);
    return names;
  }
  std::optional<std::string> System(std::string_view name) const override {
    if (name == "nodeid") return node_.name;
    // Runs and instances are the same work: their numbers differ from run to run, and what rests on
    // them would never be the same again.
    return "0";
  }

 private:
  void Set(const std::string& name, std::string value) {
    known_[name] = {name, std::move(value), variables::Origin::kStatement, false};
  }

  const Node& node_;
  variables::Schedule schedule_;
  std::map<std::string, variables::Variable, std::less<>> known_;
};

// "$[hh24-1/24]": the hour goes back without the day.
bool LosesTheDay(std::string_view expression) {
  const size_t begin = expression.find("$[");
  if (begin == std::string_view::npos) return false;
  const std::string_view inner =
      expression.substr(begin + 2, expression.find(']', begin) - begin - 2);
  return inner.find("hh") != std::string_view::npos && inner.find("dd") == std::string_view::npos &&
         inner.find('/') != std::string_view::npos;
}

void Warn(std::vector<Problem>& problems, Place place, std::string message, std::string hint) {
  problems.push_back({false, std::move(place), "", std::move(message), std::move(hint)});
}

// Adds one that has no value yet under its name.
class Resolver {
 public:
  Resolver(const Node& node, const NodeScope& scope, std::vector<Problem>& problems)
      : node_(node), scope_(scope), problems_(problems) {}

  void Add(const Parameter& parameter, std::string_view source) {
    if (!names_.insert(parameter.name).second) return;
    const Result<variables::Value> value =
        variables::Expand({parameter.name, parameter.expression}, scope_);
    if (!value.ok()) {
      problems_.push_back({true, parameter.place, "",
                           fmt::format("parameter {} of node {}: {}", parameter.name, node_.name,
                                       value.error().detail),
                           value.error().hint});
      return;
    }
    if (!value->warning.empty()) {
      Warn(problems_, parameter.place,
           fmt::format("parameter {} of node {}: {}", parameter.name, node_.name, value->warning),
           "");
    }
    if (LosesTheDay(parameter.expression)) {
      Warn(
          problems_, parameter.place,
          fmt::format("parameter {} of node {}: the hour goes back across midnight, and a day that "
                      "stands beside it does not",
                      parameter.name, node_.name),
          "give the day the same offset: $[yyyymmdd-1/24]");
    }
    resolved_.push_back({parameter.name, parameter.expression, value->text, std::string(source)});
  }

  std::vector<Resolved> Take() { return std::move(resolved_); }

 private:
  const Node& node_;
  const NodeScope& scope_;
  std::vector<Problem>& problems_;
  std::set<std::string> names_;
  std::vector<Resolved> resolved_;
};

}  // namespace

variables::Schedule ScheduleOf(const Flow& flow, const Node& node, const RunMoment& moment) {
  std::optional<int64_t> cyctime = moment.cyctime;
  const std::string& text = node.cron.empty() ? flow.cron : node.cron;
  if (!cyctime.has_value() && !text.empty()) {
    const Result<Cron> cron = ReadCron(text);
    if (cron.ok()) {
      cyctime = (moment.bizdate + 1) * variables::kSecondsOfDay + cron->FirstSecond();
    }
  }
  return variables::MakeSchedule(moment.bizdate, cyctime, moment.today);
}

bool IsDue(const Flow& flow, const Node& node, const RunMoment& moment) {
  const std::string& text = node.cron.empty() ? flow.cron : node.cron;
  if (text.empty()) return true;
  const Result<Cron> cron = ReadCron(text);
  return !cron.ok() || cron->DueOn(moment.bizdate + 1);
}

std::vector<Resolved> ResolveParameters(const Flow& flow, const Node& node, const RunMoment& moment,
                                        std::vector<Problem>& problems) {
  const NodeScope scope(flow, node, moment);
  Resolver resolver(node, scope, problems);
  for (const variables::Variable& variable : moment.defined) {
    const std::string written = variable.literal ? "" : variable.value;
    if (!variable.literal) resolver.Add({variable.name, written, {}}, "--define");
  }
  for (const Parameter& parameter : node.parameters) resolver.Add(parameter, "node");
  for (const Parameter& parameter : flow.parameters) resolver.Add(parameter, "workflow");
  std::vector<Resolved> resolved = resolver.Take();
  for (const variables::Variable& variable : moment.defined) {
    if (variable.literal) {
      resolved.push_back({variable.name, variable.value, variable.value, "--define-env"});
    }
  }
  return resolved;
}

std::vector<std::string> Positional(const std::vector<Resolved>& parameters) {
  std::map<size_t, std::string> by_position;
  for (const Resolved& parameter : parameters) {
    if (!IsPosition(parameter.name) || parameter.name.size() > 4) continue;
    by_position[std::stoul(parameter.name)] = parameter.value;
  }
  std::vector<std::string> values;
  for (const auto& [position, value] : by_position) {
    if (position == 0) continue;
    values.resize(std::max(values.size(), position));
    values[position - 1] = value;
  }
  return values;
}

std::vector<variables::Variable> VariablesOf(const std::vector<Resolved>& parameters) {
  std::vector<variables::Variable> made;
  for (const Resolved& parameter : parameters) {
    if (IsPosition(parameter.name)) continue;
    made.push_back({parameter.name, parameter.value, variables::Origin::kFlag, true});
  }
  return made;
}

Result<std::string> SubstitutedCode(const Flow& flow, const Node& node, const RunMoment& moment,
                                    const std::vector<Resolved>& parameters) {
  if (!variables::MayHoldVariables(node.code)) return node.code;
  variables::VariableSet set;
  set.UseSchedule(ScheduleOf(flow, node, moment));
  for (variables::Variable& variable : VariablesOf(parameters)) set.Set(std::move(variable));
  for (const char* name : {"bizdate", "cyctime"}) {
    set.SetByDefault({name, "$" + std::string(name), variables::Origin::kSchedule}, true);
  }
  std::vector<variables::ByteRange> comments;
  if (node.kind != nullptr && node.kind->runs == Runs::kSql) {
    for (const syntax::TextRange& range : syntax::CommentRanges(node.code)) {
      comments.push_back({range.begin, range.end});
    }
  }
  PAISQL_ASSIGN(variables::Substituted made,
                variables::Substitute(node.code, comments, false, set));
  return std::move(made.text);
}

std::string DayText(int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days(day)}};
  return fmt::format("{:04}{:02}{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace paisql::nodes
