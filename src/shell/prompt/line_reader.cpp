#include <unistd.h>

// readline's headers want FILE to be known.
#include <cstdio>
#include <cstdlib>

#include <readline/history.h>
#include <readline/readline.h>

#include "base/text.h"
#include "shell/prompt/completion.h"
#include "shell/prompt/entry.h"
#include "shell/prompt/entry_reader.h"
#include "terminal/interrupts.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

constexpr const char* kContinuation = "    -> ";
// Our reader gives readline this for Ctrl-C: Ctrl-G aborts whatever readline is in the middle of,
// then an end of line hands us the line, which we drop.
constexpr int kAbort = 7;

struct Freer {
  void operator()(char* text) const { std::free(text); }
};

// The state inside one call of readline(). Its hooks have no argument of ours, so this stands here;
// the prompt runs in one thread.
struct Interruption {
  bool happened = false;
  std::string typed;
};
Interruption interruption;

int ReadKey(FILE* stream) {
  if (interruption.happened) return '\n';
  if (terminal::WaitForInput(fileno(stream))) return rl_getc(stream);
  interruption.happened = true;
  interruption.typed = rl_line_buffer;
  rl_replace_line("", 0);
  return kAbort;
}

std::string PromptOf(const std::string& project) {
  if (!terminal::WantsColor(STDOUT_FILENO)) return project + "> ";
  // Readline must know which characters take no room.
  return "\001\033[1;32m\002" + project + ">\001\033[0m\002 ";
}

class LineReader final : public EntryReader {
 public:
  LineReader() {
    rl_getc_function = ReadKey;
    if (!terminal::IsTerminal(STDOUT_FILENO)) rl_outstream = stderr;
  }

  Reading Read(const std::string& project, const std::string& begun, bool) override {
    std::string entry = begun;
    while (true) {
      const std::string before = entry.empty() ? "" : entry + "\n";
      SetLinesBefore(before);
      interruption = {};
      const std::string prompt = entry.empty() ? PromptOf(project) : kContinuation;
      const std::unique_ptr<char, Freer> line(readline(prompt.c_str()));
      if (interruption.happened) return {Reading::State::kInterrupted, before + interruption.typed};
      if (line == nullptr) {
        terminal::PrintLine("");
        return {Reading::State::kEnd, entry};
      }
      if (entry.empty() && Trim(line.get()).empty()) continue;
      entry = before + line.get();
      if (IsWholeEntry(entry) || FindEditorRequest(entry) != std::string::npos) {
        return {Reading::State::kEntry, entry};
      }
    }
  }
};

}  // namespace

std::unique_ptr<EntryReader> MakeLineReader() { return std::make_unique<LineReader>(); }

}  // namespace paisql::shell
