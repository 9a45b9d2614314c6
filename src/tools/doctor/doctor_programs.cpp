// Checks of `paisql doctor` about the programs that run SQL and trainings.

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <optional>

#include "base/process/probe.h"
#include "base/process/process.h"
#include "base/text.h"
#include "engine/factory.h"
#include "engine/version.h"
#include "jobs/machine/machine.h"
#include "jobs/runtime/launch.h"
#include "jobs/spec/runtime.h"
#include "tools/doctor/doctor_checks.h"

namespace paisql::tools {

namespace {

constexpr const char* kSetUp =
    "run scripts/setup without --no-training, or set PAISQL_PYTHON to a Python 3.9, 3.10 or 3.11 "
    "with TensorFlow 2.15";
constexpr int64_t kPythonMs = 10'000;
constexpr int64_t kImportMs = 80'000;  // of a cold disk; a warm one takes a few seconds

// The answers stand after words of ours: what else is printed is not for us.
constexpr std::string_view kMark = "paisql-doctor ";
constexpr const char* kAskVersion =
    "import sys; print('paisql-doctor', '%d.%d.%d' % sys.version_info[:3])";
constexpr const char* kAskTensorFlow = R"(
import sys
from paisql.start import hook
hook.install(has_job=False)
import tensorflow
import paiio, common_io
from tensorflow.python.framework import config, versions
cards = config.list_physical_devices('GPU') if sys.argv[1] == 'cards' else []
print('paisql-doctor', versions.VERSION, len(cards))
)";

// The program's text after our words; none when it does not say them.
std::optional<std::string> Marked(const std::string& said) {
  for (const std::string& line : Split(said, '\n')) {
    if (line.starts_with(kMark)) return std::string(Trim(line.substr(kMark.size())));
  }
  return std::nullopt;
}

Examined NotAnswering(const std::string& what, const ProbeAnswer& answer) {
  if (!answer.in_time) {
    return {Health::kMissing,
            fmt::format("{} took longer than {} s and was ended", what, answer.took_ms / 1000),
            "see whether its disk answers; then run paisql doctor again"};
  }
  const std::string last = LastLine(answer.said);
  return {Health::kMissing, what + " fails" + (last.empty() ? "" : ": " + last), kSetUp};
}

bool CanRun(const std::string& python) {
  return !python.empty() && ::access(python.c_str(), X_OK) == 0;
}

// As a job's process has it, but without a script's folders.
ProbeRequest InJobEnvironment(const DoctorSubject& subject, bool cards) {
  const jobs::Installation& installation = subject.paths.installation;
  const jobs::Runtime& runtime = *jobs::FindRuntime("tensorflow1");
  const jobs::EnvironmentChoice choice;
  jobs::Variables changes =
      runtime.environment(runtime, installation, store::Home::LookAt(subject.home_path), choice);
  changes.emplace_back("PYTHONPATH", jobs::PythonPath(installation, {}, choice));
  if (!cards) changes.emplace_back("CUDA_VISIBLE_DEVICES", "-1");
  return {{installation.python, "-c", kAskTensorFlow, cards ? "cards" : "none"},
          jobs::ScriptEnvironment(choice, changes),
          kImportMs};
}

}  // namespace

Examined ExamineEngine(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  const auto start = std::chrono::steady_clock::now();
  const Result<std::unique_ptr<engine::Connection>> engine =
      engine::BuiltInEngines(subject.paths.library_folder)
          .MakeConnection(engine::kDefaultEngine, engine::EngineOptions{});
  if (!engine.ok()) {
    return {Health::kMissing,
            "its library in " + subject.paths.library_folder +
                " is missing, cannot be loaded or is of another version than " +
                std::string(engine::EngineVersion()),
            engine.error().hint};
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  return {Health::kOk,
          fmt::format("{}, starts in {:.2f} s", engine::EngineVersion(), took.count())};
}

Examined ExaminePython(const DoctorSubject& subject, const std::stop_token& stop) {
  const std::string& python = subject.paths.installation.python;
  if (python.empty()) return {Health::kMissing, "none is set up: nothing can train", kSetUp};
  if (!CanRun(python)) {
    return {Health::kMissing, python + " is not there or cannot be run: nothing can train", kSetUp};
  }
  const Result<ProbeAnswer> answer =
      Probe({{python, "-I", "-c", kAskVersion}, EnvironmentWith({}), kPythonMs}, stop);
  if (!answer.ok()) return {Health::kMissing, answer.error().detail, kSetUp};
  const std::optional<std::string> version = Marked(answer->said);
  if (!version.has_value() || answer->status != 0) return NotAnswering(python, *answer);
  std::string found = *version + " at " + python;
  for (const char* good : {"3.9.", "3.10.", "3.11."}) {
    if (version->starts_with(good)) return {Health::kOk, std::move(found)};
  }
  return {Health::kWarning, found + "; trainings need 3.9, 3.10 or 3.11", kSetUp};
}

Examined ExamineTensorFlow(const DoctorSubject& subject, const std::stop_token& stop) {
  const jobs::Installation& installation = subject.paths.installation;
  if (!CanRun(installation.python)) {
    return {Health::kMissing, "there is no Python to import it", kSetUp};
  }
  if (::access(installation.python_folder.c_str(), R_OK | X_OK) != 0) {
    return {Health::kMissing, "the packages of jobs are not in " + installation.python_folder,
            "build or install the whole program again (cmake --build build)"};
  }
  const auto found_cards = jobs::FindCards();
  const bool cards = found_cards.has_value() && !found_cards->empty();
  const Result<ProbeAnswer> answer = Probe(InJobEnvironment(subject, cards), stop);
  if (!answer.ok()) return {Health::kMissing, answer.error().detail, kSetUp};
  const std::optional<std::string> said = Marked(answer->said);
  if (!said.has_value() || answer->status != 0) return NotAnswering("its import", *answer);
  const std::vector<std::string> words = Split(*said, ' ');
  std::string found = fmt::format("{}, imported in {:.1f} s", words[0],
                                  static_cast<double>(answer->took_ms) / 1000);
  if (cards && words.back() == "0") {
    return {Health::kWarning, found + ", and sees no card: training computes on CPUs",
            "install the CUDA libraries of this TensorFlow in that Python: " + installation.python +
                " -m pip install 'tensorflow[and-cuda]==" + words[0] + "'"};
  }
  if (cards) found += fmt::format(", sees {} of {} cards", words.back(), found_cards->size());
  if (words[0].starts_with("2.15.")) return {Health::kOk, std::move(found)};
  return {Health::kWarning, found + "; trainings need 2.15", kSetUp};
}

Examined ExamineOss(const DoctorSubject& subject, const std::stop_token& /*stop*/) {
  if (!subject.paths.installation.oss_plugin.empty()) {
    return {Health::kOk, "TensorFlow reads and writes oss:// paths"};
  }
  return {Health::kWarning, "not built: TensorFlow cannot read or write oss:// paths",
          "run scripts/setup without --no-training, and build again"};
}

}  // namespace paisql::tools
