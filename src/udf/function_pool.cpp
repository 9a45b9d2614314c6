#include "udf/function_pool.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/files/files.h"
#include "base/process/process.h"
#include "base/secrets/redact.h"
#include "base/system/clock.h"
#include "udf/worker_folder.h"
#include "workers/run_module.h"

namespace paisql::udf {

struct PoolState {
  struct Free {
    std::unique_ptr<FunctionWorker> worker;
    int64_t since_ms = 0;
  };

  FunctionPoolOptions options;
  std::mutex mutex;
  std::condition_variable changed;                // somebody may take, or the keeper has work
  std::map<std::string, std::vector<Free>> free;  // by environment
  std::map<std::string, size_t> busy;             // of leases for a question
  std::deque<std::packaged_task<Result<std::unique_ptr<FunctionWorker>>()>> to_start;
  std::string folder;  // that was made
  int64_t last_number = 0;
  bool ends = false;
  std::thread keeper;
};

namespace {

constexpr std::chrono::milliseconds kLook{50};
constexpr std::chrono::seconds kTidy{10};

Error Ends() { return Error{ErrorCode::kInstanceCancelled, "the program ends", {}, ""}; }

// Those that have waited too long.
std::vector<std::unique_ptr<FunctionWorker>> TakeIdle(PoolState& state) {
  std::vector<std::unique_ptr<FunctionWorker>> idle;
  const int64_t limit_ms = SteadyMs() - state.options.idle_ms;
  for (auto& [key, free] : state.free) {
    for (PoolState::Free& one : free) {
      if (one.since_ms <= limit_ms) idle.push_back(std::move(one.worker));
    }
    std::erase_if(free, [](const PoolState::Free& one) { return one.worker == nullptr; });
  }
  std::erase_if(state.free, [](const auto& entry) { return entry.second.empty(); });
  return idle;
}

// The one that nobody has used for longest, where too many are free.
std::unique_ptr<FunctionWorker> TakeSurplus(PoolState& state) {
  PoolState::Free* oldest = nullptr;
  size_t count = 0;
  for (auto& [key, free] : state.free) {
    count += free.size();
    // Each list is in the order of time.
    if (!free.empty() && (oldest == nullptr || free.front().since_ms < oldest->since_ms)) {
      oldest = &free.front();
    }
  }
  if (count <= state.options.most_idle) return nullptr;
  std::unique_ptr<FunctionWorker> worker = std::move(oldest->worker);
  for (auto& [key, free] : state.free) {
    std::erase_if(free, [](const PoolState::Free& one) { return one.worker == nullptr; });
  }
  std::erase_if(state.free, [](const auto& entry) { return entry.second.empty(); });
  return worker;
}

// The thread whose children the processes are.
void Keep(const std::shared_ptr<PoolState>& state) {
  std::unique_lock lock(state->mutex);
  while (!state->ends) {
    if (!state->to_start.empty()) {
      auto start = std::move(state->to_start.front());
      state->to_start.pop_front();
      lock.unlock();
      start();
      lock.lock();
      continue;
    }
    std::vector<std::unique_ptr<FunctionWorker>> idle = TakeIdle(*state);
    if (!idle.empty()) {
      lock.unlock();
      idle.clear();
      lock.lock();
      continue;
    }
    const auto tidy = std::min(std::chrono::milliseconds(kTidy),
                               std::chrono::milliseconds(state->options.idle_ms + 1));
    state->changed.wait_for(lock, tidy);
  }
  auto left = std::exchange(state->to_start, {});
  lock.unlock();
  left.clear();  // whoever waits for one of them gets an exception
}

// $PAISQL_CONFINE: what the process may open, as src/python/paisql/start/confine.py has it.
std::string Confinement(const Environment& environment, const std::string& folder) {
  std::string lines = "rw " + folder + "\n";
  const auto add = [&lines](const std::string& path) {
    std::error_code failure;
    // The kernel goes by where a folder lies, not by a link to it.
    const std::filesystem::path real = std::filesystem::weakly_canonical(path, failure);
    if (path.find('\n') == std::string::npos)
      lines += "ro " + (failure ? path : real.string()) + "\n";
  };
  for (const std::string& path : environment.readable) add(path);
  for (const Resource& resource : environment.resources) {
    if (resource.kind != Resource::Kind::kTable) continue;
    for (const std::string& path : TableFiles(resource)) add(path);
  }
  return lines;
}

std::vector<std::string> EnvironmentOf(const FunctionPoolOptions& options,
                                       const Environment& environment, const std::string& folder) {
  std::string path = options.python_folder;
  if (const char* users = std::getenv("PYTHONPATH")) path += std::string(":") + users;
  std::vector<std::pair<std::string, std::string>> changes = {
      {"PYTHONPATH", path},
      {"PYTHONIOENCODING", "utf-8:backslashreplace"},
      {"USER", "admin"},  // by which functions know that they run in the service
      {"TMPDIR", folder},
      // There is a process for each core already.
      {"OMP_NUM_THREADS", "1"},
      {"OPENBLAS_NUM_THREADS", "1"},
      {"MKL_NUM_THREADS", "1"},
  };
  if (environment.confine) changes.emplace_back("PAISQL_CONFINE", Confinement(environment, folder));
  std::vector<std::string> variables = EnvironmentWith(changes);
  std::erase_if(variables, [](const std::string& variable) {
    return IsSecretName(std::string_view(variable).substr(0, variable.find('=')));
  });
  return variables;
}

// Python 2 and Java have DATETIME as an instant, so such a process knows the session's zone.
bool KnowsZone(const Environment& environment) {
  return environment.java || environment.python == "cp27";
}

bool HasTables(const Environment& environment) {
  return std::ranges::any_of(environment.resources, [](const Resource& resource) {
    return resource.kind == Resource::Kind::kTable;
  });
}

std::vector<std::string> JavaOptions(const Environment& environment, const std::string& zone) {
  std::vector<std::string> options = {"--memory", std::to_string(environment.java_memory_mb),
                                      "--zone", zone};
  for (const Resource& resource : environment.resources) {
    if (resource.kind == Resource::Kind::kTable) options.push_back("--table=" + resource.name);
  }
  options.emplace_back("--");
  for (const Resource& resource : environment.resources) {
    if (resource.kind == Resource::Kind::kJar) options.push_back(resource.name);
  }
  return options;
}

std::vector<std::string> WorkerOptions(const Environment& environment, const std::string& zone) {
  if (environment.java) return JavaOptions(environment, zone);
  if (!KnowsZone(environment)) return {};
  return {"--zone", zone};
}

// Processes of one key compute the same.
std::string KeyOf(const Environment& environment, const std::string& zone) {
  return environment.key + "\n" + environment.python + "\n" + (KnowsZone(environment) ? zone : "");
}

// The folder of all processes, made when the first one starts.
Result<std::string> BaseFolder(PoolState& state) {
  const std::lock_guard lock(state.mutex);
  if (!state.folder.empty()) return state.folder;
  if (!state.options.folder.empty()) {
    PAISQL_TRY(MakeFolders(state.options.folder));
    state.folder = state.options.folder;
    return state.folder;
  }
  std::error_code ignored;
  std::string made =
      (std::filesystem::temp_directory_path(ignored) / "paisql-functions-XXXXXX").string();
  if (mkdtemp(made.data()) == nullptr) return FileError("make", made, errno);
  state.folder = made;
  return state.folder;
}

Result<std::unique_ptr<FunctionWorker>> StartWorker(const std::shared_ptr<PoolState>& state,
                                                    const FunctionSpec& spec,
                                                    const std::string& zone,
                                                    const Stopped& stopped) {
  const FunctionPoolOptions& options = state->options;
  if (options.python.empty()) {
    return Error{ErrorCode::kEnvironment,
                 "functions of users need Python, which the program was set up without",
                 {},
                 "run scripts/setup"};
  }
  PAISQL_ASSIGN(const std::string base, BaseFolder(*state));
  FunctionWorker::Start start;
  std::unique_lock lock(state->mutex);
  start.folder = base + "/" + std::to_string(++state->last_number);
  lock.unlock();
  start.log = start.folder + ".log";
  const bool java = spec.environment->java;
  start.command = {options.python, "-u", "-c", workers::kRunModule,
                   java ? "paisql.functions.java_programs" : "paisql.functions.worker"};
  const std::vector<std::string> own = WorkerOptions(*spec.environment, zone);
  start.command.insert(start.command.end(), own.begin(), own.end());
  start.function = spec.name;
  start.environment = EnvironmentOf(options, *spec.environment, start.folder);
  start.java = java;
  start.memory_mb = java ? spec.environment->java_memory_mb : spec.environment->memory_mb;
  start.timeout_s = spec.environment->timeout_s;
  start.start_s = options.start_s;
  start.writes_tables = java && HasTables(*spec.environment);
  // Their rows take as long as a batch may.
  if (start.writes_tables) start.start_s += start.timeout_s;
  Status filled = FillWorkerFolder(*spec.environment, start.folder, stopped);
  if (filled.ok() && stopped()) filled = CancelledError();
  if (!filled.ok()) {
    std::error_code ignored;
    std::filesystem::remove_all(start.folder, ignored);
    return std::move(filled).error();
  }

  std::packaged_task<Result<std::unique_ptr<FunctionWorker>>()> task(
      [start] { return FunctionWorker::Begin(start); });
  auto started = task.get_future();
  lock.lock();
  if (state->ends) return Ends();
  if (!state->keeper.joinable()) state->keeper = std::thread([state] { Keep(state); });
  state->to_start.push_back(std::move(task));
  lock.unlock();
  state->changed.notify_all();
  try {
    PAISQL_ASSIGN(std::unique_ptr<FunctionWorker> worker, started.get());
    PAISQL_TRY(worker->Greet(stopped));
    return worker;
  } catch (const std::future_error&) {
    return Ends();
  }
}

}  // namespace

FunctionPool::FunctionPool() : state_(std::make_shared<PoolState>()) {}
FunctionPool::~FunctionPool() { Stop(); }

void FunctionPool::Configure(FunctionPoolOptions options) {
  if (options.most_processes == 0) {
    options.most_processes = std::max(1U, std::thread::hardware_concurrency());
  }
  state_->options = std::move(options);
}

void FunctionPool::Stop() {
  std::unique_lock lock(state_->mutex);
  state_->ends = true;
  auto free = std::exchange(state_->free, {});
  std::thread keeper = std::exchange(state_->keeper, {});
  lock.unlock();
  state_->changed.notify_all();
  free.clear();
  if (keeper.joinable()) keeper.join();
  std::error_code ignored;
  if (!state_->folder.empty()) std::filesystem::remove_all(state_->folder, ignored);
}

Result<WorkerLease> FunctionPool::Take(const FunctionSpec& spec, const std::string& zone,
                                       const Stopped& stopped,
                                       std::shared_ptr<PrintedOutput> printed, Hold hold) {
  const std::string key = KeyOf(*spec.environment, zone);
  std::unique_ptr<FunctionWorker> worker;
  std::unique_lock lock(state_->mutex);
  while (true) {
    if (state_->ends) return Ends();
    if (stopped()) return CancelledError();
    std::vector<PoolState::Free>& free = state_->free[key];
    while (worker == nullptr && !free.empty()) {
      worker = std::move(free.back().worker);
      free.pop_back();
      if (!worker->Lives()) worker.reset();
    }
    const bool may_start =
        hold == Hold::kStatement || state_->busy[key] < state_->options.most_processes;
    if (worker != nullptr || may_start) break;
    state_->changed.wait_for(lock, kLook);
  }
  if (hold == Hold::kQuestion) ++state_->busy[key];
  lock.unlock();
  WorkerLease lease(state_, hold, key, spec.name, std::move(worker), std::move(printed));
  if (lease.worker_ == nullptr) {
    PAISQL_ASSIGN(lease.worker_, StartWorker(state_, spec, zone, stopped));
  }
  PAISQL_ASSIGN(lease.id_, lease.worker_->Open(spec, stopped));
  return lease;
}

WorkerLease::~WorkerLease() {
  if (state_ == nullptr) return;  // moved from
  const bool lives = worker_ != nullptr && worker_->Lives();
  if (worker_ != nullptr) {
    // What nobody wants is let go, so that the file does not grow.
    const Printed printed = worker_->TakePrinted(printed_ == nullptr ? 0 : printed_->most_bytes());
    if (printed_ != nullptr) printed_->Add(printed);
  }
  std::unique_lock lock(state_->mutex);
  if (hold_ == Hold::kQuestion && --state_->busy[key_] == 0) state_->busy.erase(key_);
  if (lives && !state_->ends) {
    state_->free[key_].push_back({std::move(worker_), SteadyMs()});
  }
  const std::unique_ptr<FunctionWorker> surplus = TakeSurplus(*state_);
  lock.unlock();
  state_->changed.notify_all();
}

Status WorkerLease::Call(const std::string& what, std::string payload, const Stopped& stopped,
                         const Take& take) {
  const std::string text = fmt::format(R"({{"do":"{}","id":{}}})", what, id_);
  return worker_->Ask(name_, text, std::move(payload), stopped, take);
}

Result<workers::Frame> WorkerLease::Call(const std::string& what, std::string payload,
                                         const Stopped& stopped) {
  workers::Frame answer;
  PAISQL_TRY(Call(what, std::move(payload), stopped, [&](workers::Frame frame) {
    answer = std::move(frame);
    return Status::Ok();
  }));
  return answer;
}

}  // namespace paisql::udf
