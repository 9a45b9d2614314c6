// Topics of HELP about the prompt and scripts. docs/shell.md and docs/output.md have all of it.

#include "session/help/topic.h"

namespace paisql::session {

namespace {

constexpr Topic kPromptTopics[] = {
    {"COMMANDS", "BACKSLASH|BACKSLASH COMMANDS|META COMMANDS",
     "lines of the prompt that need no semicolon",
     "\\d name            \\dt [pattern]     \\df [pattern]    \\l\n"
     "\\peek FILE         \\watch [seconds]  \\chart [kind]    \\format [NAME]\n"
     "\\i FILE            \\e                \\x               \\?",
     "\\? lists all of them.", ""},
    {"KEYS", "KEY|KEYBOARD|SHORTCUTS|INPUTRC|READLINE|VI MODE", "the keys of the prompt",
     "Enter               runs a whole statement, else begins a further line\n"
     "Alt-Enter           begins a further line in any case\n"
     "Tab                 completes\n"
     "Up, Down            the line above or below, then history\n"
     "Ctrl-P, Ctrl-N      history from any line\n"
     "Ctrl-R              searches history\n"
     "Ctrl-A, Ctrl-E      the begin and the end of the line; Home and End twice: of the entry\n"
     "Ctrl-K, Ctrl-U      remove the rest, or the beginning, of the line; Ctrl-Y brings it back\n"
     "Ctrl-X Ctrl-E       opens the entry in $EDITOR\n"
     "Ctrl-C              clears the entry, or ends the running statement\n"
     "Ctrl-D              leaves",
     "The keys are readline's, and ~/.inputrc changes them.", ""},
    {"EDITING", "EDITOR|PASTE|PASTING|MULTILINE",
     "statements of several lines, pasting, the editor",
     "\\e                  opens the last statement in $EDITOR",
     "Enter runs a statement when it is whole, wherever the cursor stands.\n"
     "A paste is text: nothing of it runs or completes before Enter.\n"
     "What was changed in the editor and is whole runs when the editor is left.",
     ""},
    {"HISTORY", "HISTORY FILE|SEARCH", "statements that were typed before",
     "history             lists the statements\n"
     "history 5           its last five\n"
     "history text        those with the text",
     "Statements stay in the home's file `history`, without those that name a password or a key.",
     ""},
    {"COMPLETION", "TAB|COMPLETE|AUTOCOMPLETE", "what Tab offers", "",
     "Tab offers what the grammar allows at the cursor: keywords, tables, columns, functions, "
     "settings, files, jobs.\n"
     "In the brackets of a function it shows the function's calls.\n"
     "Columns come from the tables in FROM, also when FROM stands after the cursor.",
     ""},
    {"OUTPUT", "FORMAT|FORMATS|PAGER|BOX|ROWS SHOWN", "how results are shown",
     "\\format NAME        auto, table, box, markdown, tsv, csv, json, jsonl, vertical, html\n"
     "\\x                  one line a cell\n"
     "\\pager off|COMMAND  what shows results that do not fit the screen\n"
     "SELECT ... \\g format=csv > FILE",
     "A prompt shows the first 1,000 rows; SET paisql.rows=all; shows all of them.\n"
     "SET paisql.types=off; leaves the types of columns out of boxes.",
     "SET paisql.rows=all;"},
    {"LAST RESULT", "_|.LAST|RESULT", "the rows that were shown last, as a table",
     "SELECT ... FROM _;",
     "_ has the rows that were shown. CREATE TABLE t AS SELECT * FROM _; keeps them.", ""},
    {"CHARTS", "CHART|PLOT|HISTOGRAM|GRAPH", "results as pictures",
     "\\chart [bar|line|hist|scatter] [x] [y] [by COLUMN] [> file.svg|file.png]\n"
     "\\chart hist COLUMN [from TABLE]",
     "by draws a line, or points, for each value of a column.\n"
     "hist with from counts all rows of a table, however many there are.",
     ""},
    {"SCRIPTS", "SCRIPT FILE|SCRIPTS OF SQL|CHECK|DRY RUN|RESUME|EXIT STATUS",
     "statements of files, and statuses",
     "paisql -f job.sql                   runs a file; -e 'SELECT 1;' runs statements\n"
     "paisql check job.sql                finds its errors, and runs nothing\n"
     "paisql -f job.sql --from 3          begins with statement 3\n"
     "source job.sql;                     runs a file from a prompt or a file",
     "A script stops at the first statement that fails, unless paisql.keep_going is true.\n"
     "Status 0: all has run. 1: a statement failed. 2: wrong usage. 3: the environment. 130: "
     "interrupted.",
     ""},
    {"QUESTIONS", "CONFIRM|CONFIRMATION|SAFETY", "what the prompt asks before rows are lost", "",
     "DROP, TRUNCATE and an overwrite by no rows ask before more than 1,000 rows are lost.\n"
     "SET paisql.confirm=n; is another number, 0 never asks. Scripts are never asked.",
     "SET paisql.confirm=100000;"},
    {"TIMES", "TIME ZONE|TIMEZONE|ZONE|CLOCK", "the time zone of all times that are shown", "",
     "Times are shown in the session's zone, odps.sql.timezone, which is Asia/Shanghai at first.\n"
     "Files for programs have the zone beside the time, or seconds since 1970.",
     "SET odps.sql.timezone=Asia/Tokyo;"},
    {"CONFIGURATION", "CONFIG|PAISQLRC|ODPS_CONFIG.INI|LANGUAGE|CHINESE", "files and language", "",
     "~/.paisqlrc runs at the start of a prompt.\n"
     "odps_config.ini in the home has a project and settings, for scripts, too.\n"
     "SET paisql.language=zh; shows messages in Chinese.",
     ""},
};

}  // namespace

std::span<const Topic> PromptTopics() { return kPromptTopics; }

}  // namespace paisql::session
