#include "base/text.h"
#include "functions/function.h"
#include "pai/algorithm/algorithms.h"
#include "session/layout.h"
#include "session/statements/handlers.h"
#include "tunnel/options.h"

namespace paisql::session {

namespace {

struct Topic {
  std::string_view name;
  std::string_view text;
};

// In the order of HELP's page.
constexpr Topic kTopics[] = {
    {"SELECT",
     "[WITH ...] SELECT [DISTINCT] ... FROM ... WHERE ... GROUP BY ... HAVING ... "
     "ORDER BY ... LIMIT n [OFFSET m];"},
    {"INSERT",
     "INSERT INTO|OVERWRITE TABLE t [PARTITION (p='v', q)] SELECT ...|VALUES (...), "
     "(...);"},
    {"CREATE",
     "CREATE TABLE [IF NOT EXISTS] t (c TYPE [COMMENT '...'], ...) [COMMENT '...'] "
     "[PARTITIONED BY (p STRING)] [LIFECYCLE n] | LIKE t2 | AS SELECT ...; "
     "CREATE [OR REPLACE] VIEW v AS SELECT ...;"},
    {"ALTER",
     "ALTER TABLE t ADD|DROP PARTITION (p='v') | ADD COLUMNS (c TYPE) | DROP COLUMNS c | "
     "CHANGE a b TYPE | CHANGE COLUMN a RENAME TO b | RENAME TO t2 | SET COMMENT '...' | SET "
     "LIFECYCLE n;"},
    {"DROP", "DROP TABLE|VIEW|RESOURCE [IF EXISTS] name; TRUNCATE TABLE t [PARTITION (...)];"},
    {"SHOW",
     "SHOW TABLES|VIEWS|PARTITIONS t|CREATE TABLE t|FUNCTIONS|FLAGS|VARIABLES|P|JOBS|RESOURCES|"
     "PROJECTS [LIKE 'a*'];"},
    {"DESC", "DESC [EXTENDED] t [PARTITION (...)]; DESC RESOURCE|FUNCTION|INSTANCE|PROJECT name;"},
    {"EXPLAIN", "EXPLAIN SELECT|INSERT|CREATE TABLE AS ...;"},
    {"SET", "SET key=value; UNSET key; SHOW FLAGS; USE project [with-settings];"},
    {"SETVAR",
     "SETVAR name=value; gives ${name} a value; UNSETVAR name; SHOW VARIABLES [LIKE 'a*']; "
     "ALIAS name=resource; ALIAS name=; ALIAS;"},
    {"ADD",
     "ADD FILE|PY|JAR|ARCHIVE path [AS name] [COMMENT '...'] [-f]; ADD TABLE t; "
     "LIST RESOURCES; GET RESOURCE name path;"},
    {"TUNNEL",
     "TUNNEL UPLOAD [options] file table[/p=v]; TUNNEL DOWNLOAD [options] table[/p=v] "
     "file; HELP TUNNEL lists the options."},
    {"PAI",
     "PAI -name tensorflow1120_ext -Dscript=file://train.py -Dtables=odps://p/tables/t "
     "-Doutputs=odps://p/tables/o;"},
    {"JOBS",
     "SHOW P [n]; SHOW JOBS [IN project] [LIKE 'a*'] [LIMIT n]; DESC INSTANCE id; STATUS id; "
     "WAIT id; KILL id; LOG id [role [number]]; RERUN id; runs a past job's statement again."},
    {"QUIT", "QUIT; ends the session, as Ctrl-D does."},
};

std::string SettingsHelp() {
  std::string text;
  for (const Setting& setting : KnownSettings()) {
    text += "  " + Pad(std::string(setting.name) + "=" + std::string(setting.default_value), 50) +
            " " + std::string(setting.help) + "\n";
  }
  return text;
}

// Whether one of the statements of a topic begins with the word: RERUN belongs to JOBS.
bool HasStatement(std::string_view text, std::string_view word) {
  for (const std::string& statement : Split(text, ';')) {
    const std::string_view begin = Trim(statement);
    if (EqualsIgnoreCase(begin.substr(0, begin.find_first_of(" |")), word)) return true;
  }
  return false;
}

std::string Page() {
  std::string text;
  for (const Topic& topic : kTopics) {
    text += "  " + Pad(topic.name, 8) + " " + std::string(topic.text) + "\n";
  }
  return text + "HELP name; tells more about a statement, a function or SET.\n";
}

// HELP PAI name: the algorithm's parameters.
Result<std::string> AlgorithmHelp(const syntax::Word& word) {
  const std::optional<pai::Algorithm> algorithm = pai::FindAlgorithm(word.text);
  if (algorithm.has_value()) return pai::HelpText(*algorithm);
  const std::string what(pai::KnownElsewhere(word.text));
  if (!what.empty()) {
    return Error{ErrorCode::kUnsupported,
                 "algorithm '" + word.text + "' is " + what + ", and is not offered", word.range,
                 "HELP PAI; lists the algorithms"};
  }
  return Error{ErrorCode::kAlgorithmNotFound, "no algorithm " + word.text, word.range,
               DidYouMean(word.text, pai::AlgorithmNames())};
}

}  // namespace

Status RunHelp(const syntax::HelpStatement& statement, Run& run) {
  Answer answer;
  answer.columns = {"help"};
  if (statement.words.empty()) {
    answer.text = Page();
  } else if (statement.words.size() > 1 && EqualsIgnoreCase(statement.words[0].text, "pai")) {
    PAISQL_ASSIGN(answer.text, AlgorithmHelp(statement.words[1]));
  } else {
    const syntax::Word& word = statement.words.front();
    std::vector<std::string> names;
    for (const Topic& topic : kTopics) {
      names.emplace_back(topic.name);
      const bool asked = EqualsIgnoreCase(topic.name, word.text);
      if (asked || HasStatement(topic.text, word.text))
        answer.text += std::string(topic.text) + "\n";
    }
    if (EqualsIgnoreCase(word.text, "pai")) answer.text += pai::AlgorithmsHelp();
    if (EqualsIgnoreCase(word.text, "set")) answer.text += SettingsHelp();
    if (EqualsIgnoreCase(word.text, "tunnel")) answer.text += tunnel::TunnelHelp();
    const names::Names meanings = run.state.Names();
    if (const auto owned = meanings.Function(word.text)) {
      answer.text += std::string(owned->function->help) + "\n";
      for (const functions::Overload& overload : owned->function->overloads) {
        answer.text += "  " + ToLower(word.text) + std::string(overload.signature) + "\n";
      }
    }
    if (answer.text.empty()) {
      const std::vector<std::string> functions = meanings.FunctionNames();
      names.insert(names.end(), functions.begin(), functions.end());
      return Error{ErrorCode::kInvalidCommand, "no help for " + word.text, word.range,
                   DidYouMean(word.text, names)};
    }
  }
  for (const std::string& line : Split(answer.text.substr(0, answer.text.size() - 1), '\n')) {
    answer.rows.push_back({line});
  }
  return run.sink.Show(answer);
}

}  // namespace paisql::session
