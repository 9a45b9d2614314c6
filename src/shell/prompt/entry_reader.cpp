#include "shell/prompt/entry_reader.h"

#include <langinfo.h>
#include <unistd.h>

#include <clocale>
#include <string_view>

// readline's headers want FILE to be known.
#include <cstdio>

#include <readline/readline.h>

#include "base/system/locale.h"
#include "shell/prompt/line_editor.h"
#include "terminal/terminal.h"

namespace paisql::shell {

namespace {

// A locale that names UTF-8 and is not installed, and none at all, as in a container, are those of
// a terminal that shows UTF-8 all the same; readline has to be told.
bool UseUtf8() {
  const std::string name = LocaleOf("LC_CTYPE");
  if (!name.empty() && std::setlocale(LC_CTYPE, name.c_str()) != nullptr) {
    return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  }
  if (!name.empty() && !NamesUtf8(name)) return false;
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) return false;
  rl_variable_bind("input-meta", "on");
  rl_variable_bind("output-meta", "on");
  rl_variable_bind("convert-meta", "off");
  return true;
}

}  // namespace

std::unique_ptr<EntryReader> MakeEntryReader(History& history) {
  const bool cursor = terminal::HasCursor(STDIN_FILENO) &&
                      (terminal::HasCursor(STDOUT_FILENO) || terminal::HasCursor(STDERR_FILENO));
  if (!cursor || !UseUtf8()) return MakeLineReader();
  return std::make_unique<LineEditor>(history);
}

}  // namespace paisql::shell
