#include "base/text.h"
#include "functions/function.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/show/handlers.h"

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

std::string_view KindName(functions::FunctionKind kind) {
  switch (kind) {
    case functions::FunctionKind::kScalar:
      return "scalar";
    case functions::FunctionKind::kAggregate:
      return "aggregate";
    case functions::FunctionKind::kWindow:
      return "window";
    case functions::FunctionKind::kTable:
      return "table";
    case functions::FunctionKind::kOperator:
      return "operator";
  }
  PAISQL_UNREACHABLE("a kind of function without a name");
}

Result<Answer> DescribeFunction(const syntax::DescribeStatement& statement, Run& run) {
  const std::string name = ToLower(statement.name.ToString());
  const names::Names names = run.state.Names();
  const std::optional<names::OwnedFunction> owned = names.Function(name);
  if (!owned.has_value()) {
    PAISQL_ASSIGN(const std::optional<store::Table> row,
                  run.state.catalog().FindTable(run.state.project, analysis::FunctionKey(name)));
    if (row.has_value()) {
      Facts facts;
      facts.Add("Name", name);
      facts.Add("Kind", "SQL");
      facts.Add("Owner", row->owner);
      facts.Add("Definition", row->view_text);
      return facts.Take();
    }
    return Error{ErrorCode::kSemantic, "function " + name + " cannot be resolved",
                 statement.name.range, DidYouMean(name, names.FunctionNames())};
  }
  const functions::Function* function = owned->function;
  Facts facts;
  facts.Add("Name", std::string(function->name));
  facts.Add("Help", std::string(function->help));
  if (statement.extended) {
    facts.Add("Kind", std::string(KindName(function->kind)));
    if (!function->alias_of.empty()) facts.Add("AliasOf", std::string(function->alias_of));
  }
  for (const functions::Overload& overload : function->overloads) {
    facts.Add("Signature", name + std::string(overload.signature));
  }
  return facts.Take();
}

Result<Answer> DescribeProject(const syntax::DescribeStatement& statement, Run& run) {
  const std::string name =
      statement.name.parts.empty() ? run.state.project : statement.name.ToString();
  PAISQL_ASSIGN(const std::optional<store::Project> project, run.state.catalog().FindProject(name));
  if (!project.has_value()) {
    return Error{ErrorCode::kProjectNotFound, "project " + name + " does not exist",
                 statement.name.range, "look with SHOW PROJECTS"};
  }
  PAISQL_ASSIGN(const std::vector<store::Table> tables,
                run.state.catalog().ListTables(project->name));
  Facts facts;
  facts.Add("Name", project->name);
  facts.Add("Owner", project->owner);
  facts.Add("Comment", project->comment);
  facts.Add("CreatedTime", run.state.Zone().Format(project->created_ms / 1000));
  facts.Add("Tables", std::to_string(tables.size()));
  if (statement.extended) {
    store::Catalog::Size total;
    for (const store::Table& table : tables) {
      if (table.kind == store::TableKind::kView) continue;
      PAISQL_ASSIGN(const store::Catalog::Size size, run.state.catalog().TableSize(table.id));
      total.bytes += size.bytes;
      total.rows += size.rows;
    }
    PAISQL_ASSIGN(const std::vector<store::Resource> resources,
                  run.state.catalog().ListResources(project->name));
    facts.Add("Size", std::to_string(total.bytes));
    facts.Add("RecordNum", std::to_string(total.rows));
    facts.Add("Resources", std::to_string(resources.size()));
  }
  return facts.Take();
}

constexpr Answering<syntax::DescribeStatement, syntax::DescribeWhat> kDescribed[] = {
    {syntax::DescribeWhat::kTable, DescribeTable},
    {syntax::DescribeWhat::kResource, DescribeResource},
    {syntax::DescribeWhat::kFunction, DescribeFunction},
    {syntax::DescribeWhat::kInstance, DescribeInstance},
    {syntax::DescribeWhat::kProject, DescribeProject},
    {syntax::DescribeWhat::kModel, DescribeModel},
    {syntax::DescribeWhat::kService, DescribeService},
    {syntax::DescribeWhat::kStream, DescribeStream},
    {syntax::DescribeWhat::kRole, DescribeRole},
};

}  // namespace

Status RunDescribe(const syntax::DescribeStatement& statement, Run& run) {
  return ShowAnswer(kDescribed, statement, run);
}

}  // namespace paisql::session
