#include "base/process/process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <map>
#include <set>
#include <string_view>
#include <system_error>

#include "base/files/umask.h"
#include "base/system/refusals.h"
#include "base/text.h"

extern char** environ;  // NOLINT: POSIX's own name

namespace paisql {

namespace {

struct StatLine {
  char state = '\0';
  int64_t parent = 0;
  int64_t start = 0;
  int64_t cpu_ticks = 0;  // its own and those of children it waited for
};

// /proc/<pid>/stat: the name in parentheses may hold anything, so fields count from the last ')'.
bool ReadStat(int64_t pid, StatLine* stat) {
  const Result<std::string> text = ReadFile("/proc/" + std::to_string(pid) + "/stat");
  if (!text.ok()) return false;
  const size_t name_end = text->rfind(") ");
  if (name_end == std::string::npos) return false;
  const std::vector<std::string> fields = Split(std::string_view(*text).substr(name_end + 2), ' ');
  constexpr size_t kParent = 1;
  constexpr size_t kFirstTime = 11;  // utime, stime, cutime, cstime
  constexpr size_t kStart = 19;
  if (fields.size() <= kStart) return false;
  stat->state = fields[0].empty() ? '\0' : fields[0][0];
  const auto number = [](const std::string& digits, int64_t* value) {
    return std::from_chars(digits.data(), digits.data() + digits.size(), *value).ec == std::errc();
  };
  stat->cpu_ticks = 0;
  for (size_t i = kFirstTime; i < kFirstTime + 4; ++i) {
    int64_t ticks = 0;
    if (number(fields[i], &ticks)) stat->cpu_ticks += ticks;
  }
  return number(fields[kParent], &stat->parent) && number(fields[kStart], &stat->start);
}

std::string BootId() {
  const Result<std::string> text = ReadFile("/proc/sys/kernel/random/boot_id");
  return text.ok() ? std::string(Trim(*text)) : "";
}

std::vector<char*> Pointers(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// The child's work between fork and exec: only async-signal-safe calls, because the caller may have
// threads.
struct ChildPlan {
  std::vector<char*> command;
  std::vector<char*> environment;
  const SpawnOptions* options = nullptr;
  // Moved out of the way of their new numbers.
  std::array<int, 3> streams = {-1, -1, -1};
  std::vector<int> inherited;
  int control_group = -1;
  const cpu_set_t* cpus = nullptr;
  mode_t user_umask = 0;
  int report = -1;
  pid_t parent = 0;
};

bool ApplyLimits(const ChildPlan& plan) {
  const auto bytes = static_cast<rlim_t>(plan.options->data_bytes);
  rlimit limit = {};
  (void)getrlimit(RLIMIT_DATA, &limit);
  limit.rlim_cur = std::min(bytes, limit.rlim_max);
  if (!plan.options->may_raise_data_limit) limit.rlim_max = limit.rlim_cur;
  return (plan.control_group < 0 || write(plan.control_group, "0", 1) == 1) &&
         (bytes == 0 || setrlimit(RLIMIT_DATA, &limit) == 0) &&
         (plan.cpus == nullptr || sched_setaffinity(0, sizeof *plan.cpus, plan.cpus) == 0);
}

[[noreturn]] void RunChild(const ChildPlan& plan) {
  const SpawnOptions& options = *plan.options;
  const auto fail = [&plan] {
    const int error = errno;
    (void)!write(plan.report, &error, sizeof error);
    _exit(127);
  };
  if (options.new_session ? setsid() < 0 : setpgid(0, 0) != 0) fail();
  if (options.dies_with_caller) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail();
    if (getppid() != plan.parent) _exit(127);  // the caller ended in between
  }
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  if (!ApplyLimits(plan)) fail();
  for (int number = 0; number < 3; ++number) {
    int stream = plan.streams[static_cast<size_t>(number)];
    if (stream < 0) {
      stream = number == 0 ? open("/dev/null", O_RDONLY)
                           : open(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0666);
    }
    if (stream < 0 || dup2(stream, number) < 0) fail();
  }
  int next = 3;
  for (const int descriptor : plan.inherited) {
    if (dup2(descriptor, next) < 0) fail();
    ++next;
  }
  // The report's descriptor stays open until exec closes it: that is how the caller learns of
  // success.
  syscall(SYS_close_range, next, ~0U, CLOSE_RANGE_CLOEXEC);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) fail();
  umask(plan.user_umask);  // after `output` was made, which is ours
  execve(plan.command[0], plan.command.data(), plan.environment.data());
  fail();
  _exit(127);
}

}  // namespace

ProcessIdentity IdentityOf(pid_t pid) {
  StatLine stat;
  if (!ReadStat(pid, &stat)) return {};
  return {pid, stat.start, BootId()};
}

bool IsAlive(const ProcessIdentity& identity) {
  StatLine stat;
  return identity.pid > 0 && identity.boot_id == BootId() && ReadStat(identity.pid, &stat) &&
         stat.start == identity.start && stat.state != 'Z' && stat.state != 'X';
}

Descriptor WatchProcess(const ProcessIdentity& identity) {
  if (identity.pid <= 0) return {};
  Descriptor watch(static_cast<int>(syscall(SYS_pidfd_open, identity.pid, 0)));
  // The descriptor holds on to whatever has the number now, so only now is it certain who that is.
  if (!IsAlive(identity)) return {};
  return watch;
}

bool SignalProcess(const ProcessIdentity& identity, int number) {
  return SignalWatched(WatchProcess(identity), number);
}

bool SignalWatched(const Descriptor& watch, int number) {
  return watch.open() && syscall(SYS_pidfd_send_signal, watch.get(), number, nullptr, 0) == 0;
}

Result<pid_t> Spawn(const SpawnOptions& options) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return FileError("start", options.command[0], errno);
  const Descriptor report_read(ends[0]);
  Descriptor report_write(ends[1]);

  ChildPlan plan;
  plan.command = Pointers(options.command);
  plan.environment = Pointers(options.environment);
  plan.options = &options;
  plan.parent = getpid();
  plan.user_umask = UserUmask();
  // After the numbers that the child will give them, and not higher: a process may be
  // allowed few.
  const int out_of_the_way = 3 + static_cast<int>(options.inherited.size());
  std::vector<Descriptor> copies;
  const auto keep = [&copies, out_of_the_way](int descriptor) {
    copies.emplace_back(fcntl(descriptor, F_DUPFD_CLOEXEC, out_of_the_way));
    return copies.back().get();
  };
  for (size_t i = 0; i < plan.streams.size(); ++i) {
    if (options.streams[i] >= 0) plan.streams[i] = keep(options.streams[i]);
  }
  for (const int descriptor : options.inherited) plan.inherited.push_back(keep(descriptor));
  if (options.control_group >= 0) plan.control_group = keep(options.control_group);
  for (const Descriptor& copy : copies) {
    if (!copy.open()) return FileError("start", options.command[0], errno);
  }
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  for (const int cpu : options.cpus) CPU_SET(cpu, &cpus);
  if (!options.cpus.empty()) plan.cpus = &cpus;
  Descriptor report(fcntl(report_write.get(), F_DUPFD_CLOEXEC, out_of_the_way));
  if (!report.open()) return FileError("start", options.command[0], errno);
  plan.report = report.get();

  const pid_t pid = fork();
  if (pid == 0) RunChild(plan);
  if (pid < 0) return SystemRefused(std::system_error(errno, std::generic_category()));
  report_write.Close();
  report.Close();
  int error = 0;
  ssize_t got = 0;
  do {
    got = read(report_read.get(), &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  if (got == static_cast<ssize_t>(sizeof error)) {
    waitpid(pid, nullptr, 0);
    return StartError(options, error);
  }
  return pid;
}

Error StartError(const SpawnOptions& options, int error_number) {
  Error failure = FileError("start", options.command[0], error_number);
  // The program may be there, and the folder not.
  if (!options.folder.empty() && access(options.folder.c_str(), X_OK) != 0) {
    failure = FileError("start a process in", options.folder, errno);
  }
  failure.code = ErrorCode::kEnvironment;
  return failure;
}

std::vector<std::string> EnvironmentWith(
    const std::vector<std::pair<std::string, std::string>>& changes) {
  std::map<std::string, std::string> values;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const size_t equals = text.find('=');
    if (equals != std::string_view::npos)
      values[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  for (const auto& [name, value] : changes) values[name] = value;
  std::vector<std::string> environment;
  for (const auto& [name, value] : values) environment.push_back(name + "=" + value);
  return environment;
}

std::string SignalName(int number) {
  const char* name = sigabbrev_np(number);
  return name == nullptr ? "signal " + std::to_string(number) : "SIG" + std::string(name);
}

namespace {

struct Descendant {
  pid_t pid = 0;
  int64_t cpu_ticks = 0;
};

std::vector<pid_t> AllProcesses() {
  std::vector<pid_t> pids;
  const Result<std::vector<std::string>> names = ListFolder("/proc");
  for (const std::string& name : names.ok() ? *names : std::vector<std::string>()) {
    pid_t pid = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (code == std::errc() && end == name.data() + name.size()) pids.push_back(pid);
  }
  return pids;
}

std::vector<Descendant> ReadDescendants() {
  std::multimap<int64_t, Descendant> children;
  for (const pid_t pid : AllProcesses()) {
    StatLine stat;
    if (ReadStat(pid, &stat)) children.emplace(stat.parent, Descendant{pid, stat.cpu_ticks});
  }
  std::vector<Descendant> found = {{getpid(), 0}};
  for (size_t i = 0; i < found.size(); ++i) {
    const auto [begin, end] = children.equal_range(found[i].pid);
    for (auto child = begin; child != end; ++child) found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

}  // namespace

std::vector<pid_t> Descendants() {
  std::vector<pid_t> pids;
  for (const Descendant& one : ReadDescendants()) pids.push_back(one.pid);
  return pids;
}

int64_t DescendantsCpuMs() {
  constexpr int64_t kMsInSecond = 1000;
  int64_t ticks = 0;
  for (const Descendant& one : ReadDescendants()) ticks += one.cpu_ticks;
  rusage ended{};
  getrusage(RUSAGE_CHILDREN, &ended);
  const auto ms = [](const timeval& time) {
    return time.tv_sec * kMsInSecond + time.tv_usec / 1000;
  };
  return ticks * kMsInSecond / sysconf(_SC_CLK_TCK) + ms(ended.ru_utime) + ms(ended.ru_stime);
}

bool HasInEnvironment(pid_t pid, const std::string& entry) {
  const Result<std::string> text = ReadFile("/proc/" + std::to_string(pid) + "/environ");
  if (!text.ok()) return false;
  const std::vector<std::string> entries = Split(*text, '\0');
  return std::find(entries.begin(), entries.end(), entry) != entries.end();
}

std::vector<ProcessIdentity> ProcessesWith(const std::string& entry) {
  std::vector<ProcessIdentity> found;
  for (const pid_t pid : AllProcesses()) {
    // The identity first: a later process of the number would have another one.
    const ProcessIdentity identity = IdentityOf(pid);
    if (identity.pid != 0 && HasInEnvironment(pid, entry)) found.push_back(identity);
  }
  return found;
}

}  // namespace paisql
