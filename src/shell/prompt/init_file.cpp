#include "shell/prompt/init_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "shell/render/error_report.h"
#include "shell/terminal/terminal.h"
#include "syntax/lexer/lexer.h"

namespace paisql::shell {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = 1UL << 20;

// Says nothing of statements that have no answer.
class QuietSink : public session::Sink {
 public:
  explicit QuietSink(session::Sink& sink) : sink_(sink) {}

  Status Rows(engine::ResultStream& rows) override { return sink_.Rows(rows); }
  Status Show(const session::Answer& answer) override { return sink_.Show(answer); }
  void Message(std::string_view line) override { sink_.Message(line); }
  void Warning(const SourceRange& range, std::string_view text) override {
    sink_.Warning(range, text);
  }
  void Done() override {}
  void JobOutput(std::string_view bytes) override { sink_.JobOutput(bytes); }

 private:
  session::Sink& sink_;
};

class InitFile {
 public:
  InitFile(const std::string& path, CommandContext& context)
      : path_(path), context_(context), sink_(context.sink) {}

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
    if (RunCommand(*called, context_) != kExitDone) {
      PrintLine("  --> " + path_ + ":" + std::to_string(number) + ":1");
    }
    over_ = context_.quit;
    context_.quit = false;
  }

  void RunStatements() {
    const std::vector<syntax::StatementText> statements = syntax::SplitStatements(statements_);
    statements_.clear();
    for (syntax::StatementText statement : statements) {
      if (over_) return;
      statement.line += first_line_ - 1;
      const Result<session::Outcome> outcome = context_.session.Execute(statement, sink_);
      // Ctrl-C ends the whole file.
      over_ = context_.session.interrupted() || (outcome.ok() && outcome->quit);
      if (outcome.ok()) continue;
      const std::string report =
          ReportError(outcome.error(), statement, {path_, true, WantsColor(STDERR_FILENO)});
      std::fwrite(report.data(), 1, report.size(), stderr);
    }
  }

  const std::string& path_;
  CommandContext& context_;
  QuietSink sink_;
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
    PrintLine("paisql: cannot read " + path + ": " + why);
  };
  std::error_code failure;
  const fs::file_status status = fs::status(path, failure);
  if (fs::exists(status) && !fs::is_regular_file(status)) return cannot("it is no file");
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot(std::strerror(errno));
  std::string text(kMostBytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(file.gcount()));
  if (text.size() > kMostBytes) return cannot("it is longer than 1 MiB");
  InitFile(path, context).Run(text);
}

}  // namespace paisql::shell
