#include "serving/processor/library_host.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/files/files.h"
#include "base/whole_number.h"
#include "serving/processor/frame.h"

namespace paisql::serving {

namespace {

using Initialize = void* (*)(const char* model_entry, const char* model_config, int* state);
using Process = int (*)(void* model, const void* in, int in_size, void** out, int* out_size);

constexpr int kUsualThreads = 5;  // as metadata.rpc.worker_threads has it
constexpr uint32_t kStartedStatus = 200;
constexpr uint32_t kFailed = 500;
constexpr uint32_t kTooLarge = 413;

void Send(uint32_t code, uint64_t number, std::string_view payload) {
  WriteAll(kProcessorSocket, WriteFrame(code, number, payload));
}

int Fail(const std::string& why) {
  Send(kFailed, kReadyNumber, why);
  return 1;
}

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

// The threads take turns to read, so that each request is read by the one that computes it.
class LibraryHost {
 public:
  LibraryHost(Process process, void* model) : process_(process), model_(model) {}

  void Work() {
    while (const std::optional<Frame> request = Read()) Answer(*request);
  }

 private:
  std::optional<Frame> Read() {
    const std::lock_guard lock(reading_);
    while (true) {
      if (std::optional<Frame> frame = frames_.Next()) return frame;
      std::array<char, 1 << 16> buffer;
      const ssize_t count = read(kProcessorSocket, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0 || frames_.damaged()) return std::nullopt;
      frames_.Add({buffer.data(), static_cast<size_t>(count)});
    }
  }

  void Answer(const Frame& request) {
    if (request.payload.size() > INT_MAX) {
      return Write(kTooLarge, request.number, "the body is larger than the processor can be told");
    }
    void* out = nullptr;
    int size = 0;
    const int status = process_(model_, request.payload.data(),
                                static_cast<int>(request.payload.size()), &out, &size);
    const std::unique_ptr<void, FreeMemory> owner(out);
    const bool has_body = out != nullptr && size > 0;
    Write(static_cast<uint32_t>(status), request.number,
          has_body ? std::string_view(static_cast<const char*>(out), static_cast<size_t>(size))
                   : std::string_view());
  }

  void Write(uint32_t code, uint64_t number, std::string_view payload) {
    const std::lock_guard lock(writing_);
    Send(code, number, payload);
  }

  const Process process_;
  void* const model_;
  std::mutex reading_;
  std::mutex writing_;
  FrameReader frames_;
};

int Threads() {
  const char* const wanted = std::getenv("PAISQL_PROCESSOR_THREADS");
  const int threads = wanted == nullptr ? 0 : WholeNumberOr(wanted, 0);
  return threads > 0 ? threads : kUsualThreads;
}

}  // namespace

int HostLibrary(const std::string& library, const std::string& model_entry,
                const std::string& model_config) {
  void* const handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* const why = dlerror();
    return Fail(std::string("cannot be opened: ") + (why == nullptr ? library : why));
  }
  const auto initialize = reinterpret_cast<Initialize>(dlsym(handle, "initialize"));
  const auto process = reinterpret_cast<Process>(dlsym(handle, "process"));
  if (initialize == nullptr || process == nullptr) {
    return Fail(library + " has no function " + (initialize == nullptr ? "initialize" : "process") +
                ": declare both extern \"C\"");
  }
  int state = 0;
  void* const model = initialize(model_entry.c_str(), model_config.c_str(), &state);
  if (state != 0 && state != static_cast<int>(kStartedStatus)) {
    return Fail("initialize has ended with the state " + std::to_string(state));
  }
  const int threads = Threads();
  Send(kStartedStatus, kReadyNumber, "{\"threads\": " + std::to_string(threads) + "}");
  LibraryHost host(process, model);
  std::vector<std::jthread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back([&host] { host.Work(); });
  host.Work();
  // A thread may still compute, or never come back.
  _exit(0);
}

}  // namespace paisql::serving
