#include "shell/script/inputs.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include "shell/interrupts.h"

namespace paisql::shell {

namespace {

// The whole input; nothing of it after Ctrl-C.
Result<std::string> ReadAll(int descriptor) {
  std::string text;
  char bytes[1 << 16];
  while (true) {
    if (!WaitForInput(descriptor)) return std::string();
    const ssize_t got = read(descriptor, bytes, sizeof bytes);
    if (got == 0) return text;
    if (got > 0) {
      text.append(bytes, static_cast<size_t>(got));
    } else if (errno != EINTR) {
      return Error{ErrorCode::kIo, std::strerror(errno), {}, ""};
    }
  }
}

Error CannotRead(const std::string& name, const std::string& why) {
  return {ErrorCode::kIo, "cannot read " + name + ": " + why, {}, ""};
}

}  // namespace

Result<std::vector<ScriptFile>> ReadInputs(const std::vector<Input>& inputs, bool dash) {
  std::vector<ScriptFile> files;
  for (const Input& input : inputs) {
    if (!input.file) {
      files.push_back({{"", input.text}, "."});
      continue;
    }
    const bool standard_input = dash && input.text == "-";
    const int descriptor =
        standard_input ? STDIN_FILENO : open(input.text.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return CannotRead(input.text, std::strerror(errno));
    Result<std::string> text = ReadAll(descriptor);
    if (!standard_input) close(descriptor);
    if (!text.ok()) return CannotRead(input.text, text.error().detail);
    const std::string folder = std::filesystem::path(input.text).parent_path().string();
    files.push_back({{input.text, *std::move(text)}, folder.empty() ? "." : folder});
  }
  return files;
}

}  // namespace paisql::shell
