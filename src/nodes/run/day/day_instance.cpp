// How nodes begin and end: what runs of them, and what they give to others.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "nodes/code/code_text.h"
#include "nodes/model/prepared_code.h"
#include "nodes/run/day/day_run.h"
#include "nodes/run/node_files.h"
#include "nodes/run/settle_runs.h"

namespace paisql::nodes {

namespace {

using nlohmann::json;

// Beside the log of a node.
constexpr const char* kAnswerFile = "answer";
constexpr const char* kConditionsFile = "conditions";
constexpr const char* kArgumentsFile = "arguments";
constexpr const char* kResourcesFolder = "resources";

Error NoPython() {
  return {ErrorCode::kEnvironment,
          "the node needs a Python interpreter, and none was found",
          {},
          "PAISQL_PYTHON names one; paisql doctor tells more"};
}

std::string Dump(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

bool Answers(const Node& node) { return node.kind->runs == Runs::kAssignment; }

}  // namespace

Status DayRun::NoteEvidence(Level& level, size_t i) {
  PAISQL_ASSIGN(const Evidence evidence,
                CollectEvidence(WorkOf(level.node(i), level.moment.givens), level.parameters[i],
                                level.plan->flows[i], *book_));
  nodes_[level.rows[i]].evidence = evidence.ToJson();
  return Status::Ok();
}

Result<Instance> DayRun::InstanceOf(const Spot& spot, int64_t now_ms) {
  Level& level = LevelOf(spot);
  const size_t i = spot.node;
  const Node& node = level.node(i);
  PAISQL_TRY(level.Resolve(i));
  PAISQL_ASSIGN(const bool previous, PreviousDone(level, i));
  if (!previous) return Hold(level, i, now_ms);
  PAISQL_TRY(NoteEvidence(level, i));
  switch (node.kind->runs) {
    case Runs::kNothing:
    case Runs::kHub:
      return Instance();
    case Runs::kMerge:
      PAISQL_TRY(Judge(level, i));
      return Instance();
    case Runs::kBranch:
      return BranchOf(level, i);
    case Runs::kWait:
    case Runs::kCheck:
      return Hold(level, i, now_ms);
    case Runs::kDoWhile:
    case Runs::kForEach:
    case Runs::kWorkflow: {
      PAISQL_TRY(BeginBody(level, i, now_ms));
      Instance held;
      held.held = true;
      return held;
    }
    default:
      return ProcessOf(level, i);
  }
}

// The node's code, its variables and its place in the run's folder; of SQL that is all.
Result<Instance> DayRun::CodeOf(Level& level, size_t i) {
  const Node& node = level.node(i);
  const std::vector<Resolved>& parameters = level.parameters[i];
  Instance instance;
  instance.timeout_ms = node.timeout_ms;
  instance.log = LogOf(level.rows[i]);
  instance.folder = ParentFolder(node.path);
  const std::string own = ParentFolder(instance.log);
  PAISQL_TRY(MakeNodeFolder(own));
  const std::string answer = own + "/" + kAnswerFile;
  std::error_code failure;
  std::filesystem::remove(answer, failure);
  PAISQL_ASSIGN(std::string code,
                PreparedCode(*level.flow, node, level.moment, level.inputs[i], parameters));
  instance.sql = ScriptOf(*level.flow, node, level.moment, parameters, std::move(code));
  if (Answers(node)) instance.sql.answer = answer;
  instance.runs = Runs::kSql;
  return instance;
}

std::vector<std::pair<std::string, std::string>> DayRun::EnvironmentOf(
    const Level& level, size_t i, const Instance& instance) const {
  const Node& node = level.node(i);
  return {
      {kRunVariable, RunMark(request_->home, run_.id)},
      {"SKYNET_BIZDATE", instance.sql.bizdate},
      {"SKYNET_CYCTIME", instance.sql.cyctime},
      {"SKYNET_ID", node.cycle_of.empty() ? node.name : node.cycle_of},
      {"SKYNET_TASKID", fmt::format("{}_{}", run_.id, level.rows[i])},
      {"SKYNET_JOBID", std::to_string(run_.id)},
      {"SKYNET_PRIORITY", std::to_string(node.priority)},
      {"PAISQL_HOME", request_->home},
  };
}

// The arguments that paisql.odps.node reads: the node's parameters, and how to start this program.
std::string DayRun::OdpsArguments(const Level& level, size_t i, const Instance& instance) const {
  const Node& node = level.node(i);
  json arguments = json::object();
  for (const Resolved& one : level.parameters[i]) arguments[one.name] = one.value;
  json program = json::array({request_->programs.self});
  for (const std::string& word : request_->programs.arguments) program.push_back(word);
  const json told = {{"args", arguments},
                     {"program", program},
                     {"project", level.moment.project},
                     {"bizdate", instance.sql.bizdate},
                     {"cyctime", instance.sql.cyctime},
                     {"python2", Python2Of(node)},
                     {"file", node.path}};
  return Dump(told);
}

// Runs a copy of the code, and sets PYTHONPATH.
Result<std::vector<std::string>> DayRun::PythonCommand(const Level& level, size_t i,
                                                       bool has_resources, Instance& instance) {
  const Node& node = level.node(i);
  const Programs& programs = request_->programs;
  if (programs.python.empty()) return NoPython();
  const std::string own = ParentFolder(instance.log);
  const std::string copy = own + "/code.py";
  PAISQL_TRY(WriteNewFile(copy, instance.sql.code, NewFileKind::kOwnPassing));
  std::vector<std::string> command = {programs.python, "-u"};
  std::string path = ParentFolder(node.path);
  if (has_resources) path += ":" + instance.folder;
  if (CodeRuns(node) == Runs::kPyOdps || (!Answers(node) && UsesOdps(node.code))) {
    const std::string arguments = own + "/" + kArgumentsFile;
    PAISQL_TRY(
        WriteNewFile(arguments, OdpsArguments(level, i, instance), NewFileKind::kOwnPassing));
    command.insert(command.end(), {"-m", "paisql.odps.node", arguments});
    path += ":" + programs.python_folder;
  } else if (const std::string_view python2 = Python2Of(node); python2 != "off") {
    command.insert(command.end(), {"-m", "paisql.python2.script", std::string(python2), node.path});
    path += ":" + programs.python_folder;
  }
  command.push_back(copy);
  instance.environment.emplace_back("PYTHONPATH", path);
  return command;
}

Result<Instance> DayRun::ProcessOf(Level& level, size_t i) {
  const Node& node = level.node(i);
  PAISQL_ASSIGN(Instance instance, CodeOf(level, i));
  const Runs runs = CodeRuns(node);
  if (runs == Runs::kSql) return instance;
  const std::string own = ParentFolder(instance.log);
  const std::vector<std::string> resources = ResourceReferences(node.code);
  if (!resources.empty()) {
    // On the platform a node runs among its resources, and nothing else.
    instance.folder = own + "/" + kResourcesFolder;
    PAISQL_TRY(PutResources(resources, level.moment.project, node, instance.folder, *book_));
  }
  instance.runs = Runs::kShell;
  instance.environment = EnvironmentOf(level, i, instance);
  std::vector<std::string> command;
  if (runs == Runs::kShell) {
    std::string script = node.path;
    if (instance.sql.code != node.code) {
      script = own + "/code.sh";
      PAISQL_TRY(WriteNewFile(script, instance.sql.code, NewFileKind::kOwnPassing));
    }
    command = {"/bin/bash", script};
  } else {
    PAISQL_ASSIGN(command, PythonCommand(level, i, !resources.empty(), instance));
  }
  if (runs != Runs::kPyOdps) {
    std::ranges::copy(Positional(level.parameters[i]), std::back_inserter(command));
  }
  if (Answers(node)) {
    // Its output goes to its log and to the answer, of which the last line counts.
    instance.command = {"/bin/bash", "-c", "set -o pipefail; \"$@\" | tee -- \"$PAISQL_ANSWER\"",
                        "node"};
    instance.environment.emplace_back("PAISQL_ANSWER", instance.sql.answer);
  }
  std::ranges::copy(command, std::back_inserter(instance.command));
  return instance;
}

// The conditions stand in a file that is away with the node's end: they may hold secrets.
Result<Instance> DayRun::BranchOf(Level& level, size_t i) {
  const Node& node = level.node(i);
  const Programs& programs = request_->programs;
  if (programs.python.empty()) return NoPython();
  Instance instance;
  instance.runs = Runs::kShell;
  instance.timeout_ms = node.timeout_ms;
  instance.log = LogOf(level.rows[i]);
  const std::string own = ParentFolder(instance.log);
  instance.folder = own;
  PAISQL_TRY(MakeNodeFolder(own));
  json conditions = json::array();
  for (const BranchArm& arm : node.control.branches) {
    PAISQL_ASSIGN(const MarkedText when,
                  TextWithMarks(*level.flow, node, level.moment, level.inputs[i],
                                level.parameters[i], arm.when));
    json values = json::array();
    for (const MarkedText::Mark& mark : when.marks) values.push_back(mark.value);
    conditions.push_back({{"written", arm.when},
                          {"when", when.text},
                          {"mark", when.name},
                          {"values", std::move(values)}});
  }
  const std::string asked = own + "/" + kConditionsFile;
  const std::string answer = own + "/" + kAnswerFile;
  std::error_code failure;
  std::filesystem::remove(answer, failure);
  PAISQL_TRY(WriteNewFile(asked, Dump(conditions), NewFileKind::kOwnPassing));
  instance.environment = {{kRunVariable, RunMark(request_->home, run_.id)}};
  instance.command = {
      programs.python, "-I",  "-S", programs.python_folder + "/paisql/odps/conditions.py",
      asked,           answer};
  return instance;
}

Result<std::vector<size_t>> DayRun::Outcome(Level& level, size_t i) {
  const Node& node = level.node(i);
  const std::string answer = ParentFolder(LogOf(level.rows[i])) + "/" + kAnswerFile;
  std::vector<size_t> skipped;
  json outputs = json::object();
  if (node.kind->runs == Runs::kBranch) {
    PAISQL_ASSIGN(const size_t way, ReadWay(answer, node.control.branches));
    level.chosen[i] = way;
    skipped = level.SkippedBy(i, way);
    outputs["chosen"] = way;
  } else if (Answers(node)) {
    PAISQL_ASSIGN(Given given, CodeRuns(node) == Runs::kSql ? ReadRows(answer) : ReadLine(answer));
    outputs[kAssigned] = json::parse(given.ToJson());
    level.gives[i][kAssigned] = std::move(given);
  }
  PAISQL_TRY(Give(level, i));
  const std::vector<std::string> secrets = SecretValues(level.parameters[i]);
  for (const auto& [name, given] : level.gives[i]) {
    if (name == kAssigned) continue;
    const std::string text = given.Whole();
    const bool secret = RedactValue(name, text) != text || WithoutSecrets(text, secrets) != text;
    outputs[name] = secret ? json(kRedacted) : json::parse(given.ToJson());
  }
  if (!outputs.empty()) nodes_[level.rows[i]].outputs = Dump(outputs);
  return skipped;
}

// Computes its `gives`, with its parameters in them.
Status DayRun::Give(Level& level, size_t i) {
  const Node& node = level.node(i);
  if (node.gives.empty()) return Status::Ok();
  PAISQL_ASSIGN(Givens given, ResolveGives(*level.flow, node, level.moment, level.inputs[i]));
  for (auto& [name, value] : given) level.gives[i][name] = std::move(value);
  return Status::Ok();
}

void DayRun::Succeed(Level& level, size_t i, int64_t now_ms) {
  nodes_[level.rows[i]].ended_ms = NowMs();
  level.loops.erase(i);
  const Result<std::vector<size_t>> skipped = Outcome(level, i);
  if (skipped.ok()) return level.scheduler.Succeed(i, *skipped);
  Fail(level, i, skipped.error().detail, now_ms);
}

void DayRun::Fail(Level& level, size_t i, std::string why, int64_t now_ms) {
  nodes_[level.rows[i]].ended_ms = NowMs();
  level.loops.erase(i);
  failures_[level.rows[i]] = std::move(why);
  level.scheduler.Fail(i, now_ms);
}

void DayRun::End(const Spot& spot, const Ending& ending, int64_t now_ms) {
  Level& level = LevelOf(spot);
  const size_t i = spot.node;
  const std::string log = LogOf(level.rows[i]);
  const std::vector<std::string> secrets = SecretValues(level.parameters[i]);
  if (ending.succeeded) {
    Succeed(level, i, now_ms);
  } else {
    const std::string said = FirstLineOfWhy(log);
    std::string why = ending.why.empty() || (!said.empty() && ending.why.starts_with("exit status"))
                          ? said
                          : ending.why;
    if (why.empty()) why = ending.why;
    Fail(level, i, WithoutSecrets(std::move(why), secrets), now_ms);
  }
  HideSecrets(ParentFolder(log), secrets);
  SettleLevels(now_ms);
}

}  // namespace paisql::nodes
