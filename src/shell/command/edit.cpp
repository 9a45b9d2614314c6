#include "shell/command/handlers.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/files/files.h"
#include "base/files/umask.h"
#include "render/error_report.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

extern char** environ;

namespace paisql::shell {

namespace {

// A file that only its owner may read, removed at the end, with what editors put beside it left to
// them.
class PrivateFile {
 public:
  ~PrivateFile() {
    if (!path_.empty()) unlink(path_.c_str());
  }

  Status Make(std::string_view text) {
    const char* folder = std::getenv("TMPDIR");
    std::string path =
        std::string(folder == nullptr || *folder == '\0' ? "/tmp" : folder) + "/paisql-XXXXXX.sql";
    constexpr int kSuffix = 4;
    const Descriptor file(mkostemps(path.data(), kSuffix, O_CLOEXEC));
    if (!file.open()) return FileError("make", path, errno);
    path_ = path;
    if (!WriteAll(file.get(), text)) return FileError("write", path, errno);
    return Status::Ok();
  }

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::string Editor() {
  for (const char* name : {"VISUAL", "EDITOR"}) {
    const char* editor = std::getenv(name);
    if (editor != nullptr && *editor != '\0') return editor;
  }
  return "vi";
}

Error Failed(const std::string& editor, const std::string& how) {
  return {ErrorCode::kIo,
          fmt::format("the editor {} {}; the statement is as it was", editor, how),
          {},
          "set EDITOR or VISUAL to choose another editor"};
}

// The editor may be a command with options, as with git.
Status RunEditor(const std::string& editor, const std::string& path) {
  // Our own umask keeps files private; what the editor makes is the user's. And Ctrl-C is for the
  // editor: the shell around it stays to the editor's end.
  const std::string command =
      fmt::format("trap : INT\numask {:04o}\n{} \"$1\"", UserUmask(), editor);
  const char* arguments[] = {"sh", "-c", command.c_str(), "editor", path.c_str(), nullptr};
  const terminal::TerminalLoan loan;
  pid_t child = 0;
  const int refused =
      posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char**>(arguments), environ);
  if (refused != 0) return Failed(editor, fmt::format("cannot start: {}", std::strerror(refused)));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return Failed(editor, "cannot be waited for");
  }
  if (WIFSIGNALED(status))
    return Failed(editor, fmt::format("ended by signal {}", WTERMSIG(status)));
  if (WEXITSTATUS(status) == 127) return Failed(editor, "was not found");
  if (WEXITSTATUS(status) != 0) {
    return Failed(editor, fmt::format("ended with status {}", WEXITSTATUS(status)));
  }
  return Status::Ok();
}

}  // namespace

Result<std::string> EditText(const std::string& text) {
  PrivateFile file;
  PAISQL_TRY(file.Make(text + "\n"));
  PAISQL_TRY(RunEditor(Editor(), file.path()));
  Result<std::string> edited = ReadFile(file.path());
  if (!edited.ok()) return edited.error();
  const size_t end = edited->find_last_not_of(" \t\r\n");
  edited->resize(end == std::string::npos ? 0 : end + 1);
  return edited;
}

std::string LastStatement(const History& history) {
  const std::vector<std::string>& entries = history.entries();
  for (size_t i = entries.size(); i > 0; --i) {
    if (!entries[i - 1].starts_with('\\')) return entries[i - 1];
  }
  return "";
}

int EditLast(const std::string&, CommandContext& context) {
  const std::string last = context.history == nullptr ? "" : LastStatement(*context.history);
  Result<std::string> edited = EditText(last);
  if (!edited.ok()) {
    render::PrintError(edited.error(), context.session.Language());
    return script::kExitFailed;
  }
  context.edited = *std::move(edited);
  return script::kExitDone;
}

}  // namespace paisql::shell
