// CREATE STREAM, ALTER STREAM, DROP STREAM, SHOW STREAMS and DESC STREAM.

#include "analysis/streams.h"

#include "base/display/amounts.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/catalog/handlers.h"
#include "store/place.h"
#include "store/transaction.h"
#include "store/versions.h"
#include "syntax/statements/show.h"
#include "syntax/statements/streams.h"

namespace paisql::session {
namespace {

constexpr int64_t kMsOfSecond = 1000;

Status CommitStream(store::Change change, const SourceRange& range, Run& run) {
  store::CatalogTransaction transaction = run.state.catalog().Begin();
  transaction.Add(std::move(change));
  PAISQL_TRY_AT(range, transaction.Commit());
  return Status::Ok();
}

Status CreateStream(const syntax::StreamStatement& statement, analysis::AnalysisContext& context,
                    Run& run) {
  PAISQL_ASSIGN(const std::optional<store::Stream> old,
                analysis::FindStream(statement.stream, context));
  if (old.has_value() && statement.if_not_exists) return Status::Ok();
  if (old.has_value()) {
    return Error{ErrorCode::kTableExists, "stream " + old->QualifiedName() + " already exists",
                 statement.stream.range, "CREATE STREAM IF NOT EXISTS leaves it as it is"};
  }
  PAISQL_ASSIGN(store::Stream stream, analysis::AnalyzeStream(statement, std::nullopt, context));
  return CommitStream(store::change::CreateStream{std::move(stream)}, statement.stream.range, run);
}

Status AlterStream(const syntax::StreamStatement& statement, analysis::AnalysisContext& context,
                   Run& run) {
  PAISQL_ASSIGN(const store::Stream old, analysis::ResolveStream(statement.stream, context));
  PAISQL_ASSIGN(const store::Stream stream, analysis::AnalyzeStream(statement, old, context));
  return CommitStream(store::change::MoveStream{old.id, old.offset, stream.offset, stream.comment},
                      statement.stream.range, run);
}

Status DropStream(const syntax::StreamStatement& statement,
                  const analysis::AnalysisContext& context, Run& run) {
  PAISQL_ASSIGN(const std::optional<store::Stream> there,
                analysis::FindStream(statement.stream, context));
  if (!there.has_value() && statement.if_exists) return Status::Ok();
  PAISQL_ASSIGN(const store::Stream stream, analysis::ResolveStream(statement.stream, context));
  return CommitStream(store::change::DropStream{stream.id}, statement.stream.range, run);
}

}  // namespace

Status RunStream(const syntax::StreamStatement& statement, Run& run) {
  analysis::AnalysisContext context = run.state.MakeContext();
  switch (statement.action) {
    case syntax::StreamAction::kCreate:
      PAISQL_TRY(CreateStream(statement, context, run));
      break;
    case syntax::StreamAction::kAlter:
      PAISQL_TRY(AlterStream(statement, context, run));
      break;
    case syntax::StreamAction::kDrop:
      PAISQL_TRY(DropStream(statement, context, run));
      break;
  }
  run.out.Done();
  return Status::Ok();
}

Result<Answer> ShowStreams(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, PlaceOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Stream> streams,
                store::VersionCatalog(run.state.catalog()).ListStreams(project));
  Answer answer;
  answer.columns = {"stream"};
  for (const store::Stream& stream : streams) {
    if (!statement.pattern.empty() && !MatchesStarPattern(statement.pattern, stream.name)) continue;
    answer.rows.push_back({stream.name});
  }
  answer.text = Lines(answer);
  return answer;
}

Result<Answer> DescribeStream(const syntax::DescribeStatement& statement, Run& run) {
  // The words of DESC are one part.
  syntax::QualifiedName name;
  name.range = statement.name.range;
  for (const std::string& part : Split(statement.name.ToString(), '.')) {
    name.parts.push_back({part, false, name.range});
  }
  PAISQL_ASSIGN(const store::Stream stream, analysis::ResolveStream(name, run.state.MakeContext()));
  store::VersionCatalog catalog(run.state.catalog());
  PAISQL_ASSIGN_AT(name.range, const std::optional<store::Table> table, catalog.TableOf(stream));
  PAISQL_ASSIGN_AT(name.range, const std::vector<store::DataVersion> versions,
                   catalog.ListVersions(stream.table_id));
  const TimeZone zone = run.state.Zone();
  Facts facts;
  facts.Add("Name", stream.name);
  facts.Add("Project", store::ProjectOfPlace(stream.project));
  facts.Add("Schema", store::PlaceOf(stream.project).schema);
  facts.Add("Owner", stream.owner);
  facts.Add("Comment", Visible(stream.comment));
  facts.Add("CreateTime", zone.Format(stream.created_ms / kMsOfSecond));
  facts.Add("LastModifiedTime", zone.Format(stream.last_modified_ms / kMsOfSecond));
  facts.Add("OffsetVersion", std::to_string(stream.offset));
  facts.Add("RefTableProject", table.has_value() ? store::ProjectOfPlace(table->project) : "");
  facts.Add("RefTableSchema", table.has_value() ? store::PlaceOf(table->project).schema : "");
  facts.Add("RefTableName", table.has_value() ? table->name : "");
  facts.Add("RefTableId", std::to_string(stream.table_id));
  facts.Add("RefTableVersion", versions.empty() ? "" : std::to_string(versions.back().number));
  facts.Add("Parameters", R"({"read_mode":"append"})");
  return facts.Take();
}

}  // namespace paisql::session
