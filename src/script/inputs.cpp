#include "script/inputs.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/files/files.h"
#include "base/files/source_file.h"
#include "terminal/interrupts.h"

namespace paisql::script {

namespace {

// Can be read once the stop is asked for.
class StopSignal {
 public:
  explicit StopSignal(const std::stop_token& stop)
      : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), callback_(stop, [this] {
          const uint64_t one = 1;
          [[maybe_unused]] const ssize_t written = write(event_.get(), &one, sizeof one);
        }) {}
  int descriptor() const { return event_.get(); }

 private:
  Descriptor event_;
  std::stop_callback<std::function<void()>> callback_;
};

// Scripts that other programs write may be large; an input without an end must not take the memory.
constexpr size_t kMostBytes = size_t{1} << 30;

// The whole input.
Result<std::string> ReadAll(int descriptor, const std::stop_token& stop) {
  if (IsEndlessDevice(descriptor)) return Error{ErrorCode::kIo, "it is a device", {}, ""};
  const StopSignal signal(stop);
  std::string text;
  char bytes[1 << 16];
  while (true) {
    if (terminal::WaitForInputOr(descriptor, signal.descriptor()) != terminal::Arrival::kInput) {
      return Error{ErrorCode::kInstanceCancelled, "interrupted", {}, ""};
    }
    const ssize_t got = read(descriptor, bytes, sizeof bytes);
    if (got == 0) return text;
    if (got > 0) {
      text.append(bytes, static_cast<size_t>(got));
      if (text.size() > kMostBytes) {
        return Error{ErrorCode::kIo, "it is longer than 1 GiB", {}, ""};
      }
    } else if (errno != EINTR && errno != EAGAIN) {
      return Error{ErrorCode::kIo, std::strerror(errno), {}, ""};
    }
  }
}

// A FIFO is opened before anybody writes to it, so that whoever waits for that waits for Ctrl-C,
// too.
int OpenInput(const std::string& path) {
  while (true) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (descriptor >= 0 || errno != EINTR) return descriptor;
  }
}

Error CannotRead(const std::string& name, const std::string& why) {
  return {ErrorCode::kIo, "cannot read " + name + ": " + why, {}, ""};
}

}  // namespace

Result<std::vector<ScriptFile>> ReadInputs(const std::vector<Input>& inputs, bool dash,
                                           const std::stop_token& stop) {
  std::vector<ScriptFile> files;
  for (const Input& input : inputs) {
    if (!input.file) {
      files.push_back({{"", input.text}, ".", input.script});
      continue;
    }
    const bool standard_input = dash && input.text == "-";
    const int descriptor = standard_input ? STDIN_FILENO : OpenInput(input.text);
    if (descriptor < 0) return CannotRead(input.text, std::strerror(errno));
    Result<std::string> text = ReadAll(descriptor, stop);
    if (!standard_input) close(descriptor);
    if (!text.ok() && text.error().code == ErrorCode::kInstanceCancelled) return text.error();
    if (!text.ok()) return CannotRead(input.text, text.error().detail);
    const std::string folder = std::filesystem::path(input.text).parent_path().string();
    files.push_back({{input.text, *std::move(text)}, folder.empty() ? "." : folder, input.script});
  }
  return files;
}

}  // namespace paisql::script
