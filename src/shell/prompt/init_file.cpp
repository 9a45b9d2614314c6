#include "shell/prompt/prompt.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "base/text.h"
#include "syntax/lexer/lexer.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 1UL << 20;

class InitFile {
 public:
  InitFile(const std::string& path, CommandContext& context) : path_(path), context_(context) {}

  void Run(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    for (int number = 1; !text.empty() && !over_; ++number) {
      const size_t end = std::min(text.find('\n'), text.size());
      Line(text.substr(0, end), number);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (!over_) RunStatements();
  }

 private:
  void Line(std::string_view line, int number) {
    const bool between = Trim(statements_).empty();
    if (between && Trim(line).starts_with('\\')) return Command(line, number);
    if (between) {
      statements_.clear();
      first_line_ = number;
    }
    statements_ += std::string(line) + "\n";
    if (syntax::IsComplete(statements_)) RunStatements();
  }

  void Command(std::string_view line, int number) {
    const std::optional<CalledCommand> called = FindCommand(line);
    if (!called.has_value()) return;
    if (RunCommand(*called, context_) != script::kExitDone) {
      terminal::PrintLine("  --> " + path_ + ":" + std::to_string(number) + ":1");
    }
    over_ = context_.quit;
    context_.quit = false;
  }

  void RunStatements() {
    std::vector<syntax::StatementText> statements = syntax::SplitStatements(statements_);
    statements_.clear();
    for (syntax::StatementText& statement : statements) {
      if (over_) return;
      statement.line += first_line_ - 1;
      context_.runner.RunQuietly(std::move(statement), path_, over_);
      // Ctrl-C ends the whole file.
      over_ = over_ || context_.runner.interrupted();
    }
  }

  const std::string& path_;
  CommandContext& context_;
  std::string statements_;
  int first_line_ = 1;
  bool over_ = false;
};

}  // namespace

std::string InitFilePath() {
  if (const char* named = std::getenv("PAISQLRC")) return named;
  const char* home = std::getenv("HOME");
  if (home == nullptr || *home == '\0') return "";
  const std::string path = std::string(home) + "/.paisqlrc";
  std::error_code failure;
  return fs::exists(path, failure) ? path : "";
}

void RunInitFile(const std::string& path, CommandContext& context) {
  const auto cannot = [&](const std::string& why) {
    terminal::PrintLine("paisql: cannot read " + path + ": " + why);
  };
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::exists(status) && !fs::is_regular_file(status)) return cannot("it is not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(std::strerror(errno));
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kMostBytes) return cannot("it is longer than 1 MiB");
  InitFile(path, context).Run(text);
}

}  // namespace paisql::shell
