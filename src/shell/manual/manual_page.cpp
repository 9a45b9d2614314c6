#include "base/version.h"
#include "shell/manual/manual.h"

#include <fmt/format.h>

#include <span>

#include "base/text.h"
#include "script/options/flags.h"
#include "shell/command/commands.h"
#include "shell/manual/roff.h"

namespace paisql::shell {

namespace {

struct Entry {
  std::string_view tag;
  std::string_view text;
};

constexpr Entry kStatuses[] = {
    {"`0`",
     "Every statement has run; also when the reader of the output has closed it. `verify` found "
     "nothing wrong, `check` no error."},
    {"`1`",
     "A statement failed, and those after it have not run unless `--keep-going` was given; or a "
     "file has errors, and nothing has run; or a tool has findings."},
    {"`2`", "Wrong usage: an unknown flag, or a file or standard input that cannot be read."},
    {"`3`",
     "The environment is not usable: the home, stored data that is damaged, the disk, the engine, "
     "or Python for a PAI statement."},
    {"`130`, `143`, `129`", "Interrupted, and ended by SIGTERM or SIGHUP."},
};

constexpr Entry kVariables[] = {
    {"`PAISQL_HOME`", "The home, where `--home` is not given."},
    {"`PAISQL_CONFIG`", "The file of `--config`, where that is not given."},
    {"`PAISQLRC`", "What a prompt runs first in place of ~/.paisqlrc; empty: nothing."},
    {"`PAISQL_PYTHON`", "The Python that runs training scripts and has TensorFlow."},
    {"`PAISQL_PAGER`, `PAGER`",
     "The program that shows results which do not fit the screen; empty: none."},
    {"`VISUAL`, `EDITOR`", "The editor of `\\e`; without them vi."},
    {"`NO_COLOR`", "When it is set and not empty, there are no colours."},
    {"`TERM`", "A terminal `dumb` gets whole lines without colours and progress."},
    {"`LC_ALL`, `LC_MESSAGES`, `LC_CTYPE`, `LANG`",
     "The language of messages on a terminal, English or Chinese, and its encoding."},
    {"`TMPDIR`", "Where `\\e` puts the statement that is edited."},
};

constexpr Entry kFiles[] = {
    {"`~/.paisql`",
     "The default home: the catalog, tables, resources, jobs and models, and the "
     "prompt's history."},
    {"`~/.paisqlrc`", "Statements and commands that run at the start of a prompt."},
    {"`odps_config.ini`",
     "In the home: the project and settings as the platform's client keeps them."},
};

constexpr std::string_view kExamples[] = {
    "paisql",
    "paisql -e \"SELECT 1;\"",
    "paisql --format csv -e \"SELECT * FROM sale;\" > sale.csv",
    "paisql check job.sql",
    "paisql --bizdate 20251031 --define src=orders -f job.sql",
    "paisql -f job.sql --from 4",
    "source <(paisql --completion bash)",
};

void AddEntries(Roff& page, std::span<const Entry> entries) {
  for (const Entry& entry : entries) page.Item(entry.tag, entry.text);
}

void AddSynopsis(Roff& page) {
  page.Section("SYNOPSIS");
  page.Synopsis("`paisql` [FLAG]…");
  for (const script::ToolRow& tool : script::ToolRows()) {
    page.Synopsis(fmt::format("`paisql {}` [FLAG]…{}{}", tool.name, tool.words.empty() ? "" : " ",
                              tool.words));
  }
}

void AddDescription(Roff& page) {
  page.Section("DESCRIPTION");
  page.Paragraph(
      "`paisql` runs MaxCompute SQL and PAI statements on one machine. Tables, resources, jobs and "
      "models are kept in a folder, the home, which the first use makes.");
  page.Paragraph(
      "With neither `-e` nor `-f` it reads statements from a prompt, or from standard input when "
      "that is not a terminal. Rows go to standard output; messages, warnings, progress and what "
      "jobs "
      "print go to standard error. Statements end with a semicolon, and a script stops at the "
      "first "
      "one that fails. `HELP;` lists what there is to know about statements, functions, settings "
      "and errors.");
  page.Paragraph("A bare word on the command line runs a tool instead:");
  for (const script::ToolRow& tool : script::ToolRows()) {
    page.Item(fmt::format("`{}`", tool.name), tool.help);
  }
}

void AddOptions(Roff& page) {
  page.Section("OPTIONS");
  for (const script::FlagRow& flag : script::FlagRows()) {
    const std::string letter =
        flag.letter.empty() ? "" : fmt::format("`{}`, ", std::string(flag.letter));
    const std::string value = flag.value.empty() ? "" : " " + std::string(flag.value);
    page.Item(fmt::format("{}`{}`{}", letter, flag.name, value), flag.help);
  }
}

void AddCommands(Roff& page) {
  page.Section("COMMANDS OF THE PROMPT");
  page.Paragraph("They stand in a line of their own and need no semicolon.");
  for (const Command& command : Commands()) {
    std::vector<std::string> names = Split(std::string(command.names), '|');
    for (std::string& name : names) name = "`" + name + "`";
    const std::string arguments =
        command.arguments.empty() ? "" : " " + std::string(command.arguments);
    page.Item(Join(names, ", ") + arguments, command.help);
  }
}

}  // namespace

std::string ManualPage() {
  Roff page("PAISQL", "1", "paisql " + std::string(kVersion), "User commands");
  page.Section("NAME");
  page.Line("paisql - MaxCompute SQL and PAI statements on one machine");
  AddSynopsis(page);
  AddDescription(page);
  AddOptions(page);
  AddCommands(page);
  page.Section("EXIT STATUS");
  AddEntries(page, kStatuses);
  page.Section("ENVIRONMENT");
  AddEntries(page, kVariables);
  page.Section("FILES");
  AddEntries(page, kFiles);
  page.Section("EXAMPLES");
  page.Paragraph(
      "A prompt; a statement; rows for another program; the errors of a script without running it; "
      "a script with a business date and a variable; the same script from the statement at which "
      "it failed; completion in this bash:");
  page.Lines(kExamples);
  page.Section("SEE ALSO");
  page.Paragraph(
      "`docs/shell.md` about the command line and the prompt, `docs/scripts.md` about scripts, "
      "`docs/sql.md` about statements, `docs/pai.md` about training, `docs/tutorial.md` to begin "
      "with; `HELP;` at the prompt.");
  return page.text();
}

}  // namespace paisql::shell
