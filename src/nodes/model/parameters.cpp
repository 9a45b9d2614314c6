#include "nodes/model/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "base/text.h"
#include "nodes/model/cron.h"
#include "variables/value.h"

namespace paisql::nodes {

namespace {

constexpr std::string_view kOfWorkflow = "workflow.";
constexpr std::string_view kOfWorkspace = "workspace.";

bool IsPosition(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

// Names as the values of parameters may use them.
class NodeScope final : public variables::Scope {
 public:
  NodeScope(const Flow& flow, const Node& node, const RunMoment& moment, const Givens& inputs)
      : node_(node), schedule_(ScheduleOf(flow, node, moment)) {
    for (const Parameter& parameter : flow.workspace) {
      Set(parameter.name, parameter.expression);
      Set(std::string(kOfWorkspace) + parameter.name, parameter.expression);
    }
    for (const Parameter& parameter : flow.parameters) {
      Set(parameter.name, parameter.expression);
      Set(std::string(kOfWorkflow) + parameter.name, parameter.expression);
    }
    for (const Resolved& outer : moment.outer) {
      SetLiteral(outer.name, outer.value);
      SetLiteral(std::string(kOfWorkflow) + outer.name, outer.value);
    }
    for (const auto& [name, given] : inputs) {
      SetLiteral(name, given.unknown() ? "" : given.Whole());
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
  void SetLiteral(const std::string& name, std::string value) {
    known_[name] = {name, std::move(value), variables::Origin::kStatement, true};
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
  Resolver(const Node& node, const NodeScope& scope, const Givens& givens,
           std::vector<Problem>& problems)
      : node_(node), scope_(scope), givens_(givens), problems_(problems) {}

  // One that somebody else has resolved.
  void AddDone(Resolved resolved) {
    if (names_.insert(resolved.name).second) resolved_.push_back(std::move(resolved));
  }

  void Add(const Parameter& parameter, std::string_view source) {
    if (!names_.insert(parameter.name).second) return;
    if (nodes::NamesUnknown(parameter.expression, givens_) || NamesUnknownParameter(parameter)) {
      resolved_.push_back({parameter.name, parameter.expression, "", std::string(source), false});
      return;
    }
    const Result<variables::Value> value = Expanded(parameter);
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
    resolved_.push_back({parameter.name, parameter.expression, value->text, std::string(source),
                         true, IsFromRun(parameter)});
  }

  std::vector<Resolved> Take() { return std::move(resolved_); }

 private:
  bool IsFromRun(const Parameter& parameter) const {
    if (nodes::NamesAny(parameter.expression, givens_)) return true;
    return std::ranges::any_of(resolved_, [&](const Resolved& one) {
      return one.from_run &&
             nodes::NamesAny(parameter.expression, Givens{{one.name, Given::Unknown()}});
    });
  }

  // A value is followed once: it may name a parameter that is not known yet.
  bool NamesUnknownParameter(const Parameter& parameter) const {
    Givens unknown;
    for (const Resolved& one : resolved_) {
      if (!one.known) unknown.emplace(one.name, Given::Unknown());
    }
    return !unknown.empty() && nodes::NamesUnknown(parameter.expression, unknown);
  }

  Result<variables::Value> Expanded(const Parameter& parameter) const {
    PAISQL_ASSIGN(std::string put, PutGivens(parameter.expression, givens_, GivenForms::kIndexed));
    return variables::Expand({parameter.name, std::move(put)}, scope_);
  }

  const Node& node_;
  const NodeScope& scope_;
  const Givens& givens_;
  std::vector<Problem>& problems_;
  std::set<std::string> names_;
  std::vector<Resolved> resolved_;
};

}  // namespace

Givens AllGivens(const RunMoment& moment, const Givens& inputs) {
  Givens all = inputs;
  all.insert(moment.givens.begin(), moment.givens.end());
  return all;
}

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
                                        const Givens& inputs, std::vector<Problem>& problems) {
  const NodeScope scope(flow, node, moment, inputs);
  const Givens givens = AllGivens(moment, inputs);
  Resolver resolver(node, scope, givens, problems);
  for (const variables::Variable& variable : moment.defined) {
    if (variable.literal) {
      resolver.AddDone({variable.name, variable.value, variable.value, "--define-env"});
    } else {
      resolver.Add({variable.name, variable.value, {}}, "--define");
    }
  }
  // A parameter that names a value known only in the run stands after it.
  for (const Input& input : node.inputs) {
    const auto given = inputs.find(input.name);
    if (given == inputs.end()) continue;
    const bool own = std::ranges::any_of(
        node.parameters, [&](const Parameter& one) { return one.name == input.name; });
    if (own) continue;
    const bool known = !given->second.unknown();
    resolver.AddDone({input.name, input.from.name + "." + input.variable,
                      known ? given->second.Whole() : "", input.from.name, known, true});
  }
  for (const Parameter& parameter : node.parameters) resolver.Add(parameter, "node");
  for (const Resolved& outer : moment.outer) resolver.AddDone(outer);
  for (const Parameter& parameter : flow.parameters) resolver.Add(parameter, "workflow");
  for (const Parameter& parameter : flow.workspace) resolver.Add(parameter, "workspace");
  return resolver.Take();
}

Result<Givens> ResolveGives(const Flow& flow, const Node& node, const RunMoment& moment,
                            const Givens& inputs) {
  std::vector<Problem> problems;
  // A value is followed once, and so the node's own parameters are put in as they are.
  RunMoment inner = moment;
  inner.defined.clear();
  for (const Resolved& one : ResolveParameters(flow, node, moment, inputs, problems)) {
    inner.defined.push_back({one.name, one.value, variables::Origin::kStatement, true});
  }
  const NodeScope scope(flow, node, inner, inputs);
  const Givens givens = AllGivens(moment, inputs);
  Resolver resolver(node, scope, givens, problems);
  Givens given;
  for (const Parameter& one : node.gives) {
    // A value that is passed on whole keeps its rows.
    const std::string& text = one.expression;
    const bool whole = text.starts_with("${") && text.ends_with('}');
    const auto input = whole ? givens.find(text.substr(2, text.size() - 3)) : givens.end();
    if (input != givens.end()) {
      given[one.name] = input->second;
    } else {
      resolver.Add(one, "node");
    }
  }
  for (const Problem& problem : problems) {
    if (problem.error) return Error{ErrorCode::kInvalidCommand, problem.message, {}, problem.hint};
  }
  for (Resolved& one : resolver.Take()) given[one.name] = Given::Text(std::move(one.value));
  return given;
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

std::string DayText(int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days(day)}};
  return fmt::format("{:04}{:02}{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

}  // namespace paisql::nodes
