#include "shell/command/handlers.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace paisql::shell {

namespace {

constexpr const char* kToFile =
    "a statement that ends with \\g > FILE writes its rows there, \\g | COMMAND gives them to it";
constexpr const char* kFormat =
    "\\format NAME changes how rows are shown, \\format lists the names";
constexpr const char* kLeave = "\\q leaves";
constexpr const char* kSystem = "Ctrl-Z goes to the shell, and fg comes back";
constexpr const char* kNoIndexes = "there are no indexes";
constexpr const char* kNoUsers = "only the home's owner uses it, there are no other users";

struct Habit {
  std::string_view names;  // separated by '|'; in any letter case where they begin with a dot
  std::string_view cure;
};

constexpr Habit kHabits[] = {
    // psql and mysql
    {"\\set", "SETVAR name=value; gives ${name} a value, SET key=value; changes a setting"},
    {"\\unset", "UNSETVAR name; forgets a variable, UNSET key; a setting"},
    {"\\o|\\w", kToFile},
    {"\\c|\\connect|\\u", "USE project; changes the project, \\l lists them"},
    {"\\copy",
     "TUNNEL UPLOAD file table; and TUNNEL DOWNLOAD table file; read and write files, see HELP "
     "TUNNEL;"},
    {"\\timing", "the time of each statement is always shown"},
    {"\\pset|\\a|\\H|\\T|\\f", kFormat},
    {"\\t", "a statement that ends with \\g format=csv header=off has no line of names"},
    {"\\p|\\r", "Up brings the last statement back, Ctrl-C clears what is typed"},
    {"\\s", "history lists the statements of before"},
    {"\\!", kSystem},
    {"\\ir|\\include|\\.", "\\i FILE runs the statements of a file"},
    {"\\dn|\\list", "\\l lists the projects"},
    {"\\di|\\dis", kNoIndexes},
    {"\\du|\\dg|\\dp|\\z|\\password", kNoUsers},
    {"\\dT", "HELP types; lists the types"},
    {"\\sf|\\sv|\\ef|\\ev", "SHOW CREATE TABLE name; shows how a table or view was made"},
    {"\\conninfo", "the line with which the prompt begins names the home and the project"},
    {"\\gset|\\prompt", "SETVAR name=value; gives ${name} a value"},
    {"\\echo|\\qecho|\\warn", "SELECT 'text'; shows a text"},
    {"\\crosstabview", "SELECT … PIVOT turns values into columns, see HELP PIVOT;"},
    {"\\quit|\\exit", kLeave},
    {"\\help", "\\h topic explains a topic"},
    // DuckDB and SQLite
    {".tables|.table", "\\dt lists the tables"},
    {".schema|.fullschema",
     "\\d name describes a table, SHOW CREATE TABLE name; shows how it was made"},
    {".columns", "\\d name describes a table"},
    {".databases|.database|.open", "\\l lists the projects, USE project; changes to one"},
    {".mode|.separator|.nullvalue", kFormat},
    {".headers|.header",
     "a statement that ends with \\g format=csv header=off has no line of names"},
    {".output|.once|.excel", kToFile},
    {".import", "TUNNEL UPLOAD file table; reads a file, with -create it makes the table"},
    {".dump|.save|.backup|.export",
     "TUNNEL DOWNLOAD table file; writes a table, SHOW CREATE TABLE name; how it was made"},
    {".read|.source", "\\i FILE runs the statements of a file"},
    {".maxrows", "SET paisql.rows=n; shows so many rows, all shows all"},
    {".maxwidth|.width|.wrap", "\\x shows one line a cell"},
    {".timer", "the time of each statement is always shown"},
    {".bail", "SET paisql.keep_going=true; goes on after failures"},
    {".echo", "paisql --echo shows each statement before it runs"},
    {".explain|.eqp", "EXPLAIN in front of a statement shows how it would run"},
    {".indexes|.indices|.index", kNoIndexes},
    {".show", "SHOW FLAGS; lists the settings"},
    {".edit", "\\e opens the last statement in $EDITOR"},
    {".print", "SELECT 'text'; shows a text"},
    {".shell|.system|.cd", kSystem},
    {".help", "help lists the topics, \\? the commands"},
    {".quit|.exit|.q", kLeave},
};

}  // namespace

std::string CureOfHabit(std::string_view name) {
  const bool dot = name.starts_with('.');
  for (const Habit& habit : kHabits) {
    for (const std::string& known : Split(std::string(habit.names), '|')) {
      if (dot ? EqualsIgnoreCase(known, name) : known == name) return std::string(habit.cure);
    }
  }
  return "";
}

}  // namespace paisql::shell
