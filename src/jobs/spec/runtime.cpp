#include "jobs/spec/runtime.h"

#include <algorithm>
#include <array>

namespace paisql::jobs {

namespace {

std::vector<std::string> PythonCommand(const Installation& installation, const std::string& entry) {
  // -b: Python warns of bytes where text is meant.
  return {installation.python, "-bu", entry};
}

Variables TensorFlowVariables(const Runtime& runtime, const Installation& installation,
                              const store::Home& home, const EnvironmentChoice& choice) {
  Variables variables = {{"PYTHONUNBUFFERED", "1"},
                         {"PAISQL_FACE", std::string(runtime.face)},
                         {"PAISQL_OSS_ROOT", home.OssPath()},
                         {"PAISQL_OSS_PLUGIN", installation.oss_plugin},
                         {"PAISQL_PYTHON", installation.python},
                         {"PAISQL_PROGRAM", installation.program}};
  const std::pair<const char*, const char*> defaults[] = {
      // TensorFlow's own remarks about the machine do not belong to a script's output.
      {"TF_CPP_MIN_LOG_LEVEL", "1"},
      // oss/remote_library.h says why.
      {"AWS_REQUEST_CHECKSUM_CALCULATION", "when_required"},
      {"AWS_RESPONSE_CHECKSUM_VALIDATION", "when_required"},
  };
  // Named in any case: what this program has set for itself is not among the chosen ones.
  for (const auto& [name, value] : defaults) {
    const char* const given = Variable(choice, name);
    variables.emplace_back(name, given == nullptr ? value : given);
  }
  return variables;
}

constexpr std::array kRuntimes = {
    Runtime{"tensorflow1", "tensorflow1", "", PythonCommand, TensorFlowVariables, WarmStart::kAhead,
            true},
    Runtime{"tensorflow2", "tensorflow2", "", PythonCommand, TensorFlowVariables, WarmStart::kAhead,
            true},
    Runtime{"alink1", "tensorflow1", "alink_job.py", PythonCommand, TensorFlowVariables,
            WarmStart::kAhead, true},
    Runtime{"alink2", "tensorflow2", "alink_job.py", PythonCommand, TensorFlowVariables,
            WarmStart::kAhead, true},
    Runtime{"alink_predict", "tensorflow2", "alink_predict_job.py", PythonCommand,
            TensorFlowVariables, WarmStart::kNever, true},
    Runtime{"alink_keras", "tensorflow2", "alink_keras_job.py", PythonCommand, TensorFlowVariables,
            WarmStart::kIfThere, true},
    Runtime{"learner", "learner", "learner_job.py", PythonCommand, TensorFlowVariables,
            WarmStart::kAhead, true},
    Runtime{"tensorboard", "tensorflow2", "board.py", PythonCommand, TensorFlowVariables,
            WarmStart::kIfThere, false},
};

}  // namespace

std::span<const Runtime> Runtimes() { return kRuntimes; }

const Runtime* FindRuntime(std::string_view name) {
  const auto found = std::find_if(kRuntimes.begin(), kRuntimes.end(),
                                  [name](const Runtime& runtime) { return runtime.name == name; });
  return found == kRuntimes.end() ? nullptr : &*found;
}

}  // namespace paisql::jobs
