// Checks of `paisql doctor` about the machine: cards, cores, memory and limits.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <vector>

#include "base/display/amounts.h"
#include "base/files/files.h"
#include "base/process/probe.h"
#include "base/process/process.h"
#include "base/text.h"
#include "jobs/machine/control_group.h"
#include "jobs/machine/machine.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

constexpr int64_t kBytesInMb = 1024 * 1024;
constexpr int64_t kLittleMemoryMb = 2000;
constexpr rlim_t kFewFiles = 1024;
constexpr int64_t kToolMs = 10'000;

// "NVIDIA H100, driver 550.1" of the first card; "" when the tool does not say.
std::string CardText(const std::stop_token& stop) {
  const std::string tool = FindProgram("nvidia-smi");
  if (tool.empty()) return "";
  const Result<ProbeAnswer> answer =
      Probe({{tool, "--query-gpu=name,driver_version", "--format=csv,noheader"},
             EnvironmentWith({}),
             kToolMs},
            stop);
  if (!answer.ok() || answer->status != 0) return "";
  const std::vector<std::string> fields = Split(LastLine(answer->said), ',');
  if (fields.size() != 2) return "";
  return fmt::format("{}, driver {}", Trim(fields[0]), Trim(fields[1]));
}

// Bytes of a line "Name:   12 kB" of /proc/meminfo; 0 when there is none.
int64_t MemoryLine(std::string_view name) {
  const Result<std::string> text = ReadFile("/proc/meminfo");
  if (!text.ok()) return 0;
  for (const std::string& line : Split(*text, '\n')) {
    if (line.starts_with(name)) return std::strtoll(line.c_str() + name.size(), nullptr, 10) * 1024;
  }
  return 0;
}

}  // namespace

Examined ExamineCards(const DoctorSubject& /*subject*/, const std::stop_token& stop) {
  const bool device = ::access("/dev/nvidia0", F_OK) == 0;
  const bool tool = !FindProgram("nvidia-smi").empty();
  const std::optional<std::vector<jobs::Card>> cards = jobs::FindCards();
  if (!cards.has_value()) {
    return {Health::kWarning, "nvidia-smi fails or hangs: training computes on CPUs",
            "see what nvidia-smi says; the driver and its kernel module may not fit together"};
  }
  if (!cards->empty()) {
    const std::string text = CardText(stop);
    std::string found = Counted(cards->size(), "card");
    if (cards->front().memory_mb > 0) {
      found += " of " + BytesText(cards->front().memory_mb * kBytesInMb);
    }
    return {Health::kOk, found + (text.empty() ? "" : ": " + text)};
  }
  if (const char* visible = std::getenv("CUDA_VISIBLE_DEVICES"); visible != nullptr && tool) {
    return {Health::kNote, fmt::format("CUDA_VISIBLE_DEVICES={} shows no card", visible),
            "unset CUDA_VISIBLE_DEVICES to train on all cards"};
  }
  if (device && !tool) {
    return {Health::kWarning, "/dev/nvidia0 is there, nvidia-smi is not on the PATH",
            "install the driver's tools, or add their folder to PATH; until then training computes "
            "on CPUs"};
  }
  return {Health::kNote, "none: training computes on CPUs"};
}

Examined ExamineCores(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  return {Health::kOk, jobs::CoresText(jobs::MachineWithoutCards().cpu)};
}

Examined ExamineMemory(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  const int64_t memory_mb = jobs::MachineWithoutCards().memory_mb;
  std::string found = BytesText(memory_mb * kBytesInMb);
  if (const int64_t free = MemoryLine("MemAvailable:"); free > 0) {
    found += fmt::format(", the machine has {} to spare", BytesText(free));
  }
  if (memory_mb > 0 && memory_mb < kLittleMemoryMb) {
    return {Health::kWarning, std::move(found),
            "TensorFlow alone takes about 0.5 GB a process: give the machine or container more"};
  }
  return {Health::kOk, std::move(found)};
}

Examined ExamineJobLimits(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  const std::string folder = jobs::FolderForJobGroups();
  constexpr const char* kRlimits = "each process of a job is limited by itself (rlimits)";
  constexpr const char* kCure =
      "systemd-run --user --scope paisql has control groups, which limit a job with all it starts";
  if (folder.empty()) return {Health::kNote, std::string("no control groups: ") + kRlimits, kCure};
  if (::access((folder + "/cgroup.subtree_control").c_str(), W_OK) != 0 ||
      ::access(folder.c_str(), W_OK | X_OK) != 0) {
    return {Health::kNote, "control groups are not ours to make: " + std::string(kRlimits), kCure};
  }
  const Result<std::string> text = ReadFile(folder + "/cgroup.controllers");
  const std::string controllers = " " + std::string(text.ok() ? Trim(*text) : "") + " ";
  if (controllers.find(" memory ") == std::string::npos ||
      controllers.find(" cpu ") == std::string::npos) {
    return {Health::kNote,
            "control groups without the controllers cpu and memory: " + std::string(kRlimits),
            kCure};
  }
  return {Health::kOk, "control groups below " + folder};
}

Examined ExamineOpenFiles(const DoctorSubject& /*subject*/, const std::stop_token& /*stop*/) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return {Health::kNote, "the limit is not known"};
  if (limit.rlim_cur == RLIM_INFINITY) return {Health::kOk, "without a limit"};
  std::string found = fmt::format("{} may be open at once", limit.rlim_cur);
  if (limit.rlim_cur >= kFewFiles) return {Health::kOk, std::move(found)};
  return {Health::kWarning, std::move(found),
          fmt::format("allow {}: ulimit -n {}", static_cast<uint64_t>(kFewFiles),
                      static_cast<uint64_t>(kFewFiles))};
}

}  // namespace paisql::tools
