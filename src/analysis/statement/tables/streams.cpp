#include "analysis/streams.h"

#include "analysis/query/relations/from.h"
#include "analysis/query/relations/versions.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "syntax/statements/streams.h"

namespace paisql::analysis {
namespace {

constexpr size_t kMostCommentBytes = 1024;

Status CheckStreamProperties(const syntax::StreamStatement& statement) {
  for (const auto& [key, property] : statement.properties) {
    if (!EqualsIgnoreCase(key, "read_mode")) {
      return SemanticError(property.range, "a stream has no property '" + key + "'",
                           "write STRMPROPERTIES ('read_mode'='append')");
    }
    if (EqualsIgnoreCase(property.value, "append")) continue;
    if (EqualsIgnoreCase(property.value, "cdc")) {
      return Error{ErrorCode::kUnsupported, "read_mode cdc is not supported", property.range,
                   "write 'append', which gives new and changed rows in their last state"};
    }
    return SemanticError(property.range, "read_mode '" + property.value + "' is not known",
                         "write STRMPROPERTIES ('read_mode'='append')");
  }
  return Status::Ok();
}

}  // namespace

Result<store::Stream> AnalyzeStream(const syntax::StreamStatement& statement,
                                    const std::optional<store::Stream>& old,
                                    AnalysisContext& context) {
  State state(context);
  PAISQL_TRY(CheckStreamProperties(statement));
  if (statement.comment.has_value() && statement.comment->size() > kMostCommentBytes) {
    return SemanticError(statement.comment_range, "a comment of a stream has 1024 bytes at most");
  }
  store::Stream stream;
  std::optional<store::Table> table;
  if (old.has_value()) {
    if (statement.offset == nullptr && !statement.comment && statement.properties.empty()) {
      return SemanticError(statement.stream.range, "ALTER STREAM changes nothing",
                           "write ALTER STREAM s VERSION AS OF n, or COMMENT '…'");
    }
    stream = *old;
    PAISQL_ASSIGN_AT(statement.stream.range, table,
                     store::VersionCatalog(context.names.catalog()).TableOf(stream));
    if (!table.has_value()) {
      return Error{ErrorCode::kInvalidTable,
                   "the table of stream " + stream.QualifiedName() + " was dropped",
                   statement.stream.range, "UNDROP TABLE brings it back"};
    }
  } else {
    PAISQL_ASSIGN(const store::Table name, NewTableName(statement.stream, context));
    stream.project = name.project;
    stream.name = name.name;
  }
  if (statement.table.has_value()) {
    PAISQL_ASSIGN(const store::Table named, ResolveTable(*statement.table, context));
    if (table.has_value() && named.id != table->id) {
      return SemanticError(statement.table->range,
                           "stream " + stream.QualifiedName() + " reads " + table->QualifiedName(),
                           "a stream keeps its table: make another one with CREATE STREAM");
    }
    table = named;
    stream.table_id = named.id;
  }
  const SourceRange range =
      statement.table.has_value() ? statement.table->range : statement.stream.range;
  PAISQL_TRY(VersionsOf(state, *table, range));
  if (statement.comment.has_value()) stream.comment = *statement.comment;
  if (statement.offset == nullptr) return stream;
  if (statement.offset->from != nullptr) {
    return SemanticError(statement.offset->range, "a stream begins at one version",
                         "write VERSION AS OF n or TIMESTAMP AS OF t");
  }
  PAISQL_ASSIGN(const store::DataVersion offset,
                VersionAt(state, *table, *statement.offset, range));
  stream.offset = offset.number;
  return stream;
}

Result<std::optional<store::Stream>> FindStream(const syntax::QualifiedName& name,
                                                const AnalysisContext& context) {
  AnalysisContext copy = context;
  State state(copy);
  return FindStream(state, name);
}

Result<store::Stream> ResolveStream(const syntax::QualifiedName& name,
                                    const AnalysisContext& context) {
  PAISQL_ASSIGN(const std::optional<store::Stream> stream, FindStream(name, context));
  if (stream.has_value()) return *stream;
  PAISQL_ASSIGN(const std::string project, PlaceOfName(name, context.names));
  PAISQL_ASSIGN_AT(name.range, const std::vector<store::Stream> streams,
                   store::VersionCatalog(context.names.catalog()).ListStreams(project));
  std::vector<std::string> names;
  for (const store::Stream& one : streams) names.push_back(one.name);
  const std::string near = DidYouMean(name.parts.back().text, names);
  Error error{ErrorCode::kTableNotFound,
              "stream " + project + "." + name.parts.back().text + " cannot be resolved",
              name.range, near.empty() ? "SHOW STREAMS; lists the streams" : near};
  error.about = names::AboutTable(project, name.parts.back().text);
  return error;
}

}  // namespace paisql::analysis
