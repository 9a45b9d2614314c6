// `paisql flow check` and `paisql flow graph`.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/display/amounts.h"
#include "base/process/piped_process.h"
#include "base/process/probe.h"
#include "base/text.h"
#include "flow/flow_scripts.h"
#include "flow/flow_verbs.h"
#include "flow/report/flow_report.h"
#include "script/runner.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

using nlohmann::json;

std::string ProblemsJson(const std::vector<nodes::Problem>& problems) {
  json list = json::array();
  for (const nodes::Problem& problem : problems) {
    list.push_back({{"file", problem.place.file},
                    {"line", problem.place.line},
                    {"column", problem.place.column},
                    {"severity", problem.error ? "error" : "warning"},
                    {"code", problem.code},
                    {"message", problem.message},
                    {"hint", problem.hint}});
  }
  return list.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string GraphText(const nodes::Flow& flow, const nodes::Graph& graph) {
  std::vector<std::vector<std::string>> rows;
  for (const size_t i : graph.order) {
    std::vector<std::string> behind;
    for (const nodes::Edge& edge : graph.after[i]) {
      behind.push_back(flow.nodes[edge.from].name +
                       (edge.reason.empty() ? "" : " (" + edge.reason + ")"));
    }
    rows.push_back({flow.nodes[i].name, std::string(flow.nodes[i].kind->name),
                    behind.empty() ? "" : "<- " + Join(behind, ", ")});
  }
  return Columns(rows);
}

std::string DotText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string GraphDot(const nodes::Flow& flow, const nodes::Graph& graph) {
  std::string out =
      "digraph flow {\n  rankdir=LR;\n  node [shape=box, fontname=\"sans-serif\"];\n"
      "  edge [fontname=\"sans-serif\", fontsize=10];\n";
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    out += fmt::format("  n{} [label={}];\n", i,
                       DotText(flow.nodes[i].name + "\n" + std::string(flow.nodes[i].kind->name)));
  }
  for (size_t i = 0; i < graph.after.size(); ++i) {
    for (const nodes::Edge& edge : graph.after[i]) {
      out += fmt::format("  n{} -> n{}", edge.from, i);
      if (!edge.reason.empty()) out += " [label=" + DotText(edge.reason) + "]";
      out += ";\n";
    }
  }
  return out + "}\n";
}

// Graphviz draws it.
int PrintDrawn(const std::string& graph) {
  const std::string program = FindProgram("dot");
  if (program.empty()) {
    return FailFlow({ErrorCode::kEnvironment,
                     "an SVG is drawn by Graphviz, which this machine does not have",
                     {},
                     "apt install graphviz adds it; --format dot needs nothing"},
                    script::kExitEnvironment);
  }
  SpawnOptions options;
  options.command = {program, "-Tsvg"};
  options.environment = EnvironmentWith({});
  const Result<PipedAnswer> answer = RunPiped(std::move(options), graph);
  if (!answer.ok()) return FailFlow(answer.error(), script::kExitEnvironment);
  return PrintFlowText(answer->bytes);
}

}  // namespace

int FlowCheck(const FlowCall& call) {
  std::vector<nodes::Problem> problems;
  const Result<nodes::Flow> flow = ReadFlowOf(call, problems);
  if (!flow.ok()) return FailFlow(flow.error(), script::kExitUsage);
  session::SessionOptions options = call.options;
  if (!flow->project.empty() && call.flags.common.project.empty()) options.project = flow->project;
  const std::string project = options.project;
  const Result<std::unique_ptr<FlowChecker>> checker = FlowChecker::Open(std::move(options));
  if (!checker.ok()) return FailFlow(checker.error(), script::kExitEnvironment);
  const nodes::Plan plan = nodes::MakePlan(*flow, MomentOf(call), project, checker->get());
  problems.insert(problems.end(), plan.problems.begin(), plan.problems.end());
  std::string text;
  size_t errors = 0;
  for (const nodes::Problem& problem : problems) {
    text += problem.ToString();
    if (problem.error) ++errors;
  }
  const int printed = PrintFlowText(call.flags.format == "json" ? ProblemsJson(problems) : text);
  if (printed != script::kExitDone) return printed;
  terminal::PrintLine(Counted(flow->nodes.size(), "node") + ", " + Counted(errors, "error") + ", " +
                      Counted(problems.size() - errors, "warning"));
  return errors == 0 ? script::kExitDone : script::kExitFailed;
}

int FlowGraph(const FlowCall& call) {
  std::vector<nodes::Problem> problems;
  const Result<nodes::Flow> flow = ReadFlowOf(call, problems);
  if (!flow.ok()) return FailFlow(flow.error(), script::kExitUsage);
  const nodes::Plan plan = nodes::MakePlan(*flow, MomentOf(call), call.options.project, nullptr);
  problems.insert(problems.end(), plan.problems.begin(), plan.problems.end());
  for (const nodes::Problem& problem : problems) {
    const std::string line = problem.ToString();
    if (problem.error) terminal::PrintLine(line.substr(0, line.size() - 1));
  }
  const bool known = std::ranges::all_of(
      flow->nodes, [](const nodes::Node& node) { return node.kind != nullptr; });
  if (plan.graph.order.empty() || !known) return script::kExitFailed;
  if (call.flags.format == "dot") return PrintFlowText(GraphDot(*flow, plan.graph));
  if (call.flags.format == "svg") return PrintDrawn(GraphDot(*flow, plan.graph));
  return PrintFlowText(GraphText(*flow, plan.graph));
}

}  // namespace paisql::flow
