#include "tools/doctor/doctor.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "render/output.h"
#include "script/runner.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"
#include "tools/doctor/doctor_report.h"

namespace paisql::tools {

namespace {

// A check that starts a program limits that itself, below the time it has here.
constexpr int64_t kQuick = 5000;
constexpr int64_t kSlow = 20'000;
constexpr int64_t kImport = 100'000;
// The time in which a check must end after it was told to.
constexpr auto kGrace = std::chrono::seconds(2);

constexpr std::array kChecks = {
    Check{"home", ExamineHome, kQuick},
    Check{"disk", ExamineDisk, kQuick},
    Check{"file system", ExamineFileSystem, kQuick},
    Check{"catalog", ExamineCatalog, kSlow},
    Check{"jobs", ExamineJobs, kSlow},
    Check{"services", ExamineServices, kSlow},
    Check{"config", ExamineConfig, kQuick},
    Check{"init file", ExamineInitFile, kQuick},
    Check{"SQL engine", ExamineEngine, kSlow},
    Check{"Python", ExaminePython, kSlow},
    Check{"TensorFlow", ExamineTensorFlow, kImport, "being imported"},
    Check{"oss", ExamineOss, kQuick},
    Check{"Spark", ExamineSpark, kSlow},
    Check{"GPU", ExamineCards, 2 * kSlow},
    Check{"cores", ExamineCores, kQuick},
    Check{"memory", ExamineMemory, kQuick},
    Check{"job limits", ExamineJobLimits, kQuick},
    Check{"open files", ExamineOpenFiles, kQuick},
    Check{"time zones", ExamineTimeZones, kQuick},
    Check{"terminal", ExamineTerminal, kQuick},
    Check{"pager", ExaminePager, kQuick},
    Check{"editor", ExamineEditor, kQuick},
};

size_t LongestName() {
  size_t longest = 0;
  for (const Check& check : kChecks) longest = std::max(longest, check.name.size());
  return longest;
}

// One check on a thread of its own: a file of a server that is gone may hold the thread in the
// kernel for ever, where nothing but the program's end reaches it.
class Examination {
 public:
  Examination(const Check& check, const DoctorSubject& subject, const std::stop_token& stop)
      : state_(std::make_shared<State>()) {
    std::thread([state = state_, check, subject, stop] {
      Examined found = check.examine(subject, stop);
      const std::lock_guard lock(state->mutex);
      state->found = std::move(found);
      state->ended.notify_all();
    }).detach();
  }

  // Nothing when there is no answer within the limit, or soon after the stop.
  std::optional<Examined> Await(int64_t limit_ms, const std::stop_token& stop) {
    std::unique_lock lock(state_->mutex);
    const auto there = [this] { return state_->found.has_value(); };
    state_->ended.wait_for(lock, stop, std::chrono::milliseconds(limit_ms), there);
    if (stop.stop_requested()) state_->ended.wait_for(lock, kGrace, there);
    return state_->found;
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable_any ended;
    std::optional<Examined> found;
  };
  std::shared_ptr<State> state_;
};

class Doctor {
 public:
  Doctor(const DoctorSubject& subject, render::Format format)
      : subject_(subject), json_(format == render::Format::kJson), output_(STDOUT_FILENO) {}

  void Run(const std::stop_token& stop) {
    for (const Check& check : kChecks) {
      Examination examination(check, subject_, stop);
      const bool told = TellMeanwhile(check);
      std::optional<Examined> found = examination.Await(check.limit_ms, stop);
      if (told) Write("\r\033[K");
      hangs_ = hangs_ || !found.has_value();
      if (stop.stop_requested()) return;
      if (!found.has_value()) {
        found =
            Examined{Health::kMissing, fmt::format("no answer within {} s", check.limit_ms / 1000),
                     "a disk, a server or a driver hangs: look at what dmesg says"};
      }
      Add({check.name, *std::move(found)});
    }
    if (json_) Write(DoctorJson(found_));
  }

  bool Written() const { return written_.ok() || output_.closed(); }
  // A thread was left after.
  bool hangs() const { return hangs_; }
  bool healthy() const {
    return std::ranges::none_of(
        found_, [](const NamedExamined& one) { return one.examined.health == Health::kMissing; });
  }
  std::string Totals() const { return DoctorTotals(found_); }

 private:
  // A line in the finding's place, which a terminal can take back.
  bool TellMeanwhile(const Check& check) {
    if (json_ || check.meanwhile.empty() || !terminal::HasCursor(STDOUT_FILENO)) return false;
    Write(DoctorMeanwhile(check, LongestName(),
                          terminal::CharsetOfLocale() == terminal::Charset::kOther));
    return true;
  }

  void Add(NamedExamined check) {
    if (!json_) Write(DoctorLine(check, LongestName(), terminal::WantsColor(STDOUT_FILENO)));
    found_.push_back(std::move(check));
  }

  void Write(const std::string& text) {
    output_.buffer() += text;
    if (written_.ok()) written_ = output_.Flush();
  }

  const DoctorSubject& subject_;
  bool json_;
  render::Output output_;
  Status written_ = Status::Ok();
  std::vector<NamedExamined> found_;
  bool hangs_ = false;
};

int Examine(Doctor& doctor) {
  std::stop_source stop;
  const terminal::InterruptWatcher watcher([&stop] {
    if (!stop.request_stop()) terminal::EndInterrupted();
  });
  doctor.Run(stop.get_token());
  if (stop.stop_requested()) return terminal::InterruptStatus();
  if (!doctor.Written()) {
    terminal::PrintLine("paisql: the findings cannot be written");
    return script::kExitEnvironment;
  }
  terminal::PrintLine(doctor.Totals());
  return doctor.healthy() ? script::kExitDone : script::kExitEnvironment;
}

}  // namespace

int RunDoctor(const DoctorSubject& subject, render::Format format) {
  Doctor doctor(subject, format);
  const int status = Examine(doctor);
  // A thread that hangs may still use what the program's ordinary end destroys.
  if (doctor.hangs()) _exit(status);
  return status;
}

}  // namespace paisql::tools
