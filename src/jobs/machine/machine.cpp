#include "jobs/machine/machine.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>

#include "base/events/event_loop.h"
#include "base/process/process.h"
#include "base/system/clock.h"
#include "base/system/free_memory.h"
#include "base/text.h"
#include "base/whole_number.h"

namespace paisql::jobs {

namespace {

constexpr int64_t kKbInMb = 1024;
constexpr int64_t kBytesInMb = 1024 * 1024;
constexpr int64_t kToolMs = 10'000;
constexpr int64_t kEndMs = 1000;  // of a tool that was killed or has printed everything

std::optional<int64_t> Number(std::string_view text) { return ParseNumber<int64_t>(Trim(text)); }

int64_t UsableCpus() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 1;
  return std::max(1, CPU_COUNT(&mask));
}

int64_t MemoryMb() {
  const Result<std::string> text = ReadFile("/proc/meminfo");
  if (!text.ok()) return 0;
  for (const std::string& line : Split(*text, '\n')) {
    constexpr std::string_view kName = "MemTotal:";
    if (!line.starts_with(kName)) continue;
    const std::string_view rest = Trim(std::string_view(line).substr(kName.size()));
    return Number(rest.substr(0, rest.find(' '))).value_or(0) / kKbInMb;
  }
  return 0;
}

void NarrowTo(const std::string& group, Quota* quota) {
  const Result<std::string> memory = ReadFile(group + "/memory.max");
  if (memory.ok()) {
    if (const auto bytes = Number(*memory)) {
      quota->memory_mb = std::min(quota->memory_mb, *bytes / kBytesInMb);
    }
  }
  const Result<std::string> cpu = ReadFile(group + "/cpu.max");
  if (!cpu.ok()) return;
  const std::vector<std::string> parts = Split(Trim(*cpu), ' ');
  if (parts.size() != 2) return;
  const auto allowed = Number(parts[0]);
  const auto period = Number(parts[1]);
  if (allowed.has_value() && period.value_or(0) > 0) {
    quota->cpu = std::clamp<int64_t>(*allowed * kWholeCore / *period, 1, quota->cpu);
  }
}

// The limits of the control group that this process runs in, such as a container's, and of those
// around it.
void NarrowToControlGroups(Quota* quota) {
  for (const std::string& group : OwnControlGroups()) NarrowTo(group, quota);
}

std::string FindTool() {
  const char* path = std::getenv("PATH");
  for (const std::string& folder : Split(path == nullptr ? "/usr/bin:/bin" : path, ':')) {
    std::string tool = folder + "/nvidia-smi";
    if (folder.starts_with('/') && access(tool.c_str(), X_OK) == 0) return tool;
  }
  return "";
}

int64_t Milliseconds(const timeval& time) {
  constexpr int64_t kMsInSecond = 1000;
  constexpr int64_t kMicrosInMs = 1000;
  return time.tv_sec * kMsInSecond + time.tv_usec / kMicrosInMs;
}

struct Answer {
  std::string text;
  bool complete = false;  // the tool ended by itself, with success
  int64_t cpu_ms = 0;     // that it took
};

// Waits for the tool's end, and leaves one behind that a hanging driver does not let end.
void Collect(pid_t pid, Answer* answer) {
  const Descriptor end = WatchProcess(IdentityOf(pid));
  if (end.open()) AwaitReadable(end.get(), SteadyMs() + kEndMs);
  rusage usage = {};
  int status = 0;
  if (wait4(pid, &status, WNOHANG, &usage) != pid) return;
  answer->complete = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  answer->cpu_ms = Milliseconds(usage.ru_utime) + Milliseconds(usage.ru_stime);
}

// Reads the tool's output until its end or the deadline; true at its end.
bool ReadAll(int said, std::string* text) {
  const int64_t deadline = SteadyMs() + kToolMs;
  while (true) {
    if (!AwaitReadable(said, deadline)) return false;
    std::array<char, 4096> buffer{};
    const ssize_t count = read(said, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return true;
    text->append(buffer.data(), static_cast<size_t>(count));
  }
}

// The driver's tool prints a line "index, …" for each card.
Answer AskTool(const std::string& tool, const std::string& query) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  const Descriptor said(ends[0]);
  Descriptor says(ends[1]);
  SpawnOptions options;
  options.command = {tool, "--query-gpu=index," + query, "--format=csv,noheader,nounits"};
  options.environment = EnvironmentWith({});
  options.output = "/dev/null";
  options.streams = {-1, says.get(), -1};
  options.dies_with_caller = true;
  const Result<pid_t> pid = Spawn(options);
  says.Close();
  if (!pid.ok()) return {};
  Answer answer;
  // A driver that hangs keeps nobody waiting.
  if (!ReadAll(said.get(), &answer.text)) kill(*pid, SIGKILL);
  Collect(*pid, &answer);
  return answer;
}

// The fields of each line that has as many, and a number at its beginning.
std::vector<std::vector<std::string>> Lines(const std::string& text, size_t fields) {
  std::vector<std::vector<std::string>> lines;
  for (const std::string& line : Split(text, '\n')) {
    std::vector<std::string> parts;
    for (const std::string& part : Split(line, ',')) parts.emplace_back(Trim(part));
    if (parts.size() == fields && Number(parts[0]).has_value()) lines.push_back(std::move(parts));
  }
  return lines;
}

struct FoundCard {
  Card card;
  std::string uuid;  // "GPU-5a1f…"
};

// The cards that CUDA_VISIBLE_DEVICES leaves to this user, by the driver's own rule: numbers or
// beginnings of names, up to the first one that is not a card.
std::vector<Card> Visible(const std::vector<FoundCard>& found) {
  std::vector<Card> cards;
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) {
    for (const FoundCard& one : found) cards.push_back(one.card);
    return cards;
  }
  for (const std::string& part : Split(visible, ',')) {
    const std::string_view name = Trim(part);
    const auto one = std::find_if(found.begin(), found.end(), [name](const FoundCard& card) {
      const auto number = Number(name);
      return number.has_value() ? *number == card.card.id
                                : !name.empty() && card.uuid.starts_with(name);
    });
    if (one == found.end()) break;
    cards.push_back(one->card);
  }
  return cards;
}

}  // namespace

Quota MachineWithoutCards() {
  Quota quota;
  quota.cpu = UsableCpus() * kWholeCore;
  quota.memory_mb = MemoryMb();
  NarrowToControlGroups(&quota);
  return quota;
}

std::optional<std::vector<Card>> FindCards() {
  const std::string tool = FindTool();
  if (tool.empty()) return std::vector<Card>();
  const Answer answer = AskTool(tool, "uuid,memory.total");
  if (!answer.complete) return std::nullopt;
  std::vector<FoundCard> found;
  for (const std::vector<std::string>& line : Lines(answer.text, 3)) {
    const Card card{static_cast<int>(*Number(line[0])), Number(line[2]).value_or(0)};
    found.push_back({card, line[1]});
  }
  return Visible(found);
}

CardLoad LoadOfCards(const std::vector<int>& ids) {
  CardLoad load;
  const std::string tool = ids.empty() ? "" : FindTool();
  if (tool.empty()) return load;
  const Answer answer = AskTool(tool, "utilization.gpu");
  load.asking_cpu_ms = answer.cpu_ms;
  for (const std::vector<std::string>& line : Lines(answer.text, 2)) {
    const bool own = std::find(ids.begin(), ids.end(), *Number(line[0])) != ids.end();
    if (own) load.busy += static_cast<int>(Number(line[1]).value_or(0));
  }
  return load;
}

}  // namespace paisql::jobs
