#include "shell/prompt/completion.h"

// readline's headers want FILE to be known.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <readline/readline.h>

#include "base/text.h"
#include "completion/sources/catalog_sources.h"
#include "session/settings/settings.h"
#include "shell/command/commands.h"

namespace paisql::shell {

namespace {

// Readline's functions have no argument of ours, so this stands here; the prompt runs in one
// thread.
struct Completing {
  const session::Session* session = nullptr;
  std::string home_path;
  std::string lines_before;
  completion::ShellNames shell;
  completion::Completions found;
  std::string front;  // of readline's word, which may begin before ours
};
Completing completing;

completion::ShellNames ShellNames() {
  completion::ShellNames names;
  for (const Command& command : Commands()) {
    names.commands.push_back({Split(std::string(command.names), '|'),
                              std::string(command.arguments), std::string(command.help)});
  }
  if (const session::Setting* format = session::FindSetting("paisql.format"))
    names.formats = Split(std::string(format->choices), '|');
  return names;
}

// Where the items begin in readline's line; they may begin in a line before.
size_t BeginInLine() {
  const size_t before = completing.lines_before.size();
  return completing.found.begin < before ? 0 : completing.found.begin - before;
}

void Find() {
  const std::string text = completing.lines_before + rl_line_buffer;
  const size_t cursor = completing.lines_before.size() + static_cast<size_t>(rl_point);
  completion::CatalogSources sources(*completing.session, completing.home_path, completing.shell);
  completing.found = completion::Complete(text, cursor, sources);
}

// Asked first, for the characters at which a word begins. We know where it begins: readline is
// given the one character in front of it, unless that stands within the word, too.
char* BreakCharacters() {
  static char characters[2];
  const std::string_view line(rl_line_buffer, static_cast<size_t>(rl_point));
  Find();
  const size_t begin = BeginInLine();
  characters[0] = 0;
  if (begin > 0) {
    // readline looks at the first byte of a character of several bytes.
    size_t before = begin - 1;
    while (before > 0 && (static_cast<unsigned char>(line[before]) & 0xC0) == 0x80) --before;
    if (line.find(line[before], begin) == std::string_view::npos) characters[0] = line[before];
  }
  return characters;
}

// Readline frees the texts that it is given.
char* Copy(const std::string& text) { return strdup(text.c_str()); }

// Readline calls this for one item after another.
char* NextMatch(const char*, int state) {
  const std::vector<completion::Item>& items = completing.found.items;
  const auto index = static_cast<size_t>(state);
  return index < items.size() ? Copy(completing.front + items[index].text) : nullptr;
}

struct FreeText {
  void operator()(char* text) const { std::free(text); }
};

char** Complete(const char* text, int start, int end) {
  rl_attempted_completion_over = 1;  // no names of files
  if (end == 0) Find();              // readline looks for no word there
  const std::vector<completion::Item>& items = completing.found.items;
  if (items.empty()) {
    if (!completing.found.signature.empty() && rl_completion_display_matches_hook != nullptr)
      rl_completion_display_matches_hook(nullptr, 0, 0);
    return nullptr;
  }
  const std::string_view line(rl_line_buffer, static_cast<size_t>(end));
  const size_t begin = std::min(BeginInLine(), line.size());
  if (begin < static_cast<size_t>(start)) return nullptr;
  const auto word = static_cast<size_t>(start);
  completing.front = line.substr(word, begin - word);
  const std::string common = completion::CommonBeginning(completing.found, line.substr(begin));
  rl_completion_suppress_append = items.size() == 1 && items[0].goes_on ? 1 : 0;
  char** matches = rl_completion_matches(text, NextMatch);
  if (matches == nullptr || items.size() == 1) return matches;
  // The common beginning of all: readline would look at the letter case.
  const std::unique_ptr<char, FreeText> theirs(matches[0]);
  matches[0] = Copy(completing.front + common);
  return matches;
}

// Where nobody draws the entry but readline.
void ShowBelow(char**, int, int) {
  int rows = 0;
  int columns = 0;
  rl_get_screen_size(&rows, &columns);
  std::fputc('\n', rl_outstream);
  for (const std::string& row : CompletionRows(completing.found, columns, rows - 2))
    std::fprintf(rl_outstream, "%s\n", row.c_str());
  rl_forced_update_display();
}

}  // namespace

void SetUpCompletion(const session::Session& session, const std::string& home_path) {
  completing.session = &session;
  completing.home_path = home_path;
  completing.shell = ShellNames();
  rl_completion_word_break_hook = BreakCharacters;
  rl_attempted_completion_function = Complete;
  rl_completion_display_matches_hook = ShowBelow;
  rl_basic_quote_characters = "";  // else it adds the quote that a value begins with once more
  rl_sort_completion_matches = 0;  // the best stand first
  rl_variable_bind("show-all-if-ambiguous", "on");
}

void SetLinesBefore(std::string lines) { completing.lines_before = std::move(lines); }

const completion::Completions& LastCompletions() { return completing.found; }

}  // namespace paisql::shell
