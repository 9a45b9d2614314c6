#include "rest/instances/work_facts.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/system/clock.h"
#include "rest/instances/answers.h"

namespace paisql::rest {

namespace {

using instances::StatementTrace;
using nlohmann::json;

constexpr double kMsPerSecond = 1000;
constexpr int64_t kWhole = 100;

// A statement as one stage of one worker.
struct Stage {
  std::string name;  // "M1"
  bool running = false;
  int64_t input_rows = 0;
  int64_t input_bytes = 0;
  int64_t output_rows = 0;
  int64_t percent = kWhole;
  int64_t started_ms = 0;
  int64_t ended_ms = 0;
};

struct TableRows {
  int64_t rows = 0;
  int64_t bytes = 0;
};

int64_t RowsOut(const StatementTrace& run) { return run.rows_written.value_or(run.rows_shown); }

Stage StageOf(const StatementTrace& run, size_t number, const instances::Instance& instance) {
  Stage stage;
  stage.name = "M" + std::to_string(number + 1);
  stage.started_ms = run.started_ms;
  stage.ended_ms = run.ended_ms;
  stage.running = run.ended_ms == 0;
  stage.output_rows = RowsOut(run);
  for (const session::TableRead& read : run.reads) {
    stage.input_rows += read.rows;
    stage.input_bytes += read.bytes;
  }
  if (!stage.running) return stage;
  stage.ended_ms = NowMs();
  stage.percent = 0;
  const instances::InstanceProgress progress = instance.progress();
  stage.input_rows = progress.rows_read;
  stage.input_bytes = progress.bytes_read;
  stage.percent = static_cast<int64_t>(progress.fraction.value_or(0) * kWhole);
  return stage;
}

std::vector<Stage> StagesOf(const instances::Instance& instance) {
  std::vector<Stage> stages;
  for (const StatementTrace& run : instance.trace().runs()) {
    stages.push_back(StageOf(run, stages.size(), instance));
  }
  return stages;
}

struct Tables {
  std::map<std::string, TableRows> inputs;
  std::map<std::string, TableRows> outputs;
};

Tables TablesOf(const instances::Instance& instance) {
  Tables tables;
  for (const StatementTrace& run : instance.trace().runs()) {
    for (const session::TableRead& read : run.reads) {
      tables.inputs[read.table].rows += read.rows;
      tables.inputs[read.table].bytes += read.bytes;
    }
    for (const std::string& name : run.writes) {
      tables.outputs[name].rows += run.rows_written.value_or(0);
    }
  }
  return tables;
}

int64_t RunMs(const instances::Instance& instance) {
  const instances::Instance::Status status = instance.status();
  return (status.ended() ? status.ended_ms : NowMs()) - status.started_ms;
}

std::string StageText(const Stage& stage) {
  const double seconds = static_cast<double>(stage.ended_ms - stage.started_ms) / kMsPerSecond;
  return fmt::format(
      "{}:\n\tinstance count: 1\n\trun time: {:.3f}\n\tinput records: {}\n\toutput records: {}\n",
      stage.name, seconds, stage.input_rows, stage.output_rows);
}

std::string_view WorkerStatus(const Stage& stage) {
  return stage.running ? "Running" : "Terminated";
}

}  // namespace

std::string LogId(size_t stage) { return "job_0/M" + std::to_string(stage + 1) + "#0"; }

std::string ProgressXml(const instances::Instance& instance) {
  std::string stages;
  for (const Stage& stage : StagesOf(instance)) {
    const auto number = [](std::string_view name, int64_t value) {
      return Element(name, std::to_string(value));
    };
    const int64_t running = stage.running ? 1 : 0;
    stages += "<Stage ID=\"" + stage.name + "_job_0\">" +
              Element("Status", stage.running ? "RUNNING" : "TERMINATED") +
              number("BackupWorkers", 0) + number("TerminatedWorkers", 1 - running) +
              number("RunningWorkers", running) + number("TotalWorkers", 1) +
              number("InputRecords", stage.input_rows) +
              number("OutputRecords", stage.output_rows) +
              number("FinishedPercentage", stage.percent) + "</Stage>";
  }
  return Nested("Progress", stages);
}

std::string SummaryText(const instances::Instance& instance) {
  const Tables tables = TablesOf(instance);
  std::string text = "inputs:\n";
  for (const auto& [name, rows] : tables.inputs) {
    text += fmt::format("\t{}: {} ({} bytes)\n", name, rows.rows, rows.bytes);
  }
  text += "outputs:\n";
  for (const auto& [name, rows] : tables.outputs) {
    text += fmt::format("\t{}: {}\n", name, rows.rows);
  }
  text +=
      fmt::format("Job run time: {:.3f}\n", static_cast<double>(RunMs(instance)) / kMsPerSecond);
  for (const Stage& stage : StagesOf(instance)) text += StageText(stage);
  return text;
}

std::string SummaryJson(const instances::Instance& instance) {
  const Tables tables = TablesOf(instance);
  json inputs = json::object();
  int64_t bytes = 0;
  for (const auto& [name, rows] : tables.inputs) {
    inputs[name] = {rows.rows, rows.bytes};
    bytes += rows.bytes;
  }
  json outputs = json::object();
  for (const auto& [name, rows] : tables.outputs) outputs[name] = json::array({rows.rows});
  json stages = json::array();
  for (const Stage& stage : StagesOf(instance)) {
    stages.push_back({{"Name", stage.name},
                      {"InputRecords", stage.input_rows},
                      {"OutputRecords", stage.output_rows},
                      {"RunTimeMs", stage.ended_ms - stage.started_ms}});
  }
  return json{{"Inputs", inputs},
              {"Outputs", outputs},
              {"Stages", stages},
              {"RunTimeMs", RunMs(instance)},
              {"Cost", {{"Input", bytes}}}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string DetailJson(const instances::Instance& instance) {
  json tasks = json::array();
  const std::vector<Stage> stages = StagesOf(instance);
  for (size_t i = 0; i < stages.size(); ++i) {
    const Stage& stage = stages[i];
    const json worker = {
        {"id", instance.id() + "/" + LogId(i)}, {"logId", LogId(i)},
        {"startTime", stage.started_ms / 1000}, {"endTime", stage.ended_ms / 1000},
        {"status", WorkerStatus(stage)},        {"input_records", stage.input_rows},
        {"input_bytes", stage.input_bytes},     {"output_records", stage.output_rows}};
    tasks.push_back({{"name", stage.name},
                     {"status", WorkerStatus(stage)},
                     {"startTime", stage.started_ms / 1000},
                     {"endTime", stage.ended_ms / 1000},
                     {"instances", json::array({worker})}});
  }
  const json job = {{"name", "job_0"}, {"tasks", tasks}};
  return json{{"mapReduce", {{"jobs", json::array({job})}}}}.dump(-1, ' ', false,
                                                                  json::error_handler_t::replace);
}

}  // namespace paisql::rest
