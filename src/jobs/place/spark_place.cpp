#include "jobs/place/spark_place.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/system/clock.h"
#include "jobs/place/stage_order.h"
#include "jobs/place/wait_status.h"

namespace paisql::jobs {

namespace {

constexpr const char* kStageKind = "stage";
// News of the cluster come as frames; a job that waits has nothing to do itself.
constexpr int64_t kPatientMs = 60'000;
// Beyond the grace period: what the worker may take to see that nothing is left on the cluster.
constexpr int64_t kEndMs = 40'000;
constexpr int kKilled = 137;  // a shell's number for a program that was killed
constexpr int kAsked = 143;   // and for one that was asked to end

ProcessEnd Lost(std::string reason, int exit_status) {
  return {ProcessEnd::Kind::kKilled, exit_status, std::move(reason), MemoryKill::kNone};
}

ProcessEnd EndOf(const nlohmann::json& told) {
  if (told.contains("lost")) return Lost(told.value("lost", ""), kKilled);
  return EndOfStatus(told.value("status", 0),
                     told.value("memory", false) ? MemoryKill::kMachine : MemoryKill::kNone);
}

}  // namespace

SparkPlace::SparkPlace(const JobContext& job, EventLoop& loop, StartWorker start)
    : job_(job), loop_(loop), start_(std::move(start)) {}

Status SparkPlace::Prepare(std::vector<ProcessPlan>* plans, PlaceEvents& events) {
  events_ = &events;
  PAISQL_ASSIGN(Bell bell, Bell::Make());
  bell_.emplace(std::move(bell));
  bell_watch_ =
      loop_.Add(bell_->descriptor(), EventLoop::Interest::kRead, [this] { bell_->Silence(); });
  for (ProcessPlan& plan : *plans) {
    if (job_.file.distributed && plan.role != "evaluator") {
      plan.address = NameInPlaceOfAddress(job_.file, plan);
    }
  }
  plans_ = *plans;
  return Status::Ok();
}

Status SparkPlace::StartStage() {
  workers::WorkerEvents events;
  events.frame = [this](const workers::Frame& frame) { OnFrame(frame); };
  events.end = [this](const std::string& how) { OnWorkerEnd(how); };
  PAISQL_ASSIGN(worker_, start_(std::move(events)));
  Send(StageOrder(job_, plans_));
  return Status::Ok();
}

void SparkPlace::Send(const std::string& text) {
  workers::Frame frame;
  frame.text = text;
  worker_->Send(frame);
}

Result<Admission> SparkPlace::Ask() {
  if (failure_.has_value()) return *failure_;
  if (worker_ == nullptr) PAISQL_TRY(StartStage());
  if (granted_) return Admission{true, "", 0};
  return Admission{false, waits_for_.empty() ? "the Spark cluster" : waits_for_, kPatientMs};
}

std::string SparkPlace::LimitsText() const {
  const bool limited = std::any_of(plans_.begin(), plans_.end(), [](const ProcessPlan& plan) {
    return plan.resources.memory_mb > 0;
  });
  return limited ? "memory by rlimits, CPU by the slots of Spark" : "CPU by the slots of Spark";
}

Result<ProcessHandle> SparkPlace::Start(const std::vector<ProcessPlan>& /*all*/,
                                        const ProcessPlan& own) {
  if (failure_.has_value()) return *failure_;
  const ProcessHandle handle{++last_handle_};
  names_[handle] = own.Name();
  running_.insert(handle);
  Send(StartOrder(own.Name(), handle));
  return handle;
}

void SparkPlace::TidyUp(ProcessHandle ended) {
  const auto found = names_.find(ended);
  if (worker_ != nullptr && found != names_.end()) Send(TidyOrder(found->second));
}

Status SparkPlace::Wait(int64_t deadline_ms) { return loop_.Turn(deadline_ms); }

void SparkPlace::Wake() {
  if (bell_.has_value()) bell_->Ring();
}

void SparkPlace::OnFrame(const workers::Frame& frame) {
  if (frame.kind == workers::FrameKind::kHello) {
    const auto facts = workers::ReadHello(frame, kStageKind);
    if (!facts.ok()) OnWorkerEnd(facts.error().detail);
    return;
  }
  const nlohmann::json told = nlohmann::json::parse(frame.text, nullptr, false);
  if (frame.kind == workers::FrameKind::kError) {
    failure_ = Error{ErrorCode::kEnvironment,
                     "the job does not run on Spark: " + told.value("message", frame.text),
                     {},
                     told.value("hint", "")};
    EndAll("was lost with its stage: " + told.value("message", frame.text), kKilled);
    return;
  }
  if (told.is_object()) OnEvent(told.value("is", ""), told, frame.payload);
}

void SparkPlace::OnEvent(const std::string& kind, const nlohmann::json& told,
                         std::string_view payload) {
  const ProcessHandle process{told.value("start", int64_t{0})};
  if (kind == "waits") {
    waits_for_ = told.value("for", "");
  } else if (kind == "granted") {
    granted_ = true;
    for (const auto& [name, address] : told.at("addresses").items()) {
      if (!address.get<std::string>().empty()) events_->OnAddress(name, address);
    }
  } else if (kind == "started") {
    events_->OnStarted(process, told.value("at", ""));
  } else if (kind == "output") {
    events_->OnOutput(process, payload);
  } else if (kind == "progress") {
    events_->OnProgress(process, payload);
  } else if (kind == "ended") {
    End(process, EndOf(told));
  } else if (kind == "computed") {
    computed_ms_ = told.value("ms", computed_ms_);
  } else if (kind == "stopped") {
    stopped_ = true;
  }
}

void SparkPlace::OnWorkerEnd(const std::string& how) {
  stopped_ = true;
  if (!failure_.has_value()) {
    failure_ = Error{ErrorCode::kEnvironment,
                     "the program that runs the job's stage on Spark has ended: " + how,
                     {},
                     "its last words are in " + job_.places.SupervisorLog()};
  }
  EndAll("was lost with the program that runs its stage on Spark: " + how, kKilled);
}

void SparkPlace::EndAll(const std::string& reason, int exit_status) {
  while (!running_.empty()) End(*running_.begin(), Lost(reason, exit_status));
}

void SparkPlace::End(ProcessHandle process, const ProcessEnd& end) {
  if (running_.erase(process) > 0) events_->OnEnded(process, end);
}

void SparkPlace::Stop(int64_t grace_ms) {
  if (worker_ != nullptr && !stopped_) Send(StopOrder(grace_ms));
  const int64_t deadline = SteadyMs() + grace_ms + kEndMs;
  while (worker_ != nullptr && !stopped_ && SteadyMs() < deadline) {
    if (!loop_.Turn(deadline).ok()) break;
  }
  EndAll("was ended with its stage on Spark", kAsked);
  // The tasks end by themselves when their orders come no more.
  worker_.reset();
}

SparkPlace::StartWorker StageProgram(const JobContext& job, EventLoop& loop) {
  return [&job, &loop](workers::WorkerEvents events) -> Result<std::unique_ptr<workers::Worker>> {
    const Installation& installation = job.installation;
    workers::WorkerCommand command;
    const std::string& python = job.file.spark->python;
    command.spawn.command = {python, "-u", "-m", "paisql.stage.program"};
    std::vector<std::pair<std::string, std::string>> variables = {
        {"PYTHONPATH", installation.python_folder},
        {"PYTHONSAFEPATH", "1"},  // of 3.11, as -P, which 3.10 refuses
        {"PYSPARK_PYTHON", python}};
    if (!job.file.spark->token.empty()) {
      variables.emplace_back(kTokenVariable, job.file.spark->token);
    }
    command.spawn.environment = EnvironmentWith(variables);
    command.spawn.folder = "/";
    command.spawn.output = job.places.SupervisorLog();
    command.errors_to_log = true;
    PAISQL_ASSIGN(std::unique_ptr<workers::WorkerProcess> worker,
                  workers::WorkerProcess::Start(command));
    worker->Listen(loop, std::move(events));
    return std::unique_ptr<workers::Worker>(std::move(worker));
  };
}

}  // namespace paisql::jobs
