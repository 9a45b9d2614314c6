#include "shell/prompt/prompt.h"

#include <unistd.h>

// readline's headers want FILE to be known.
#include <cstdio>
#include <cstdlib>
#include <memory>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/text.h"
#include "shell/command/commands.h"
#include "shell/interrupts.h"
#include "shell/prompt/completion.h"
#include "shell/prompt/history.h"
#include "shell/terminal/terminal.h"
#include "syntax/lexer/lexer.h"

namespace paisql::shell {

namespace {

constexpr const char* kContinuation = "    -> ";
// What our reader gives readline for Ctrl-C: Ctrl-G aborts whatever readline is in the middle of,
// then an end of line hands us the line, which we drop.
constexpr int kAbort = 7;

struct Freer {
  void operator()(char* text) const { std::free(text); }
};

// What is going on inside one call of readline(). Its hooks have no argument of ours, so this
// stands here; the prompt runs in one thread.
struct Reading {
  bool interrupted = false;
};
Reading reading;

int ReadKey(FILE* stream) {
  if (reading.interrupted) return '\n';
  if (WaitForInput(fileno(stream))) return rl_getc(stream);
  reading.interrupted = true;
  rl_replace_line("", 0);
  return kAbort;
}

enum class LineState { kLine, kInterrupted, kEnd };

LineState ReadLine(const std::string& prompt, std::string& line) {
  reading = {};
  const std::unique_ptr<char, Freer> text(readline(prompt.c_str()));
  if (reading.interrupted) return LineState::kInterrupted;
  if (text == nullptr) return LineState::kEnd;
  line = text.get();
  return LineState::kLine;
}

std::string Prompt(const std::string& project) {
  std::string text = project + "> ";
  if (!WantsColor(STDOUT_FILENO)) return text;
  // Readline must know which characters take no room.
  return "\001\033[1;32m\002" + project + ">\001\033[0m\002 ";
}

void SetUpReadline(History& history) {
  rl_readline_name = "paisql";
  rl_catch_signals = 0;
  rl_getc_function = ReadKey;
  if (!IsTerminal(STDOUT_FILENO)) rl_outstream = stderr;
  SetUpCompletion();  // Tab in an empty line is a Tab
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_variable_bind("bell-style", "none");
  stifle_history(static_cast<int>(History::kMaxEntries));
  for (const std::string& entry : history.Load()) add_history(entry.c_str());
}

bool IsBlank(std::string_view text) { return Trim(text).empty(); }

}  // namespace

int RunPrompt(session::Session& session, Runner& runner, ShellSink& sink,
              const std::string& home_path) {
  // Between two lines, too, Ctrl-C does not end the program.
  const InterruptKeeper keeper;
  RememberTerminal(STDIN_FILENO);
  History history(home_path + "/history");
  SetUpReadline(history);
  std::string entry;
  while (true) {
    std::string line;
    const std::string prompt = entry.empty() ? Prompt(session.project()) : kContinuation;
    if (entry.empty()) {
      for (const std::string& news : session.TakeJobNews()) PrintLine(news);
    }
    SetLinesBefore(entry.empty() ? "" : entry + "\n");
    const LineState state = ReadLine(prompt, line);
    if (state == LineState::kEnd) {
      PrintLine("");
      return kExitDone;
    }
    if (state == LineState::kInterrupted) {
      entry.clear();
      continue;
    }
    if (entry.empty() && IsBlank(line)) continue;
    entry += (entry.empty() ? "" : "\n") + line;
    const std::optional<CalledCommand> called = FindCommand(entry);
    if (!called.has_value() && !syntax::IsComplete(entry)) continue;
    add_history(entry.c_str());
    history.Append(entry);
    bool quit = false;
    {
      TakeInterrupt();
      runner.ForgetInterrupt();
      const InterruptWatcher watcher([&runner] { runner.Interrupt(); });
      if (called.has_value()) {
        CommandContext context{session, runner, sink};
        RunCommand(*called, context);
        quit = context.quit;
      } else {
        runner.Run({"", entry}, quit);
      }
    }
    if (quit) return kExitDone;
    entry.clear();
  }
}

}  // namespace paisql::shell
