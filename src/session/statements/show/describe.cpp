#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/show/handlers.h"
#include "store/place.h"

namespace paisql::session {

namespace {

Result<Answer> DescribeResource(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Resource resource,
                FindResource(statement.name.ToString(), statement.name.range, run));
  const TimeZone zone = run.state.Zone();
  Facts facts;
  facts.Add("Name", resource.name);
  facts.Add("Owner", resource.owner);
  facts.Add("Type", std::string(ResourceKindName(resource.kind)));
  facts.Add("Comment", resource.comment);
  facts.Add("CreatedTime", zone.Format(resource.created_ms / 1000));
  facts.Add("LastModifiedTime", zone.Format(resource.last_modified_ms / 1000));
  if (resource.kind == store::ResourceKind::kTable) {
    facts.Add("SourceTable", resource.source);
  } else {
    facts.Add("Size", std::to_string(resource.bytes));
    facts.Add("Source", resource.source);
    facts.Add("SHA256", resource.sha256);
  }
  return facts.Take();
}

// What a schema holds; sizes are asked for only where they are shown.
struct Contents {
  size_t tables = 0;
  size_t resources = 0;
  store::Catalog::Size size;

  Status Add(const std::string& place, bool extended, Run& run) {
    PAISQL_ASSIGN(const std::vector<store::Table> all, run.state.catalog().ListTables(place));
    tables += all.size();
    if (!extended) return Status::Ok();
    for (const store::Table& table : all) {
      if (table.kind == store::TableKind::kView) continue;
      PAISQL_ASSIGN(const store::Catalog::Size one, run.state.catalog().TableSize(table.id));
      size.bytes += one.bytes;
      size.rows += one.rows;
    }
    PAISQL_ASSIGN(const std::vector<store::Resource> kept,
                  run.state.catalog().ListResources(place));
    resources += kept.size();
    return Status::Ok();
  }
};

Result<Answer> DescribeProject(const syntax::DescribeStatement& statement, Run& run) {
  const std::string name =
      statement.name.parts.empty() ? run.state.project : statement.name.ToString();
  PAISQL_ASSIGN(const std::optional<store::Project> project, run.state.catalog().FindProject(name));
  if (!project.has_value()) {
    return Error{ErrorCode::kProjectNotFound, "project " + name + " does not exist",
                 statement.name.range, "look with SHOW PROJECTS"};
  }
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas,
                run.state.catalog().ListSchemas(project->name));
  Contents all;
  for (const store::Schema& schema : schemas) {
    PAISQL_TRY(all.Add(store::PlaceText(schema.project, schema.name), statement.extended, run));
  }
  Facts facts;
  facts.Add("Name", project->name);
  facts.Add("Owner", project->owner);
  facts.Add("Comment", project->comment);
  facts.Add("CreatedTime", run.state.Zone().Format(project->created_ms / 1000));
  facts.Add("Tables", std::to_string(all.tables));
  if (statement.extended) {
    facts.Add("Size", std::to_string(all.size.bytes));
    facts.Add("RecordNum", std::to_string(all.size.rows));
    facts.Add("Resources", std::to_string(all.resources));
    facts.Add("Schemas", std::to_string(schemas.size()));
  }
  return facts.Take();
}

Result<Answer> DescribeSchema(const syntax::DescribeStatement& statement, Run& run) {
  // The words of DESC are one part.
  const std::string text = statement.name.ToString();
  const size_t dot = text.find('.');
  const bool whole = dot != std::string::npos;
  const std::string project = whole ? text.substr(0, dot) : run.state.project;
  const std::string name = whole ? text.substr(dot + 1) : text;
  PAISQL_ASSIGN(const std::optional<store::Schema> schema,
                run.state.catalog().FindSchema(project, name));
  if (!schema.has_value()) {
    return Error{ErrorCode::kProjectNotFound, "schema " + project + "." + name + " does not exist",
                 statement.name.range, "SHOW SCHEMAS; lists the schemas"};
  }
  Contents held;
  PAISQL_TRY(held.Add(store::PlaceText(schema->project, schema->name), true, run));
  Facts facts;
  facts.Add("Name", schema->name);
  facts.Add("Project", schema->project);
  facts.Add("Owner", schema->owner);
  facts.Add("Comment", schema->comment);
  facts.Add("CreatedTime", run.state.Zone().Format(schema->created_ms / 1000));
  facts.Add("Tables", std::to_string(held.tables));
  facts.Add("Resources", std::to_string(held.resources));
  return facts.Take();
}

constexpr Answering<syntax::DescribeStatement, syntax::DescribeWhat> kDescribed[] = {
    {syntax::DescribeWhat::kTable, DescribeTable},
    {syntax::DescribeWhat::kResource, DescribeResource},
    {syntax::DescribeWhat::kFunction, DescribeFunction},
    {syntax::DescribeWhat::kInstance, DescribeInstance},
    {syntax::DescribeWhat::kProject, DescribeProject},
    {syntax::DescribeWhat::kSchema, DescribeSchema},
    {syntax::DescribeWhat::kModel, DescribeModel},
    {syntax::DescribeWhat::kOfflineModel, DescribeOfflineModel},
    {syntax::DescribeWhat::kService, DescribeService},
    {syntax::DescribeWhat::kStream, DescribeStream},
    {syntax::DescribeWhat::kRole, DescribeRole},
    {syntax::DescribeWhat::kVariable, DescribeVariable},
};

}  // namespace

Status RunDescribe(const syntax::DescribeStatement& statement, Run& run) {
  return ShowAnswer(kDescribed, statement, run);
}

}  // namespace paisql::session
