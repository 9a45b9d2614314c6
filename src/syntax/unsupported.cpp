#include "syntax/unsupported.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/text.h"
#include "syntax/failure.h"
#include "syntax/lexer/position.h"

namespace paisql::syntax {

namespace {

struct Unsupported {
  std::string_view words;
  std::string_view cure;
};

constexpr std::string_view kScriptMode =
    "script mode is not offered: write WITH a AS (SELECT …), or CREATE TABLE a AS SELECT …, and "
    "choose in the program that calls paisql";
constexpr std::string_view kFunctions =
    "write the expression where it is used or in a view, or run the script with SELECT TRANSFORM";
constexpr std::string_view kOneUser =
    "one user owns the home, permissions have nothing to say here";
constexpr std::string_view kRoles =
    "a role is made and removed: CREATE ROLE, GRANT … ON BUCKET, REVOKE, DROP ROLE";
constexpr std::string_view kOneSchema =
    "every project has one schema, default: make another project, or put a prefix into the names";
constexpr std::string_view kModels =
    "CREATE MODEL m FROM 'oss://bucket/export' keeps what a script has exported: see HELP MODEL";
constexpr std::string_view kMaterialized =
    "write CREATE TABLE … AS SELECT and INSERT OVERWRITE, or a view";
constexpr std::string_view kUpload = "load data with TUNNEL UPLOAD";
constexpr std::string_view kDownload = "write rows to a file with TUNNEL DOWNLOAD";
constexpr std::string_view kHistory =
    "tables keep no history: INSERT OVERWRITE the rows that are wanted";
constexpr std::string_view kPackages = "a home's projects see each other: write project.table";
constexpr std::string_view kStorage = "it changes how rows are stored and no answer: leave it out";
constexpr std::string_view kExternal =
    "external tables are not supported: load the data with TUNNEL UPLOAD";
constexpr std::string_view kColumnOrder =
    "columns stay in their order: write the order into a view, or CREATE TABLE … AS SELECT";
constexpr std::string_view kTimeTravel =
    "tables keep no history: keep the states that are needed in partitions or tables";

// '…' stands for anything in between: the last word is then the one at which the parser stopped, or
// the one before, which it took for a name.
constexpr Unsupported kStatements[] = {
    {"ALLOW", kOneUser},
    {"ALTER MATERIALIZED VIEW", kMaterialized},
    {"ALTER PROJECT", "use SET in the script"},
    {"ALTER ROLE", kRoles},
    {"ALTER SCHEMA", kOneSchema},
    {"ALTER TABLE … AFTER", kColumnOrder},
    {"ALTER TABLE … ARCHIVE", kStorage},
    {"ALTER TABLE … CHANGEOWNER", kOneUser},
    {"ALTER TABLE … CLUSTERED", kStorage},
    {"ALTER TABLE … COMPACT", kStorage},
    {"ALTER TABLE … DISABLE", "LIFECYCLE is kept and removes nothing here: leave it out"},
    {"ALTER TABLE … ENABLE", "LIFECYCLE is kept and removes nothing here: leave it out"},
    {"ALTER TABLE … EXCHANGE", "INSERT OVERWRITE the new partition, then DROP PARTITION"},
    {"ALTER TABLE … FIRST", kColumnOrder},
    {"ALTER TABLE … FREEZE", kStorage},
    {"ALTER TABLE … MERGE", kStorage},
    {"ALTER TABLE … NOT", kStorage},
    {"ALTER TABLE … PARTITION",
     "for another value INSERT OVERWRITE the new partition and DROP the old one; how rows are "
     "stored changes no answer"},
    {"ALTER TABLE … RECLUSTER", kStorage},
    {"ALTER TABLE … REPLACE", "use ADD COLUMNS, DROP COLUMNS and CHANGE COLUMN"},
    {"ALTER TABLE … RESTORE", kStorage},
    {"ALTER TABLE … SET", ""},
    {"ALTER TABLE … UNARCHIVE", kStorage},
    {"ALTER TABLE … UNSET", ""},
    {"ALTER USER", kOneUser},
    {"ALTER VIEW", "write CREATE OR REPLACE VIEW, or DROP VIEW and CREATE VIEW"},
    {"ANALYZE", "rows are counted when they are written: leave it out"},
    {"BEGIN", kScriptMode},
    {"CALL", ""},
    {"CLEAR", kOneUser},
    {"CLONE", "write CREATE TABLE … AS SELECT, or CREATE TABLE … LIKE and INSERT"},
    {"COPY", "load data with TUNNEL UPLOAD, write it to a file with TUNNEL DOWNLOAD"},
    {"COST", ""},
    {"CREATE DATABASE", "a new project is made by starting with --project"},
    {"CREATE EXTERNAL FUNCTION", kFunctions},
    {"CREATE EXTERNAL PROJECT", kExternal},
    {"CREATE FUNCTION", kFunctions},
    {"CREATE INDEX", kStorage},
    {"CREATE MATERIALIZED VIEW", kMaterialized},
    {"CREATE OFFLINEMODEL", kModels},
    {"CREATE ONLINEMODEL", kModels},
    {"CREATE OR REPLACE FUNCTION", kFunctions},
    {"CREATE OR REPLACE MATERIALIZED VIEW", kMaterialized},
    {"CREATE OR REPLACE SQL FUNCTION", kFunctions},
    {"CREATE OR REPLACE TABLE",
     "write DROP TABLE IF EXISTS and CREATE TABLE, or INSERT OVERWRITE TABLE"},
    {"CREATE PACKAGE", kPackages},
    {"CREATE PROJECT", "a new project is made by starting with --project"},
    {"CREATE RESOURCE", "use ADD FILE, ADD PY, ADD JAR or ADD ARCHIVE"},
    {"CREATE SCHEMA", kOneSchema},
    {"CREATE SQL FUNCTION", kFunctions},
    {"CREATE TEMPORARY FUNCTION", kFunctions},
    {"CREATE TEMPORARY TABLE",
     "write WITH a AS (SELECT …), or CREATE TABLE and DROP TABLE at the end"},
    {"CREATE USER", kOneUser},
    {"CREATE VOLUME", ""},
    {"CREATE … INPUTFORMAT", kStorage},
    {"CREATE … SKEWED", kStorage},
    {"DELETE PACKAGE", kPackages},
    {"DELETE ROLE", "write DROP ROLE"},
    {"DESC OFFLINEMODEL", kModels},
    {"DESC PACKAGE", kPackages},
    {"DESC ROLE", "write SHOW GRANTS FOR ROLE name"},
    {"DESC SCHEMA", kOneSchema},
    {"DROP FUNCTION", kFunctions},
    {"DROP MATERIALIZED VIEW", kMaterialized},
    {"DROP OFFLINEMODEL", kModels},
    {"DROP ONLINEMODEL", kModels},
    {"DROP PACKAGE", kPackages},
    {"DROP SCHEMA", kOneSchema},
    {"DROP TEMPORARY FUNCTION", kFunctions},
    {"DROP VOLUME", ""},
    {"EXPORT", kDownload},
    {"FUNCTION", kScriptMode},
    {"HISTORY", ""},
    {"IF", kScriptMode},
    {"IMPORT", kUpload},
    {"INSERT OVERWRITE DIRECTORY", kDownload},
    {"INSERT OVERWRITE LOCAL DIRECTORY", kDownload},
    {"INSERT … ZORDER", "leave ZORDER BY out: it changes how rows are stored and no answer"},
    {"INSTALL", kPackages},
    {"LIST USERS", kOneUser},
    {"LOAD", kUpload},
    {"LOCK", ""},
    {"LOOP", kScriptMode},
    {"MSCK", kExternal},
    {"PURGE", kHistory},
    {"PUT", "use ADD FILE, ADD PY, ADD JAR or ADD ARCHIVE"},
    {"READ", "write SELECT * FROM t LIMIT n"},
    {"REDO", kHistory},
    {"RELOAD", kFunctions},
    {"REMOVE", ""},
    {"RESTORE", kHistory},
    {"SETENV", ""},
    {"SETPROJECT", "use SET in the script"},
    {"SHOW ACL", kOneUser},
    {"SHOW EXTERNAL", kExternal},
    {"SHOW HISTORY", kHistory},
    {"SHOW LABEL", kOneUser},
    {"SHOW MATERIALIZED", kMaterialized},
    {"SHOW OFFLINEMODELS", kModels},
    {"SHOW PACKAGES", kPackages},
    {"SHOW SCHEMAS", kOneSchema},
    {"SHOW SECURITYCONFIGURATION", kOneUser},
    {"SHOW VERSION", ""},
    {"SHOW XFLOWS", ""},
    {"SPARK", ""},
    {"TOP", ""},
    {"TRIGGER", kMaterialized},
    {"UNALIAS", ""},
    {"UNDO", kHistory},
    {"UNINSTALL", kPackages},
    {"UNLOAD", kDownload},
    {"UNLOCK", ""},
    {"USE QUOTA", kStorage},
    {"USE SCHEMA", kOneSchema},
    {"WHOAMI", kOneUser},
};

// What may stand anywhere: the words around the place at which the parser stopped.
constexpr Unsupported kPhrases[] = {
    {"TIMESTAMP AS OF", kTimeTravel},
    {"TIMESTAMP BETWEEN", kTimeTravel},
    {"VERSION AS OF", kTimeTravel},
    {"VERSION BETWEEN", kTimeTravel},
};

// Statements that EXPLAIN does not take, by their first word.
constexpr std::string_view kDefinitions[] = {"ALTER", "CREATE", "DROP", "TRUNCATE"};

constexpr std::string_view kGap = "…";

bool IsWord(const TokenList& tokens, size_t i, std::string_view word) {
  return i + 1 < tokens.count() && EqualsIgnoreCase(tokens.TextAt(i), word);
}

// Whether the statement is the one of the entry; then `last` is the index of its last word.
bool Matches(std::string_view entry, const TokenList& tokens, size_t stopped, size_t& last) {
  size_t i = 0;
  bool behind_gap = false;
  for (const std::string& word : Split(entry, ' ')) {
    if (word == kGap) {
      i = std::max(i, stopped);
      behind_gap = true;
      continue;
    }
    if (behind_gap && i > 0 && IsWord(tokens, i - 1, word)) --i;
    if (!IsWord(tokens, i, word)) return false;
    last = i++;
  }
  return true;
}

[[noreturn]] void Refuse(const TokenList& tokens, size_t first, size_t last, std::string detail,
                         std::string_view cure) {
  Fail(ErrorCode::kUnsupported, Span(tokens.RangeAt(first), tokens.RangeAt(last)),
       std::move(detail), std::string(cure));
}

// The phrase of which the token at which the parser stopped is a word.
void RefusePhrase(const TokenList& tokens, size_t stopped) {
  for (const Unsupported& phrase : kPhrases) {
    const std::vector<std::string> words = Split(phrase.words, ' ');
    for (size_t back = 0; back < words.size() && back <= stopped; ++back) {
      const size_t first = stopped - back;
      size_t matched = 0;
      while (matched < words.size() && IsWord(tokens, first + matched, words[matched])) ++matched;
      if (matched < words.size()) continue;
      Refuse(tokens, first, first + matched - 1, std::string(phrase.words) + " is not supported",
             phrase.cure);
    }
  }
}

// The words behind a query that no INSERT writes; those of an INSERT are a statement of the table
// above or one that begins with WITH or FROM.
void RefuseZorder(const TokenList& tokens, size_t stopped) {
  bool insert = false;
  for (size_t i = 0; i + 1 < tokens.count(); ++i) {
    insert = insert || tokens.TypeAt(i) == Lexer::INSERT;
  }
  for (const size_t first : {stopped, stopped - 1}) {
    if (first > stopped || !IsWord(tokens, first, "ZORDER") || !IsWord(tokens, first + 1, "BY")) {
      continue;
    }
    if (insert) {
      Refuse(tokens, first, first + 1, "statement INSERT … ZORDER is not supported", kStorage);
    }
    Fail(ErrorCode::kSemantic, Span(tokens.RangeAt(first), tokens.RangeAt(first + 1)),
         "ZORDER BY only support insert", std::string(kStorage));
  }
}

void RefuseExplain(const TokenList& tokens) {
  if (!IsWord(tokens, 0, "EXPLAIN")) return;
  for (const std::string_view word : kDefinitions) {
    if (!IsWord(tokens, 1, word)) continue;
    Fail(ErrorCode::kSemantic, Span(tokens.RangeAt(0), tokens.RangeAt(1)),
         "DDL does not support explain", "EXPLAIN takes SELECT, INSERT and CREATE TABLE AS");
  }
}

}  // namespace

void RefuseUnsupported(const TokenList& tokens, const SourceRange& offending) {
  if (tokens.TypeAt(0) == Lexer::VARIABLE && tokens.count() > 2) {
    Refuse(tokens, 0, 0, "script mode is not supported", kScriptMode);
  }
  size_t stopped = 0;
  while (stopped + 1 < tokens.count() && tokens.RangeAt(stopped).begin < offending.begin) ++stopped;
  for (const Unsupported& entry : kStatements) {
    size_t last = 0;
    if (!Matches(entry.words, tokens, stopped, last)) continue;
    Refuse(tokens, 0, last, "statement " + std::string(entry.words) + " is not supported",
           entry.cure);
  }
  RefusePhrase(tokens, stopped);
  RefuseZorder(tokens, stopped);
  RefuseExplain(tokens);
}

}  // namespace paisql::syntax
