#include "inference/tensorflow/api.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <vector>

#include "inference/tensorflow/memory_guard.h"

namespace paisql::inference {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFramework = "libtensorflow_framework.so.2";
constexpr const char* kLibrary = "libtensorflow_cc.so.2";
constexpr const char* kLogLevel = "TF_CPP_MIN_LOG_LEVEL";
constexpr const char* kCure =
    "run scripts/setup without --no-training, or set PAISQL_PYTHON to a Python that has TensorFlow "
    "2.4 or newer";

// <prefix>/lib/python3.11/site-packages/tensorflow for <prefix>/bin/python. The interpreter's own
// path counts, not what it links to: that is how a virtual environment is made.
std::optional<fs::path> FindPackage(const std::string& python) {
  const fs::path lib = fs::path(python).parent_path().parent_path() / "lib";
  std::vector<fs::path> found;
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(lib, failure)) {
    if (!entry.path().filename().string().starts_with("python3")) continue;
    for (const char* packages : {"site-packages", "dist-packages"}) {
      fs::path package = entry.path() / packages / "tensorflow";
      if (fs::exists(package / kLibrary, failure)) found.push_back(std::move(package));
    }
  }
  if (found.empty()) return std::nullopt;
  return *std::max_element(found.begin(), found.end());
}

Error Missing(const std::string& detail) {
  return Error{ErrorCode::kEnvironment, detail, {}, kCure};
}

// TensorFlow tells of its processor's abilities and of each model on stderr, unless the environment
// says otherwise when it speaks for the first time. Children see what was there before.
class QuietStart {
 public:
  QuietStart() {
    if (const char* set = std::getenv(kLogLevel); set != nullptr) return;
    setenv(kLogLevel, "3", 1);
    ours_ = true;
  }
  ~QuietStart() {
    if (ours_) unsetenv(kLogLevel);
  }
  QuietStart(const QuietStart&) = delete;
  QuietStart& operator=(const QuietStart&) = delete;

 private:
  bool ours_ = false;
};

template <typename Function>
bool Load(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  return function != nullptr;
}

bool LoadAll(void* library, TensorflowApi& api) {
  return Load(library, "TF_Version", api.Version) && Load(library, "TF_NewStatus", api.NewStatus) &&
         Load(library, "TF_DeleteStatus", api.DeleteStatus) &&
         Load(library, "TF_GetCode", api.GetCode) && Load(library, "TF_Message", api.Message) &&
         Load(library, "TF_NewTensor", api.NewTensor) &&
         Load(library, "TF_DeleteTensor", api.DeleteTensor) &&
         Load(library, "TF_TensorType", api.TensorType) &&
         Load(library, "TF_NumDims", api.NumDims) && Load(library, "TF_Dim", api.Dim) &&
         Load(library, "TF_TensorByteSize", api.TensorByteSize) &&
         Load(library, "TF_TensorData", api.TensorData) &&
         Load(library, "TF_StringInit", api.StringInit) &&
         Load(library, "TF_StringCopy", api.StringCopy) &&
         Load(library, "TF_StringGetDataPointer", api.StringGetDataPointer) &&
         Load(library, "TF_StringGetSize", api.StringGetSize) &&
         Load(library, "TF_StringDealloc", api.StringDealloc) &&
         Load(library, "TF_NewGraph", api.NewGraph) &&
         Load(library, "TF_DeleteGraph", api.DeleteGraph) &&
         Load(library, "TF_GraphOperationByName", api.GraphOperationByName) &&
         Load(library, "TF_OperationNumOutputs", api.OperationNumOutputs) &&
         Load(library, "TF_NewOperation", api.NewOperation) &&
         Load(library, "TF_FinishOperation", api.FinishOperation) &&
         Load(library, "TF_NewSession", api.NewSession) &&
         Load(library, "TF_NewSessionOptions", api.NewSessionOptions) &&
         Load(library, "TF_SetConfig", api.SetConfig) &&
         Load(library, "TF_DeleteSessionOptions", api.DeleteSessionOptions) &&
         Load(library, "TF_LoadSessionFromSavedModel", api.LoadSessionFromSavedModel) &&
         Load(library, "TF_CloseSession", api.CloseSession) &&
         Load(library, "TF_DeleteSession", api.DeleteSession) &&
         Load(library, "TF_SessionRun", api.SessionRun);
}

// Makes TensorFlow say here, and not in the midst of an answer, what it says when it loads a first
// model and runs a first graph.
void SpeakOnce(const TensorflowApi& api) {
  TF_Status* status = api.NewStatus();
  TF_SessionOptions* options = api.NewSessionOptions();
  TF_Graph* graph = api.NewGraph();
  const char* tag = "serve";
  api.LoadSessionFromSavedModel(options, nullptr, "/dev/null/no-model", &tag, 1, graph, nullptr,
                                status);
  const TF_Operation* nothing =
      api.FinishOperation(api.NewOperation(graph, "NoOp", "nothing"), status);
  if (TF_Session* session = api.NewSession(graph, options, status); session != nullptr) {
    if (nothing != nullptr) {
      api.SessionRun(session, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0, &nothing, 1,
                     nullptr, status);
    }
    api.CloseSession(session, status);
    api.DeleteSession(session, status);
  }
  api.DeleteGraph(graph);
  api.DeleteSessionOptions(options);
  api.DeleteStatus(status);
}

// The libraries stay open: what they have started on threads of their own may not be unloaded.
Result<TensorflowApi> Open(const std::string& python) {
  const std::optional<fs::path> package = FindPackage(python);
  if (!package.has_value()) {
    return Missing("the Python " + python + " has no TensorFlow to compute a model with");
  }
  const QuietStart quiet;
  // Its names stay its own: this program has parts of the same libraries in other versions.
  for (const char* name : {kFramework, kLibrary}) {
    if (dlopen((*package / name).c_str(), RTLD_LAZY | RTLD_LOCAL) != nullptr) continue;
    // FindPackage has seen the other one.
    std::error_code failure;
    const bool there = fs::exists(*package / name, failure);
    return Missing("TensorFlow's library " + (*package / name).string() +
                   (there ? " cannot be loaded: it is damaged, or made for another machine"
                          : " is not there"));
  }
  void* library = dlopen((*package / kLibrary).c_str(), RTLD_LAZY | RTLD_LOCAL);
  TensorflowApi api{};
  if (!LoadAll(library, api)) {
    return Missing("the TensorFlow of " + python + " is too old to compute a model with");
  }
  SpeakOnce(api);
  GuardMemory();
  return api;
}

}  // namespace

Result<const TensorflowApi*> OpenTensorflow(const std::string& python) {
  if (python.empty()) return Missing("there is no Python with TensorFlow to compute a model with");
  static std::mutex mutex;
  static std::optional<TensorflowApi> opened;
  const std::lock_guard lock(mutex);
  if (!opened.has_value()) {
    PAISQL_ASSIGN(opened, Open(python));
  }
  return &*opened;
}

}  // namespace paisql::inference
