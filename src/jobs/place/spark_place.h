#pragma once

// Processes that are the tasks of a barrier stage on Apache Spark (docs/internals/places.md). A
// worker process of the supervisor, src/python/paisql/stage/program.py, is the client of Spark: it
// begins the stage, and gives orders to the keepers of the processes by files in the job's folder.
// Private to jobs.

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "jobs/place/place.h"
#include "jobs/runtime/launch.h"
#include "workers/worker_process.h"

namespace paisql::jobs {

class SparkPlace : public Place {
 public:
  // Starts the worker, which then takes part in the place's loop.
  using StartWorker =
      std::function<Result<std::unique_ptr<workers::Worker>>(workers::WorkerEvents events)>;

  // The job's parts and the loop outlive the place; Wait and Stop turn the loop.
  SparkPlace(const JobContext& job, EventLoop& loop, StartWorker start);

  // The addresses are names until the stage has its tasks; OnAddress tells the real ones.
  Status Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& events) override;
  Result<Admission> Ask() override;
  std::string LimitsText() const override;
  Result<ProcessHandle> Start(const std::vector<ProcessPlan>& all, const ProcessPlan& own) override;
  void TidyUp(ProcessHandle ended) override;
  Status Wait(int64_t deadline_ms) override;
  void Wake() override;
  void Stop(int64_t grace_ms) override;
  int64_t ComputedMs() override { return computed_ms_; }

 private:
  Status StartStage();
  void Send(const std::string& text);
  void OnFrame(const workers::Frame& frame);
  void OnEvent(const std::string& kind, const nlohmann::json& told, std::string_view payload);
  void OnWorkerEnd(const std::string& how);
  void EndAll(const std::string& reason, int exit_status);
  void End(ProcessHandle process, const ProcessEnd& end);

  const JobContext& job_;
  EventLoop& loop_;
  const StartWorker start_;
  PlaceEvents* events_ = nullptr;
  std::optional<Bell> bell_;
  EventLoop::Watch bell_watch_;
  std::vector<ProcessPlan> plans_;
  std::unique_ptr<workers::Worker> worker_;  // null before the first Ask, and after Stop
  std::optional<Error> failure_;             // of the worker or of the first stage
  bool granted_ = false;
  bool stopped_ = false;
  std::string waits_for_;
  std::map<ProcessHandle, std::string> names_;  // of the processes, by each of their starts
  std::set<ProcessHandle> running_;             // have not ended
  int64_t last_handle_ = 0;
  int64_t computed_ms_ = 0;
};

// Starts the worker of a job on this cluster.
SparkPlace::StartWorker StageProgram(const JobContext& job, EventLoop& loop);

}  // namespace paisql::jobs
