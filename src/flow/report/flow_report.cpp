#include "flow/report/flow_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/files/files.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "nodes/run/node_files.h"
#include "terminal/terminal.h"

namespace paisql::flow {

namespace {

using nlohmann::json;

double SecondsOf(const store::FlowNode& node) {
  constexpr double kMilliseconds = 1000;
  return node.ended_ms > node.started_ms
             ? static_cast<double>(node.ended_ms - node.started_ms) / kMilliseconds
             : 0;
}

struct Counts {
  int succeeded = 0;
  int failed = 0;
  int not_run = 0;
};

Counts CountNodes(const nodes::DayRun& run) {
  Counts counts;
  for (size_t i = 0; i < run.nodes().size(); ++i) {
    const store::FlowNode& node = run.nodes()[i];
    if (run.left_out(i) || run.skipped(i)) continue;
    ++(node.state == "SUCCESS"   ? counts.succeeded
       : node.state == "FAILURE" ? counts.failed
                                 : counts.not_run);
  }
  return counts;
}

class TextFlowReporter final : public nodes::RunObserver {
 public:
  explicit TextFlowReporter(FlowReportStyle style) : style_(std::move(style)) {}

  void Began(const nodes::DayRun& run) override {
    terminal::PrintLine(fmt::format("run {} of {}, business date {}", run.run().id, run.run().flow,
                                    run.run().bizdate));
    width_ = 0;
    for (const store::FlowNode& node : run.nodes()) {
      width_ = std::max(width_, static_cast<size_t>(DisplayWidth(node.name)));
    }
    constexpr size_t kWidest = 40;
    width_ = std::min(width_, kWidest);
  }

  void Changed(const nodes::DayRun& run, size_t position) override {
    const store::FlowNode& node = run.nodes()[position];
    const bool ended =
        node.state == "SUCCESS" || node.state == "FAILURE" || node.state == "WAIT_TIME";
    if (node.state == "WAIT_RESOURCE" || (style_.quiet && node.state != "FAILURE")) return;
    // Nodes that never begin are counted at the end.
    if (node.state == "NOT_RUN") return;
    std::string line =
        fmt::format("{}  {}  {:<13}", run.run().bizdate, Pad(node.name, width_), node.state);
    if (ended && node.attempts > 0) line += "  " + SecondsText(SecondsOf(node));
    const bool runs = node.state == "RUNNING";
    const std::string why = !runs ? node.message : style_.explain ? run.explanation(position) : "";
    if (!why.empty()) line += "  " + why;
    terminal::PrintLine(std::string(line.substr(0, line.find_last_not_of(' ') + 1)));
  }

  void Ended(const nodes::DayRun& run) override {
    const Counts counts = CountNodes(run);
    const double seconds = static_cast<double>(run.run().ended_ms - run.run().started_ms) / 1000.0;
    std::string line = fmt::format("run {} of {}, business date {}: {}, {} succeeded", run.run().id,
                                   run.run().flow, run.run().bizdate, run.run().state,
                                   Counted(counts.succeeded, "node"));
    if (counts.failed > 0) line += fmt::format(", {} failed", counts.failed);
    if (counts.not_run > 0) line += fmt::format(", {} not run", counts.not_run);
    terminal::PrintLine(line + ", " + SecondsText(seconds));
    if (run.succeeded()) return;
    for (const store::FlowNode& node : run.nodes()) {
      if (node.state != "FAILURE") continue;
      terminal::PrintLine(fmt::format("  {}: {}", node.name, node.message));
      terminal::PrintLine(
          fmt::format("    log: {} log {} {}", style_.program, run.run().id, node.name));
    }
    if (!style_.resume.empty()) terminal::PrintLine("resume: " + style_.resume);
  }

 private:
  FlowReportStyle style_;
  size_t width_ = 0;
};

class EventFlowReporter final : public nodes::RunObserver {
 public:
  explicit EventFlowReporter(bool explain) : explain_(explain) {}

  void Began(const nodes::DayRun& run) override {
    json names = json::array();
    for (size_t i = 0; i < run.nodes().size(); ++i) {
      if (!run.left_out(i)) names.push_back(run.nodes()[i].name);
    }
    Write({{"event", "start"},
           {"version", 1},
           {"run", run.run().id},
           {"flow", run.run().flow},
           {"bizdate", run.run().bizdate},
           {"nodes", names}});
  }

  void Changed(const nodes::DayRun& run, size_t position) override {
    const store::FlowNode& node = run.nodes()[position];
    json event = {{"event", "node"},        {"run", run.run().id}, {"node", node.name},
                  {"kind", node.kind},      {"state", node.state}, {"attempt", node.attempts},
                  {"message", node.message}};
    if (node.ended_ms > 0) event["seconds"] = SecondsOf(node);
    if (explain_ && !run.explanation(position).empty())
      event["explanation"] = run.explanation(position);
    Write(event);
  }

  void Ended(const nodes::DayRun& run) override {
    const Counts counts = CountNodes(run);
    Write({{"event", "end"},
           {"run", run.run().id},
           {"bizdate", run.run().bizdate},
           {"state", run.run().state},
           {"succeeded", counts.succeeded},
           {"failed", counts.failed},
           {"not_run", counts.not_run}});
  }

 private:
  static void Write(const json& event) {
    (void)WriteAll(STDOUT_FILENO,
                   event.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  }

  bool explain_;
};

}  // namespace

std::unique_ptr<nodes::RunObserver> MakeFlowReporter(FlowReportStyle style) {
  if (style.events) return std::make_unique<EventFlowReporter>(style.explain);
  return std::make_unique<TextFlowReporter>(std::move(style));
}

std::string Columns(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], static_cast<size_t>(DisplayWidth(row[i])));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i) {
      line += i + 1 < row.size() ? Pad(row[i], widths[i]) + "  " : row[i];
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return text;
}

namespace {

using Rows = std::vector<std::vector<std::string>>;

void AddParameters(const nodes::Flow& flow, const nodes::Plan& plan,
                   const std::vector<bool>& chosen, const std::string& prefix, Rows& rows) {
  for (size_t i = 0; i < flow.nodes.size(); ++i) {
    if (!chosen[i]) continue;
    const std::string name = prefix + flow.nodes[i].name;
    for (const nodes::Resolved& one : plan.parameters[i]) {
      rows.push_back({name, one.name, RedactValue(one.name, one.expression),
                      one.known ? nodes::WithoutSecrets(RedactValue(one.name, one.value),
                                                        nodes::SecretValues({one}))
                                : "(of the run)",
                      one.source});
    }
    if (plan.bodies[i] == nullptr) continue;
    const nodes::Flow& body = *flow.nodes[i].control.body;
    AddParameters(body, *plan.bodies[i], std::vector<bool>(body.nodes.size(), true), name + "/",
                  rows);
  }
}

}  // namespace

std::string ParameterTable(const nodes::Flow& flow, const nodes::Plan& plan,
                           const std::vector<bool>& chosen) {
  Rows rows = {{"node", "parameter", "expression", "value", "source"}};
  AddParameters(flow, plan, chosen, "", rows);
  return rows.size() > 1 ? Columns(rows) : "";
}

}  // namespace paisql::flow
