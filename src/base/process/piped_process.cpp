#include "base/process/piped_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

#include "base/files/files.h"
#include "base/process/child_process.h"

namespace paisql {

namespace {

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Result<Pipe> MakePipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return Error{ErrorCode::kEnvironment,
                 "the system has no file descriptors left",
                 {},
                 "allow more (ulimit -n)"};
  }
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::string ReadToEnd(int descriptor) {
  std::string bytes;
  std::array<char, 1 << 16> buffer;
  while (true) {
    const ssize_t count = read(descriptor, buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return bytes;
    bytes.append(buffer.data(), static_cast<size_t>(count));
  }
}

}  // namespace

Result<PipedAnswer> RunPiped(SpawnOptions options, std::string_view text) {
  PAISQL_ASSIGN(Pipe input, MakePipe());
  PAISQL_ASSIGN(Pipe output, MakePipe());
  options.streams = {input.read.get(), output.write.get(), STDERR_FILENO};
  options.dies_with_caller = true;
  PAISQL_ASSIGN(ChildProcess child, ChildProcess::Start(options));
  input.read = Descriptor();
  output.write = Descriptor();
  PipedAnswer answer;
  // Both ends move at once: neither waits for the other's pipe to be emptied.
  {
    const std::jthread reader([&] { answer.bytes = ReadToEnd(output.read.get()); });
    WriteAll(input.write.get(), text);
    input.write = Descriptor();
  }
  const int status = child.Wait();
  if (WIFEXITED(status)) answer.status = WEXITSTATUS(status);
  return answer;
}

}  // namespace paisql
