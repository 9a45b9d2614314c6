#include "instances/statements.h"

#include "base/text.h"
#include "session/touched_tables.h"
#include "syntax/parser.h"
#include "syntax/script.h"
#include "syntax/statements/commands.h"
#include "syntax/statements/rows.h"
#include "syntax/statements/show.h"
#include "tunnel/options.h"

namespace paisql::instances {

namespace {

using syntax::StatementText;

constexpr ErrorCode kNoPermission = CodeOf("ODPS-0130013");

std::string SettingOf(const Submission& asked, const std::string& key) {
  const auto found = asked.settings.find(key);
  return found == asked.settings.end() ? "" : found->second;
}

// A statement as far as its text can be read; both are null for one that has mistakes, or
// variables.
struct Parsed {
  syntax::StatementPtr statement;
  std::optional<syntax::Script> script;
};

Parsed Parse(const StatementText& text) {
  Parsed parsed;
  if (text.kind == StatementText::Kind::kScript) {
    Result<syntax::Script> script = syntax::ParseScript(text.text);
    if (script.ok()) parsed.script = std::move(script).value();
    return parsed;
  }
  Result<syntax::StatementPtr> statement = syntax::ParseStatement(text.text);
  if (statement.ok()) parsed.statement = std::move(statement).value();
  return parsed;
}

// The table of TUNNEL UPLOAD, which its text names as project.table/partition; "" for a download.
std::string UploadedTable(const syntax::TunnelStatement& statement) {
  const std::vector<syntax::Word>& words = statement.words;
  if (words.empty() || !EqualsIgnoreCase(words.front().text, "upload")) return "";
  const Result<tunnel::TunnelOptions> options =
      tunnel::ParseTunnelOptions({words.begin() + 1, words.end()}, tunnel::TunnelCommand::kUpload);
  if (!options.ok() || options->arguments.size() < 2) return "";
  const std::string& table = options->arguments[1].text;
  return table.substr(0, table.find('/'));
}

std::vector<std::string> WritesOf(const Parsed& parsed, const std::string& place) {
  session::TouchedTables touched;
  if (parsed.script.has_value()) touched = session::FindTouchedTables(*parsed.script);
  if (parsed.statement != nullptr) touched = session::FindTouchedTables(*parsed.statement);
  const auto* const tunnel = parsed.statement == nullptr
                                 ? nullptr
                                 : syntax::If<syntax::TunnelStatement>(*parsed.statement);
  if (tunnel != nullptr) {
    if (std::string table = UploadedTable(*tunnel); !table.empty()) {
      touched.writes.push_back(std::move(table));
    }
  }
  for (std::string& name : touched.writes) {
    if (name.find('.') == std::string::npos) name = place + "." + name;
  }
  return std::move(touched.writes);
}

// EXPLAIN ANALYZE runs its statement.
bool Analyzes(const syntax::Statement& statement) {
  const auto* const explain = syntax::If<syntax::ExplainStatement>(statement);
  return explain != nullptr && explain->analyze &&
         !syntax::IsA<syntax::SelectStatement>(*explain->statement);
}

// Whether the statement changes nothing but its session.
bool OnlyReads(const Parsed& parsed) {
  using namespace syntax;  // NOLINT(google-build-using-namespace): its statements
  if (parsed.script.has_value()) return session::FindTouchedTables(*parsed.script).writes.empty();
  return parsed.statement != nullptr &&
         IsA<EmptyStatement, SelectStatement, ExplainStatement, SummarizeStatement, ShowStatement,
             DescribeStatement, SetStatement, UnsetStatement, HelpStatement>(*parsed.statement) &&
         !Analyzes(*parsed.statement);
}

// A query's columns are those of its rows, so it runs; what another statement would do is not told,
// and it must not happen twice.
bool IsQuery(const Parsed& parsed) {
  return parsed.statement != nullptr &&
         syntax::IsA<syntax::EmptyStatement, syntax::SelectStatement, syntax::SetStatement>(
             *parsed.statement);
}

}  // namespace

bool WantsLineage(const Submission& asked) {
  return EqualsIgnoreCase(SettingOf(asked, "odps.sql.task.mode"), "LINEAGE");
}

syntax::SplitMode SplitModeOf(const session::Session& session) {
  const bool script = EqualsIgnoreCase(session.Setting("odps.sql.submit.mode"), "script");
  return script ? syntax::SplitMode::kScript : syntax::SplitMode::kStatements;
}

Result<AskedStatement> ReadStatement(const Submission& asked, StatementText text,
                                     const std::string& place) {
  Parsed parsed = Parse(text);
  if (EqualsIgnoreCase(SettingOf(asked, "odps.sql.read.only"), "true") && !OnlyReads(parsed)) {
    return Error{kNoPermission,
                 "the statement is not one that only reads",
                 {},
                 "leave the setting odps.sql.read.only out"};
  }
  if (WantsLineage(asked) && !IsQuery(parsed)) {
    return Error{ErrorCode::kUnsupported,
                 "only a query tells its columns with odps.sql.task.mode=LINEAGE",
                 {},
                 "paisql lineage shows what a file of statements reads and writes"};
  }
  std::vector<std::string> writes = WritesOf(parsed, place);
  return AskedStatement{std::move(text), std::move(parsed.statement), std::move(writes)};
}

}  // namespace paisql::instances
