#include "shell/prompt/completion.h"

// readline's headers want FILE to be known.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <readline/readline.h>

#include "pai/algorithm/completions.h"

namespace paisql::shell {

namespace {

// Readline's functions have no argument of ours, so this stands here; the prompt runs in one
// thread.
struct Completing {
  std::string lines_before;
  pai::Completions found;
};
Completing completing;

// Asked first, for where the unfinished word begins.
char* BreakCharacters() {
  static char blanks[] = " \t\n";
  const std::string_view line(rl_line_buffer, static_cast<size_t>(rl_point));
  completing.found = pai::CompletePai(completing.lines_before + std::string(line));
  return completing.found.words.empty() ? nullptr : blanks;
}

// Readline calls this for one word after another, and frees them.
char* NextWord(const char*, int state) {
  const auto& words = completing.found.words;
  const auto index = static_cast<size_t>(state);
  return index < words.size() ? strdup(words[index].c_str()) : nullptr;
}

char** Complete(const char* text, int start, int) {
  const auto& [begin, words] = completing.found;
  if (words.empty() || begin != completing.lines_before.size() + static_cast<size_t>(start))
    return nullptr;
  rl_attempted_completion_over = 1;  // no names of files
  // A value follows without a blank.
  rl_completion_suppress_append = words.size() == 1 && words[0].ends_with('=') ? 1 : 0;
  return rl_completion_matches(text, NextWord);
}

}  // namespace

void SetUpCompletion() {
  rl_completion_word_break_hook = BreakCharacters;
  rl_attempted_completion_function = Complete;
}

void SetLinesBefore(std::string lines) { completing.lines_before = std::move(lines); }

}  // namespace paisql::shell
