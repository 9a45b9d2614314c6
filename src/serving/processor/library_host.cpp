#include "serving/processor/library_host.h"

#include <dlfcn.h>
#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "base/whole_number.h"
#include "serving/processor/processor_pool.h"
#include "workers/worker_end.h"

namespace paisql::serving {

namespace {

using Initialize = void* (*)(const char* model_entry, const char* model_config, int* state);
using Process = int (*)(void* model, const void* in, int in_size, void** out, int* out_size);

constexpr int kUsualThreads = 5;  // as metadata.rpc.worker_threads has it
constexpr int kStartedStatus = 200;
constexpr int kTooLarge = 413;

int Fail(workers::WorkerEnd& end, const std::string& why) {
  workers::Frame error;
  error.kind = workers::FrameKind::kError;
  error.text = why;
  end.Send(error);
  return 1;
}

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

class LibraryHost {
 public:
  LibraryHost(workers::WorkerEnd& end, Process process, void* model)
      : end_(end), process_(process), model_(model) {}

  void Work() {
    while (const std::optional<workers::Frame> request = end_.Next()) Answer(*request);
  }

 private:
  void Answer(const workers::Frame& request) {
    workers::Frame answer;
    answer.number = request.number;
    if (request.payload.size() > INT_MAX) {
      answer.code = kTooLarge;
      answer.payload = "the body is larger than the processor can be told";
    } else {
      void* out = nullptr;
      int size = 0;
      answer.code = process_(model_, request.payload.data(),
                             static_cast<int>(request.payload.size()), &out, &size);
      const std::unique_ptr<void, FreeMemory> owner(out);
      if (out != nullptr && size > 0) {
        answer.payload.assign(static_cast<const char*>(out), static_cast<size_t>(size));
      }
    }
    end_.Send(answer);
  }

  workers::WorkerEnd& end_;
  const Process process_;
  void* const model_;
};

int Threads() {
  const char* const wanted = std::getenv("PAISQL_PROCESSOR_THREADS");
  const int threads = wanted == nullptr ? 0 : WholeNumberOr(wanted, 0);
  return threads > 0 ? threads : kUsualThreads;
}

}  // namespace

int HostLibrary(const std::string& library, const std::string& model_entry,
                const std::string& model_config) {
  workers::WorkerEnd end;
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = dlerror();
    return Fail(end, std::string("cannot be opened: ") + (why == nullptr ? library : why));
  }
  const auto initialize = reinterpret_cast<Initialize>(dlsym(handle, "initialize"));
  const auto process = reinterpret_cast<Process>(dlsym(handle, "process"));
  if (initialize == nullptr || process == nullptr) {
    return Fail(end, library + " has no function " +
                         (initialize == nullptr ? "initialize" : "process") +
                         ": declare both extern \"C\"");
  }
  int state = 0;
  void* const model = initialize(model_entry.c_str(), model_config.c_str(), &state);
  if (state != 0 && state != kStartedStatus) {
    return Fail(end, "initialize has ended with the state " + std::to_string(state));
  }
  const int threads = Threads();
  end.Send(workers::MakeHello(kProcessorKind, {{"threads", threads}}));
  LibraryHost host(end, process, model);
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&host] { host.Work(); });
  host.Work();
  // A thread may still compute, or never come back.
  _exit(0);
}

}  // namespace paisql::serving
