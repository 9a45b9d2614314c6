#include "flow/report/flow_report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/system/clock.h"
#include "flow/report/node_table.h"
#include "terminal/quiet_controls.h"

namespace paisql::flow {

namespace {

// Rows that stay when a run has ended: they may leave the screen then.
constexpr size_t kMostAtEnd = 200;

class LiveReporter final : public nodes::RunObserver {
 public:
  LiveReporter(std::unique_ptr<nodes::RunObserver> told, bool several_days)
      : told_(std::move(told)), several_days_(several_days) {}
  ~LiveReporter() override { (void)WriteAll(STDERR_FILENO, table_.Clear()); }
  LiveReporter(const LiveReporter&) = delete;
  LiveReporter& operator=(const LiveReporter&) = delete;

  void Began(const nodes::DayRun& run) override {
    (void)WriteAll(STDERR_FILENO, table_.Clear());
    told_->Began(run);
    Day& day = days_[run.run().id];
    day.title = fmt::format("{} {}", run.run().flow, run.run().bizdate);
    day.order = run.plan().graph.order;
    // Nodes of loops that are done come with the run, after those of the workflow.
    for (size_t i = day.order.size(); i < run.nodes().size(); ++i) day.order.push_back(i);
    std::erase_if(day.order, [&](size_t i) { return run.left_out(i); });
    day.rows.resize(run.nodes().size());
    day.logs.resize(day.rows.size());
    for (size_t i = 0; i < day.rows.size(); ++i) Take(run, i, day);
    if (started_ms_ == 0) started_ms_ = NowMs();
  }

  void Changed(const nodes::DayRun& run, size_t node) override {
    Day& day = days_[run.run().id];
    // Nodes may come while it runs; they stand after the others.
    while (day.rows.size() <= node) {
      day.order.push_back(day.rows.size());
      day.rows.emplace_back();
    }
    day.logs.resize(day.rows.size());
    Take(run, node, day);
    if (day.rows[node].state != "RUNNING" && day.rows[node].ended_ms > 0) Look(day, node);
    // Thousands of small nodes are not drawn one by one.
    constexpr int64_t kRedrawMs = 100;
    if (NowMs() - drawn_ms_ >= kRedrawMs) Draw();
  }

  void Tick() override {
    for (auto& [id, day] : days_) {
      for (const size_t i : day.order) {
        if (day.rows[i].state == "RUNNING") Look(day, i);
      }
    }
    Draw();
  }

  void Ended(const nodes::DayRun& run) override {
    const auto found = days_.find(run.run().id);
    std::string text = table_.Clear();
    if (found != days_.end()) {
      const terminal::Screen screen = terminal::ScreenOf(STDERR_FILENO);
      const std::vector<NodeRow> rows = RowsOf(found->second);
      for (const std::string& line : NodeLines(rows, NowMs(), screen, kMostAtEnd)) {
        text += line + "\r\n";
      }
      days_.erase(found);
    }
    (void)WriteAll(STDERR_FILENO, text);
    told_->Ended(run);
    if (!days_.empty()) Draw();
  }

 private:
  struct Day {
    std::string title;
    std::vector<size_t> order;
    std::vector<NodeRow> rows;
    std::vector<std::string> logs;
  };

  void Take(const nodes::DayRun& run, size_t node, Day& day) const {
    const store::FlowNode& from = run.nodes()[node];
    NodeRow& row = day.rows[node];
    row.day = several_days_ ? run.run().bizdate : "";
    row.name = from.name;
    if (from.state == "RUNNING" && row.state != "RUNNING") {
      row.rows.clear();
      row.message.clear();
    }
    row.state = from.state;
    row.started_ms = from.started_ms;
    row.ended_ms = from.ended_ms;
    if (from.state != "RUNNING") row.message = from.message;
    day.logs[node] = run.LogOf(node);
  }

  static void Look(Day& day, size_t node) {
    NodeRow& row = day.rows[node];
    LogTail tail = ReadLogTail(day.logs[node]);
    if (!tail.rows.empty()) row.rows = std::move(tail.rows);
    if (row.state == "RUNNING") row.message = std::move(tail.line);
  }

  static std::vector<NodeRow> RowsOf(const Day& day) {
    std::vector<NodeRow> rows;
    for (const size_t i : day.order) rows.push_back(day.rows[i]);
    return rows;
  }

  void Draw() {
    std::vector<NodeRow> rows;
    std::string titles;
    size_t ended = 0;
    for (const auto& [id, day] : days_) {
      titles += (titles.empty() ? "" : ", ") + day.title;
      for (NodeRow& row : RowsOf(day)) {
        if (row.state == "SUCCESS" || row.state == "FAILURE") ++ended;
        rows.push_back(std::move(row));
      }
    }
    drawn_ms_ = NowMs();
    if (rows.empty()) return;
    const std::string title = fmt::format("{}/{} of {}, {}", ended, Counted(rows.size(), "node"),
                                          titles, DurationText(drawn_ms_ - started_ms_));
    (void)WriteAll(STDERR_FILENO,
                   table_.Draw(rows, title, drawn_ms_, terminal::ScreenOf(STDERR_FILENO)));
  }

  std::unique_ptr<nodes::RunObserver> told_;
  bool several_days_;
  terminal::QuietControls controls_{STDIN_FILENO};
  std::map<int64_t, Day> days_;  // by the runs' numbers
  NodeTable table_;
  int64_t started_ms_ = 0;
  int64_t drawn_ms_ = 0;
};

}  // namespace

std::unique_ptr<nodes::RunObserver> MakeLiveReporter(std::unique_ptr<nodes::RunObserver> told,
                                                     bool several_days) {
  return std::make_unique<LiveReporter>(std::move(told), several_days);
}

}  // namespace paisql::flow
