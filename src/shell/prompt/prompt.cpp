#include "shell/prompt/prompt.h"

#include <termios.h>
#include <unistd.h>

// readline's headers want FILE to be known.
#include <cstdio>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/text.h"
#include "render/error_report.h"
#include "shell/command/commands.h"
#include "shell/command/handlers.h"
#include "shell/history/history.h"
#include "shell/prompt/completion.h"
#include "shell/prompt/entry.h"
#include "shell/prompt/entry_reader.h"
#include "syntax/lexer/lexer.h"
#include "terminal/interrupts.h"
#include "terminal/quiet_controls.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

void SetUpReadline(History& history) {
  rl_readline_name = "paisql";
  rl_catch_signals = 0;
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_variable_bind("bell-style", "none");
  stifle_history(static_cast<int>(History::kMaxEntries));
  for (const std::string& entry : history.Load()) add_history(entry.c_str());
}

void Remember(const std::string& typed, History& history) {
  const std::vector<std::string> entries = HistoryEntries(typed);
  for (const std::string& entry : entries) add_history(entry.c_str());
  history.Append(entries);
}

// The run of an entry.
class Prompt {
 public:
  Prompt(session::Session& session, script::Runner& runner, script::ShellSink& sink,
         History& history, std::string home)
      : session_(session),
        runner_(runner),
        sink_(sink),
        history_(history),
        home_(std::move(home)) {}

  // Runs it; `begun` becomes what the next entry begins with.
  void Run(const std::string& entry, std::string& begun) {
    runner_.ForgetInterrupt();
    const terminal::QuietControls quiet(
        STDIN_FILENO);  // somebody may have had the terminal meanwhile
    const terminal::InterruptWatcher watcher([this] { runner_.Interrupt(); });
    const std::vector<EntryPart> parts = EntryParts(entry);
    size_t behind = 0;
    for (const EntryPart& part : parts) behind += CountOf(part);
    for (const EntryPart& part : parts) {
      behind -= CountOf(part);
      runner_.SetBehind(part.command.has_value() ? 0 : behind);
      const int status = RunPart(part, begun);
      runner_.SetBehind(behind);
      if (quit_) break;
      if (status == script::kExitDone || (runner_.KeepsGoing() && !runner_.interrupted())) continue;
      if (part.command.has_value()) runner_.TellNotRun();
      break;
    }
    runner_.SetBehind(0);
    // Keys typed ahead were meant for the statement that has been broken off.
    if (runner_.interrupted()) tcflush(STDIN_FILENO, TCIFLUSH);
  }

  bool quit() const { return quit_; }

 private:
  // As it is said of what has not run.
  static size_t CountOf(const EntryPart& part) {
    return part.command.has_value() ? 1 : syntax::SplitStatements(part.text).size();
  }

  int RunPart(const EntryPart& part, std::string& begun) {
    if (!part.command.has_value()) return runner_.Run({"", std::string(part.text)}, quit_);
    if (!part.statement.empty()) runner_.Remember(std::string(part.statement) + ";");
    CommandContext context{session_, runner_, sink_};
    context.history = &history_;
    context.home = home_;
    const int status = RunCommand(*part.command, context);
    quit_ = context.quit;
    if (context.edited.has_value()) begun = *context.edited;
    return status;
  }

  session::Session& session_;
  script::Runner& runner_;
  script::ShellSink& sink_;
  History& history_;
  std::string home_;
  bool quit_ = false;
};

// Where the entry is read line by line, \e after it asks for the editor.
bool EditIfAsked(std::string& entry, std::string& begun) {
  const size_t request = FindEditorRequest(entry);
  if (request == std::string::npos || FindCommand(entry).has_value()) return false;
  const std::string text(Trim(entry.substr(0, request)));
  const Result<std::string> edited = EditText(text);
  if (!edited.ok()) render::PrintError(edited.error());
  begun = edited.ok() ? *edited : text;
  return true;
}

}  // namespace

int RunPrompt(session::Session& session, script::Runner& runner, script::ShellSink& sink,
              const std::string& home_path) {
  // Between two lines, too, Ctrl-C does not end the program.
  const terminal::InterruptKeeper keeper;
  terminal::RememberTerminal(STDIN_FILENO);
  // Also of the moment between Enter and the statement's begin: one that is pressed then is shown
  // by the terminal.
  const terminal::QuietControls quiet(STDIN_FILENO);
  History history(home_path + "/history");
  SetUpReadline(history);
  SetUpCompletion(session, home_path);
  const std::unique_ptr<EntryReader> reader = MakeEntryReader(history);
  Prompt prompt(session, runner, sink, history, home_path);
  std::string begun;
  while (true) {
    for (const std::string& news : session.TakeJobNews()) terminal::PrintLine(news);
    // A text that comes changed and whole from the editor is run as if it had been typed.
    Reading reading = {Reading::State::kEntry, begun};
    const bool whole =
        !Trim(begun).empty() && IsWholeEntry(begun) && begun != LastStatement(history);
    // One that is pressed after Enter counts for the statement, even before that has begun.
    terminal::TakeInterrupt();
    if (!whole) {
      const bool suggest = EqualsIgnoreCase(session.Setting("paisql.suggest"), "true");
      reading = reader->Read(session.project(), begun, suggest);
    }
    if (whole) terminal::PrintLine(session.project() + "> " + begun);
    begun.clear();
    if (reading.state == Reading::State::kEntry && EditIfAsked(reading.text, begun)) continue;
    Remember(reading.text, history);
    if (reading.state == Reading::State::kEnd) return script::kExitDone;
    if (reading.state == Reading::State::kInterrupted || Trim(reading.text).empty()) continue;
    prompt.Run(reading.text, begun);
    if (prompt.quit()) return script::kExitDone;
  }
}

}  // namespace paisql::shell
