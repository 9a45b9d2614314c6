// The processes that run workflows, and the thread that waits for what they say and for their ends.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/events/event_loop.h"
#include "base/events/event_sources.h"
#include "base/hex.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "console/workflows/flow_start.h"

namespace paisql::console {

namespace {

constexpr int kLookMs = 20;  // at what a process says, as long as it may say that its run begins
constexpr size_t kMostSaid = size_t{256} << 10;
constexpr size_t kMostStarts = 200;  // that are remembered
constexpr size_t kNameDigits = 24;

// A file of the folder that nobody finds by a name, and that goes with its last descriptor.
Result<Descriptor> OpenNameless(const std::string& folder) {
  std::string path = folder + "/.start-XXXXXX";
  Descriptor file(mkostemp(path.data(), O_CLOEXEC | O_APPEND));
  if (!file.open()) {
    return Error{ErrorCode::kEnvironment,
                 "no run can begin: nothing can be written to " + folder,
                 {},
                 "make it writable, or choose another --home"};
  }
  (void)unlink(path.c_str());
  return file;
}

std::string ReadSoFar(int file) {
  std::string text(kMostSaid, '\0');
  const ssize_t count = pread(file, text.data(), text.size(), 0);
  text.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return text;
}

}  // namespace

class FlowStarter::Watcher {
 public:
  explicit Watcher(std::string program) : program_(std::move(program)) {
    Result<Bell> bell = Bell::Make();
    if (!bell.ok()) return;  // Start says so
    bell_ = *std::move(bell);
    thread_ = std::jthread([this] { Run(); });
  }
  ~Watcher() {
    if (!bell_.has_value()) return;
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    bell_->Ring();
  }
  Watcher(const Watcher&) = delete;
  Watcher& operator=(const Watcher&) = delete;

  Result<std::string> Start(const std::vector<std::string>& arguments, const std::string& folder) {
    if (!bell_.has_value()) {
      return Error{ErrorCode::kEnvironment,
                   "the system has no file descriptors left",
                   {},
                   "allow more (ulimit -n)"};
    }
    PAISQL_ASSIGN(Descriptor output, OpenNameless(folder));
    SpawnOptions options;
    options.command = {program_};
    options.command.insert(options.command.end(), arguments.begin(), arguments.end());
    options.environment = EnvironmentWith({});
    options.streams = {-1, output.get(), output.get()};
    options.new_session = true;
    PAISQL_ASSIGN(const pid_t pid, Spawn(options));
    const std::string name = RandomHex(kNameDigits);
    {
      const std::lock_guard lock(mutex_);
      Started& one = starts_[name];
      one.pid = pid;
      one.output = std::move(output);
      one.process = WatchProcess(IdentityOf(pid));
      order_.push_back(name);
      ForgetOld();
    }
    bell_->Ring();
    return name;
  }

  Result<StartNews> Look(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = starts_.find(name);
    if (found != starts_.end()) return found->second.news;
    return Error{ErrorCode::kJobNotFound,
                 "this server knows no start " + name,
                 {},
                 "the runs of the workflow tell what has begun"};
  }

  std::function<void()> Await(const std::string& name, std::function<void()> ready) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = starts_.find(name);
      if (found != starts_.end() && !found->second.told()) {
        const int64_t number = ++last_waiting_;
        found->second.waiting[number] = std::move(ready);
        return [this, name, number] { Forget(name, number); };
      }
    }
    ready();
    return [] {};
  }

 private:
  struct Started {
    pid_t pid = 0;
    Descriptor output;
    Descriptor process;  // readable when it has ended; not open when it had by then
    StartNews news;
    std::map<int64_t, std::function<void()>> waiting;

    bool told() const { return news.ended || news.run != 0; }
  };
  using Calls = std::vector<std::function<void()>>;

  void Forget(const std::string& name, int64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = starts_.find(name);
    if (found != starts_.end()) found->second.waiting.erase(number);
  }

  // The mutex is held in these three.
  void ForgetOld() {
    while (order_.size() > kMostStarts && starts_.at(order_.front()).news.ended) {
      starts_.erase(order_.front());
      order_.pop_front();
    }
  }
  static void LookAt(Started& one, Calls& ready) {
    const bool ended = one.news.ended;
    one.news = ReadStart(ReadSoFar(one.output.get()));
    one.news.ended = ended;
    if (!one.told()) return;
    for (auto& [number, call] : one.waiting) ready.push_back(std::move(call));
    one.waiting.clear();
  }
  static void TakeEnd(Started& one, Calls& ready) {
    (void)waitpid(one.pid, nullptr, 0);
    one.news.ended = true;
    LookAt(one, ready);
    one.output = Descriptor();
    one.process = Descriptor();
  }

  // The thread's own.
  void Run() {
    EventLoop loop;
    const EventLoop::Watch rung =
        loop.Add(bell_->descriptor(), EventLoop::Interest::kRead, [this] { bell_->Silence(); });
    std::map<std::string, EventLoop::Watch> watches;
    std::vector<std::string> ended;
    bool asks = false;  // somebody has to say yet whether a run begins
    do {
      if (!loop.Turn(asks ? SteadyMs() + kLookMs : kNever).ok()) return;
      for (const std::string& name : ended) watches.erase(name);
    } while (LookAtAll(loop, watches, ended, asks));
  }

  bool LookAtAll(EventLoop& loop, std::map<std::string, EventLoop::Watch>& watches,
                 std::vector<std::string>& ended, bool& asks) {
    Calls ready;
    asks = false;
    {
      const std::lock_guard lock(mutex_);
      if (ending_) return false;
      for (const std::string& name : ended) TakeEnd(starts_.at(name), ready);
      ended.clear();
      for (auto& [name, one] : starts_) {
        if (one.news.ended) continue;
        if (!one.process.open()) {
          TakeEnd(one, ready);
          continue;
        }
        if (!watches.contains(name)) {
          watches.emplace(name, loop.Add(one.process.get(), EventLoop::Interest::kRead,
                                         [&ended, name = name] { ended.push_back(name); }));
        }
        if (!one.told()) LookAt(one, ready);
        asks = asks || !one.told();
      }
    }
    for (const auto& call : ready) call();
    return true;
  }

  const std::string program_;
  std::optional<Bell> bell_;  // a start was added, or the thread is to end
  mutable std::mutex mutex_;
  std::map<std::string, Started> starts_;  // by name
  std::deque<std::string> order_;          // of their begins
  int64_t last_waiting_ = 0;
  bool ending_ = false;
  std::jthread thread_;  // ends before the others go
};

FlowStarter::FlowStarter(std::string program)
    : watcher_(std::make_unique<Watcher>(std::move(program))) {}
FlowStarter::~FlowStarter() = default;

Result<std::string> FlowStarter::Start(const std::vector<std::string>& arguments,
                                       const std::string& folder) {
  return watcher_->Start(arguments, folder);
}

Result<StartNews> FlowStarter::Look(const std::string& name) const { return watcher_->Look(name); }

std::function<void()> FlowStarter::Await(const std::string& name, std::function<void()> ready) {
  return watcher_->Await(name, std::move(ready));
}

}  // namespace paisql::console
