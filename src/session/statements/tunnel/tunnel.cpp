#include "session/statements/tunnel/tunnel.h"

#include <algorithm>

#include "base/text.h"
#include "session/statement_rights.h"

namespace paisql::session {

namespace {

struct SubCommand {
  std::string_view name;
  std::string_view letter;
  Status (*run)(const std::vector<syntax::Word>&, const SourceRange&, Run&);
};

Status ShowHelp(const std::vector<syntax::Word>&, const SourceRange&, Run& run) {
  Answer answer;
  answer.columns = {"help"};
  answer.text =
      "TUNNEL UPLOAD [options] file-or-folder [project.]table[/p1=v1,p2=v2];\n"
      "TUNNEL UPSERT [options] file-or-folder [project.]table[/p1=v1,p2=v2];\n"
      "TUNNEL DOWNLOAD [options] [project.]table[/p1=v1,p2=v2] file-or-folder;\n"
      "TUNNEL RESUME [-f] [session];\n"
      "TUNNEL SHOW HISTORY [-n number];\n"
      "TUNNEL SHOW LOG | BAD [session];\n"
      "TUNNEL PURGE [days];\n" +
      tunnel::TunnelHelp();
  for (const std::string& line : Split(answer.text.substr(0, answer.text.size() - 1), '\n')) {
    answer.rows.push_back({line});
  }
  return run.out.Show(answer);
}

constexpr SubCommand kSubCommands[] = {
    {"upload", "u", TunnelUpload},  {"download", "d", TunnelDownload},
    {"upsert", "us", TunnelUpsert}, {"resume", "r", TunnelResume},
    {"show", "s", TunnelShow},      {"purge", "p", TunnelPurge},
    {"help", "h", ShowHelp},
};

std::string_view WithoutQuotes(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '\'' || text.front() == '"') &&
                      text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace

Result<tunnel::TunnelOptions> ReadTunnelOptions(const std::vector<syntax::Word>& words,
                                                tunnel::TunnelCommand command) {
  PAISQL_ASSIGN(tunnel::TunnelOptions options, tunnel::ParseTunnelOptions(words, command));
  if (!options.time_zone) return options;
  const Result<TimeZone> zone = TimeZone::Load(options.time_zone->text);
  if (!zone.ok()) {
    Error error = zone.error();
    error.detail = "option -tz: " + error.detail;
    error.range = options.time_zone->range;
    return error;
  }
  return options;
}

void WarnOfOptions(const tunnel::TunnelOptions& options, Run& run) {
  for (const syntax::Word& warning : options.warnings) {
    if (run.state.SayOnce(warning.text)) run.out.Warn(warning.range, warning.text);
  }
}

syntax::QualifiedName TunnelTableName(const syntax::Word& word) {
  syntax::QualifiedName name;
  name.range = word.range;
  for (const std::string& part : Split(word.text.substr(0, word.text.find('/')), '.')) {
    name.parts.push_back({part, true, word.range});
  }
  return name;
}

Result<std::optional<syntax::PartitionSpec>> TunnelPartition(const syntax::Word& word) {
  const size_t slash = word.text.find('/');
  if (slash == std::string::npos) return std::optional<syntax::PartitionSpec>();
  // A partition's values reach the analysis as literals, so that it checks them as it does in a
  // PARTITION clause.
  syntax::PartitionSpec spec;
  spec.range = word.range;
  std::string keys = word.text.substr(slash + 1);
  std::replace(keys.begin(), keys.end(), '/', ',');
  for (const std::string& key : Split(keys, ',')) {
    if (Trim(key).empty()) continue;
    const size_t equals = key.find('=');
    if (equals == std::string::npos) {
      return Error{ErrorCode::kPartition, "'" + key + "' is not a partition, expect name=value",
                   word.range, ""};
    }
    syntax::PartitionKey& entry = spec.keys.emplace_back();
    entry.name = {std::string(Trim(std::string_view(key).substr(0, equals))), true, word.range};
    auto literal = std::make_unique<syntax::Literal>();
    literal->literal = syntax::LiteralKind::kString;
    literal->text = WithoutQuotes(Trim(std::string_view(key).substr(equals + 1)));
    literal->range = word.range;
    entry.value = std::move(literal);
  }
  return std::optional<syntax::PartitionSpec>(std::move(spec));
}

Result<tunnel::TunnelTable> ResolveTunnelTable(const syntax::Word& word, std::string_view action,
                                               Run& run) {
  const syntax::QualifiedName name = TunnelTableName(word);
  const analysis::AnalysisContext context = run.state.MakeContext();
  tunnel::TunnelTable resolved;
  resolved.range = word.range;
  PAISQL_ASSIGN(resolved.table, analysis::ResolveTable(name, context));
  PAISQL_TRY(RequireOn(resolved.table, action, word.range, run));
  if (resolved.table.kind == store::TableKind::kView) {
    return Error{ErrorCode::kInvalidObjectType, resolved.table.QualifiedName() + " is a view",
                 word.range, "make a table of it with CREATE TABLE AS"};
  }
  resolved.partition.resize(resolved.table.partition_columns.size());
  PAISQL_ASSIGN(const std::optional<syntax::PartitionSpec> spec, TunnelPartition(word));
  if (!spec.has_value()) return resolved;
  PAISQL_ASSIGN(resolved.partition,
                analysis::ResolvePartialPartition(*spec, resolved.table, context));
  return resolved;
}

Status RunTunnel(const syntax::TunnelStatement& statement, Run& run) {
  if (statement.words.empty()) return ShowHelp({}, statement.range, run);
  const syntax::Word& word = statement.words.front();
  std::vector<std::string> names;
  for (const SubCommand& command : kSubCommands) {
    names.emplace_back(command.name);
    if (!EqualsIgnoreCase(word.text, command.name) &&
        !EqualsIgnoreCase(word.text, command.letter)) {
      continue;
    }
    return command.run({statement.words.begin() + 1, statement.words.end()}, word.range, run);
  }
  return Error{ErrorCode::kInvalidCommand, "TUNNEL has no command " + word.text, word.range,
               DidYouMean(word.text, names)};
}

}  // namespace paisql::session
