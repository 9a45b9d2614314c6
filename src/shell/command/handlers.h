#pragma once

// The commands of the prompt: a function for each, and helpers that they share.

#include <string>
#include <string_view>

#include "base/result.h"
#include "shell/command/commands.h"

namespace paisql::shell {

// Runs the text without making it the statement that \watch repeats.
int RunAside(const std::string& text, CommandContext& context);

// The exit status of a call; an error is told without its place, since nobody has typed its text.
int Report(const Result<session::Outcome>& outcome, CommandContext& context);

// Says what is wrong with the way in which a command was written.
int RefuseUse(const std::string& problem, const std::string& use, const CommandContext& context);

// "[bar|line|hist|scatter] [x] [y] [> file.svg|file.png]"
int ChartLastResult(const std::string& arguments, CommandContext& context);

// Commands about how results are shown. What they change are settings, so that SET and they are
// one.

// SET name=value; what went wrong has been told. The exit status as a command gives it.
int ChangeSetting(const std::string& name, const std::string& value, CommandContext& context);

int SetFormat(const std::string& arguments, CommandContext& context);
int SetExpanded(const std::string& arguments, CommandContext& context);
int SetPager(const std::string& arguments, CommandContext& context);
// \g in a line of its own.
int ExplainEnding(const std::string& arguments, CommandContext& context);

// Opens $VISUAL, else $EDITOR, else vi on a private file that holds the text, and waits for it to
// end; gives what the file holds then, without the newline at its end. The file is removed. An
// error's detail is for the user, who has lost nothing.
Result<std::string> EditText(const std::string& text);

// The last of the history that is not a command; "" without one.
std::string LastStatement(const History& history);

// \e: the last statement.
int EditLast(const std::string& arguments, CommandContext& context);

// `help topic` and `\h topic`: HELP without a semicolon.
int ShowHelp(const std::string& topic, CommandContext& context);

// Nothing after it: all; a number: so many of the last; else those that hold the text, in either
// letter case. Rows go to standard output, each with its number.
int ListHistory(const std::string& arguments, CommandContext& context);

// \d, \dt, \dv, \df and \l: what there is. \peek: what a file holds.
int DescribeOrList(const std::string& arguments, CommandContext& context);    // \d [name]
int DescribeWithRows(const std::string& arguments, CommandContext& context);  // \d+ name
int ListTables(const std::string& arguments, CommandContext& context);
int ListViews(const std::string& arguments, CommandContext& context);
int ListFunctions(const std::string& arguments, CommandContext& context);
int ListProjects(const std::string& arguments, CommandContext& context);
int LookIntoFile(const std::string& arguments, CommandContext& context);  // \peek file

// \peek: what a file holds that TUNNEL UPLOAD would load.
int PeekFile(const std::string& path, CommandContext& context);

// `pattern` as in SHOW … LIKE; "" for all.
int ShowTableList(const std::string& pattern, bool views_only, CommandContext& context);

// "2", "0.5 10": every so many seconds, so many times, else until Ctrl-C or a failure.
int Watch(const std::string& arguments, CommandContext& context);

// The cure for a command that we do not have; "" for one that nobody knows.
std::string CureOfHabit(std::string_view name);

}  // namespace paisql::shell
