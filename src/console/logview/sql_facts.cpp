// The facts of statements that a client has submitted.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "base/text.h"
#include "console/logview/flow_graph.h"
#include "console/logview/instance_facts.h"
#include "console/logview/instance_row.h"
#include "console/logview/numbers.h"
#include "engine/text/result_text.h"
#include "instances/without_secrets.h"
#include "rest/instances/answers.h"
#include "rest/instances/work_facts.h"
#include "syntax/lexer/lexer.h"

namespace paisql::console {

namespace {

using instances::Instance;
using instances::StatementTrace;
using nlohmann::json;

constexpr int64_t kShownRows = 100;
constexpr size_t kShownCellBytes = 1000;
constexpr double kPercent = 100;

std::vector<std::string> StatementTexts(const instances::Submission& asked) {
  const auto mode = asked.settings.find("odps.sql.submit.mode");
  const bool is_script = mode != asked.settings.end() && EqualsIgnoreCase(mode->second, "script");
  std::vector<std::string> texts;
  for (const syntax::StatementText& one : syntax::SplitStatements(
           asked.query, is_script ? syntax::SplitMode::kScript : syntax::SplitMode::kStatements)) {
    texts.push_back(Redact(Trim(one.text)));
  }
  return texts;
}

std::string_view StateOfRun(const StatementTrace& run) {
  if (run.ended_ms == 0) return "running";
  return run.failed ? "failed" : "success";
}

// What one statement has done. While it runs, the instance's progress tells.
json StatementJson(const StatementTrace& run, const Instance& instance) {
  int64_t rows_read = 0;
  int64_t bytes_read = 0;
  for (const session::TableRead& read : run.reads) {
    rows_read += read.rows;
    bytes_read += read.bytes;
  }
  json facts = {{"state", StateOfRun(run)},
                {"started_ms", run.started_ms},
                {"ended_ms", run.ended_ms},
                {"rows_written", NumberJson(run.rows_written)},
                {"rows_shown", run.rows_shown}};
  if (run.ended_ms == 0) {
    const instances::InstanceProgress progress = instance.progress();
    rows_read = progress.rows_read;
    bytes_read = progress.bytes_read;
    facts["percent"] = progress.fraction.has_value() ? json(*progress.fraction * kPercent) : json();
  }
  facts["rows_read"] = rows_read;
  facts["bytes_read"] = bytes_read;
  return facts;
}

json StatementsJson(const Instance& instance) {
  const std::vector<std::string> texts = StatementTexts(instance.submission());
  const std::vector<StatementTrace> runs = instance.trace().runs();
  json list = json::array();
  for (size_t i = 0; i < std::max(texts.size(), runs.size()); ++i) {
    json one = i < runs.size() ? StatementJson(runs[i], instance) : json{{"state", "waiting"}};
    if (i >= runs.size() && instance.status().ended()) one["state"] = "skipped";
    one["text"] = i < texts.size() ? texts[i] : "";
    list.push_back(std::move(one));
  }
  return list;
}

json GraphJson(const Instance& instance, const json& statements) {
  FlowGraph graph;
  const std::vector<StatementTrace> runs = instance.trace().runs();
  std::string before;
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::string stage = graph.AddStage("M" + std::to_string(i + 1), statements[i]);
    for (const session::TableRead& read : runs[i].reads) {
      graph.Reads(stage, read.table, {{"rows", read.rows}, {"bytes", read.bytes}});
    }
    for (const std::string& name : runs[i].writes) {
      graph.Writes(stage, name, {{"rows", NumberJson(runs[i].rows_written)}});
    }
    const bool is_alone = runs[i].reads.empty() && runs[i].writes.empty();
    if (is_alone && !before.empty()) graph.Connect(before, stage);
    before = stage;
  }
  return graph.Json();
}

struct TableAmount {
  int64_t rows = 0;
  int64_t bytes = 0;
};

json AmountsJson(const std::map<std::string, TableAmount>& tables) {
  json list = json::array();
  for (const auto& [name, amount] : tables) {
    list.push_back({{"table", name}, {"rows", amount.rows}, {"bytes", amount.bytes}});
  }
  return list;
}

void AddTables(const Instance& instance, json& facts) {
  std::map<std::string, TableAmount> inputs;
  std::map<std::string, TableAmount> outputs;
  for (const StatementTrace& run : instance.trace().runs()) {
    for (const session::TableRead& read : run.reads) {
      inputs[read.table].rows += read.rows;
      inputs[read.table].bytes += read.bytes;
    }
    for (const std::string& name : run.writes) {
      outputs[name].rows += run.rows_written.value_or(0);
    }
  }
  facts["inputs"] = AmountsJson(inputs);
  facts["outputs"] = AmountsJson(outputs);
}

json HistoryJson(const Instance& instance) {
  const Instance::Status status = instance.status();
  json history = json::array({{{"state", "waiting"}, {"at_ms", status.started_ms}}});
  const std::vector<StatementTrace> runs = instance.trace().runs();
  for (size_t i = 0; i < runs.size(); ++i) {
    history.push_back({{"state", "running"},
                       {"at_ms", runs[i].started_ms},
                       {"stage", "M" + std::to_string(i + 1)}});
  }
  if (status.ended()) {
    history.push_back({{"state", StateWord(status.state)}, {"at_ms", status.ended_ms}});
  }
  return history;
}

// The first rows, as texts.
Result<json> RowsJson(const instances::InstanceResult& result) {
  json rows = json::array();
  engine::ResultText text(result.columns);
  PAISQL_ASSIGN(const auto reader, result.Read(0, kShownRows));
  while (true) {
    PAISQL_ASSIGN(const engine::Batch batch, reader->Next());
    if (!batch) return rows;
    text.Read(batch);
    for (size_t row = 0; row < batch.row_count(); ++row) {
      json cells = json::array();
      for (size_t column = 0; column < result.columns.size(); ++column) {
        std::string cell;
        if (!text.IsNull(column, row)) {
          text.AppendText(column, row, engine::TextForm::kPlain, cell);
        }
        if (cell.size() > kShownCellBytes) cell = cell.substr(0, kShownCellBytes) + "…";
        cells.push_back(text.IsNull(column, row) ? json() : json(cell));
      }
      rows.push_back(std::move(cells));
    }
  }
}

Result<json> ResultJson(const Instance& instance) {
  const auto result = instance.result();
  if (result == nullptr) return json{{"kind", "none"}};
  json facts = {{"kind", result->has_rows ? "rows" : "text"},
                {"text", Redact(result->text)},
                {"row_count", result->rows},
                {"bytes", result->bytes},
                {"expired", result->expired}};
  if (!result->has_rows) return facts;
  json columns = json::array();
  for (const engine::ResultColumn& column : result->columns) {
    columns.push_back({{"name", column.name}, {"type", column.type.ToString()}});
  }
  facts["columns"] = std::move(columns);
  facts["rows"] = json::array();
  if (!result->expired) {
    PAISQL_ASSIGN(facts["rows"], RowsJson(*result));
  }
  return facts;
}

json QueueJson(const Instance& instance, Console& console) {
  if (instance.status().state != instances::TaskState::kWaiting) return {};
  const instances::QueuePlace queue = console.service.instances.QueueOf(instance.id());
  return {{"ahead", queue.ahead}, {"waiting", queue.waiting}, {"running", queue.running}};
}

}  // namespace

Result<json> SqlFacts(Console& console, const Asked& asked) {
  const Instance& instance = *asked.instance;
  const instances::Submission& submission = instance.submission();
  json facts = RowJson(RowOf(instance, rest::OwnerOf(instance, console.service)), false);
  facts["task_kind"] = submission.kind;
  facts["statements"] = StatementsJson(instance);
  facts["graph"] = GraphJson(instance, facts["statements"]);
  AddTables(instance, facts);
  facts["history"] = HistoryJson(instance);
  facts["queue"] = QueueJson(instance, console);
  facts["parameters"] = json::array();
  facts["settings"] = PairsJson(instances::SettingsWithoutSecrets(submission.settings));
  facts["summary"] = rest::SummaryText(instance);
  facts["source"] = instances::SourceWithoutSecrets(submission.source);
  facts["warnings"] = Redact(instance.trace().warnings());
  facts["logs"] = json::array();
  const size_t said = instance.trace().said(SIZE_MAX).size();
  if (said > 0) {
    facts["logs"].push_back({{"role", "sql"}, {"index", 0}, {"bytes", said}});
  }
  const Instance::Status status = instance.status();
  if (status.error.has_value()) {
    facts["exit"] = {{"message", Redact(status.error->ToString())}, {"cure", status.error->hint}};
  }
  PAISQL_ASSIGN(facts["result"], ResultJson(instance));
  return facts;
}

}  // namespace paisql::console
