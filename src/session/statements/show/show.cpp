#include <algorithm>

#include "base/display/columns.h"
#include "base/secrets/redact.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/show/handlers.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/own_properties.h"

namespace paisql::session {

namespace {

bool Matches(const std::string& pattern, std::string_view name) {
  return pattern.empty() || MatchesStarPattern(pattern, name);
}

// What SHOW TABLES and the statements like it list.
struct Listed {
  syntax::ShowWhat what;
  std::string_view head;
  bool (*has)(const store::Table&);
};
constexpr Listed kListed[] = {
    {syntax::ShowWhat::kTables, "table", [](const store::Table&) { return true; }},
    {syntax::ShowWhat::kViews, "view",
     [](const store::Table& table) { return table.kind == store::TableKind::kView; }},
    {syntax::ShowWhat::kMaterializedViews, "materialized view",
     [](const store::Table& table) { return store::IsMaterialized(table); }},
    {syntax::ShowWhat::kExternalTables, "external table",
     [](const store::Table& table) { return store::IsExternal(table); }},
};

// The session's own tables hide the project's tables of the same names.
Status AddTemporary(const std::string& place, std::vector<store::Table>& tables, Run& run) {
  const names::Names names = run.state.Names();
  if (names.TemporaryPlace().empty() || !EqualsIgnoreCase(place, names.place())) {
    return Status::Ok();
  }
  PAISQL_ASSIGN(const std::vector<store::Table> own,
                run.state.catalog().ListTables(names.TemporaryPlace()));
  for (const store::Table& table : own) {
    std::erase_if(tables, [&](const store::Table& other) {
      return EqualsIgnoreCase(other.name, table.name);
    });
    tables.push_back(table);
  }
  std::ranges::sort(tables, {}, [](const store::Table& table) { return ToLower(table.name); });
  return Status::Ok();
}

Result<Answer> ShowTablesOrViews(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, PlaceOf(statement, run));
  PAISQL_ASSIGN(std::vector<store::Table> tables, run.state.catalog().ListTables(project));
  PAISQL_TRY(AddTemporary(project, tables, run));
  const Listed& listed = *std::find_if(std::begin(kListed), std::end(kListed),
                                       [&](const auto& one) { return one.what == statement.what; });
  Answer answer;
  answer.columns = {std::string(listed.head)};
  for (const store::Table& table : tables) {
    if (!listed.has(table)) continue;
    if (!Matches(statement.pattern, table.name)) continue;
    answer.rows.push_back({table.name});
    answer.text += (table.owner.empty() ? "" : table.owner + ":") + table.name + "\n";
  }
  return answer;
}

Result<Answer> ShowPartitions(const syntax::ShowStatement& statement, Run& run) {
  const analysis::AnalysisContext context = run.state.MakeContext();
  PAISQL_ASSIGN(const store::Table table, analysis::ResolveTable(*statement.table, context));
  if (!table.partitioned()) {
    return Error{ErrorCode::kInvalidTable, table.QualifiedName() + " is not a partitioned table",
                 statement.table->range, ""};
  }
  std::vector<std::optional<std::string>> match;
  if (statement.partition.has_value()) {
    PAISQL_ASSIGN(match, analysis::ResolvePartialPartition(*statement.partition, table, context));
  }
  PAISQL_ASSIGN_AT(statement.table->range, const std::vector<store::Partition> partitions,
                   run.state.catalog().ListPartitions(table.id, match));
  Answer answer;
  answer.columns = {"partition"};
  for (const store::Partition& partition : partitions) {
    answer.rows.push_back({partition.Name(table)});
  }
  answer.text = Lines(answer);
  return answer;
}

Result<Answer> ShowCreateTable(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(*statement.table, run.state.MakeContext()));
  Answer answer;
  answer.columns = {"statement"};
  answer.text = CreateStatement(table);
  answer.rows.push_back({answer.text.substr(0, answer.text.size() - 1)});
  return answer;
}

Result<Answer> ShowProperties(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(*statement.table, run.state.MakeContext()));
  Answer answer;
  answer.columns = {"property", "value"};
  const auto add = [&](const std::string& key, const std::string& value) {
    if (!statement.pattern.empty() && statement.pattern != key) return;
    answer.rows.push_back({key, value});
    answer.text += key + "=" + value + "\n";
  };
  if (!table.comment.empty()) add("comment", table.comment);
  if (table.traits.transactional) add("transactional", "true");
  for (const auto& [key, value] : table.traits.properties) {
    if (!store::IsOwnProperty(key)) add(key, value);
  }
  return answer;
}

Result<Answer> ShowColumns(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(*statement.table, run.state.MakeContext()));
  Answer answer = ColumnsOf(table);
  std::erase_if(answer.rows, [&](const auto& row) {
    return !Matches(statement.pattern, row.front().value_or(""));
  });
  answer.text = Box(answer);
  return answer;
}

// SHOW PROJECTS IN p.
Status RefuseProject(const syntax::ShowStatement& statement, std::string_view things) {
  if (statement.in.empty()) return Status::Ok();
  return Error{ErrorCode::kUnsupported, std::string(things) + " of one project are not supported",
               statement.in.front().range, "all projects have the same: leave IN out"};
}

Result<Answer> ShowFlags(const syntax::ShowStatement&, Run& run) {
  Answer answer;
  answer.columns = {"flag", "value"};
  for (const auto& [key, value] : run.state.settings().values()) {
    const std::string shown = RedactValue(key, value);
    answer.rows.push_back({key, shown});
    answer.text += key + "=" + shown + "\n";
  }
  return answer;
}

Result<Answer> ShowResources(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, PlaceOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Resource> resources,
                run.state.catalog().ListResources(project));
  Answer answer;
  answer.columns = {"resource", "type", "size", "modified", "comment"};
  const TimeZone zone = run.state.Zone();
  for (const store::Resource& resource : resources) {
    if (!Matches(statement.pattern, resource.name)) continue;
    answer.rows.push_back({resource.name, std::string(ResourceKindName(resource.kind)),
                           std::to_string(resource.bytes),
                           zone.Format(resource.last_modified_ms / 1000), resource.comment});
  }
  answer.text = Box(answer) + std::to_string(answer.rows.size()) + " resources\n";
  return answer;
}

Result<Answer> ShowProjects(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_TRY(RefuseProject(statement, "projects"));
  PAISQL_ASSIGN(const std::vector<store::Project> projects, run.state.catalog().ListProjects());
  Answer answer;
  answer.columns = {"project"};
  for (const store::Project& project : projects) {
    if (Matches(statement.pattern, project.name)) answer.rows.push_back({project.name});
  }
  answer.text = Lines(answer);
  return answer;
}

// IN names a project here, whatever odps.namespace.schema says.
Result<Answer> ShowSchemas(const syntax::ShowStatement& statement, Run& run) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(statement, run));
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, run.state.catalog().ListSchemas(project));
  Answer answer;
  answer.columns = {"schema"};
  for (const store::Schema& schema : schemas) {
    if (Matches(statement.pattern, schema.name)) answer.rows.push_back({schema.name});
  }
  answer.text = Lines(answer);
  return answer;
}

constexpr Answering<syntax::ShowStatement, syntax::ShowWhat> kShown[] = {
    {syntax::ShowWhat::kTables, ShowTablesOrViews},
    {syntax::ShowWhat::kViews, ShowTablesOrViews},
    {syntax::ShowWhat::kMaterializedViews, ShowTablesOrViews},
    {syntax::ShowWhat::kExternalTables, ShowTablesOrViews},
    {syntax::ShowWhat::kPartitions, ShowPartitions},
    {syntax::ShowWhat::kCreateTable, ShowCreateTable},
    {syntax::ShowWhat::kProperties, ShowProperties},
    {syntax::ShowWhat::kColumns, ShowColumns},
    {syntax::ShowWhat::kFunctions, ShowFunctions},
    {syntax::ShowWhat::kFlags, ShowFlags},
    {syntax::ShowWhat::kHistory, ShowHistory},
    {syntax::ShowWhat::kStreams, ShowStreams},
    {syntax::ShowWhat::kInstances, ShowInstances},
    {syntax::ShowWhat::kJobs, ShowJobs},
    {syntax::ShowWhat::kTop, ShowTop},
    {syntax::ShowWhat::kExport, ExportTable},
    {syntax::ShowWhat::kOwner, ShowOwner},
    {syntax::ShowWhat::kVersion, ShowVersion},
    {syntax::ShowWhat::kResources, ShowResources},
    {syntax::ShowWhat::kProjects, ShowProjects},
    {syntax::ShowWhat::kSchemas, ShowSchemas},
    {syntax::ShowWhat::kVariables, ShowVariables},
    {syntax::ShowWhat::kBuckets, ShowBuckets},
    {syntax::ShowWhat::kRoles, ShowRoles},
    {syntax::ShowWhat::kGrants, ShowGrants},
    {syntax::ShowWhat::kUsers, ShowUsers},
    {syntax::ShowWhat::kAcl, ShowAcl},
    {syntax::ShowWhat::kPrincipals, ShowPrincipals},
    {syntax::ShowWhat::kSecurity, ShowSecurity},
    {syntax::ShowWhat::kModels, ShowModels},
    {syntax::ShowWhat::kOfflineModels, ShowOfflineModels},
    {syntax::ShowWhat::kServices, ShowServices},
};

}  // namespace

Result<std::vector<store::Partition>> FindPartitions(const store::PartitionLevels& levels,
                                                     const store::Table& table,
                                                     const SourceRange& range, Run& run) {
  PAISQL_ASSIGN_AT(range, std::vector<store::Partition> found,
                   run.state.catalog().ListPartitions(table.id, levels));
  if (!found.empty()) return found;
  std::vector<std::string> named;
  for (size_t i = 0; i < levels.size(); ++i) {
    if (levels[i]) named.push_back(table.partition_columns[i].name + "=" + *levels[i]);
  }
  return Error{ErrorCode::kPartitionNotFound, "partition not found:" + Join(named, "/"), range,
               "look with SHOW PARTITIONS " + table.name};
}

Result<std::vector<store::Partition>> FindPartitions(const syntax::PartitionSpec& spec,
                                                     const store::Table& table, Run& run) {
  PAISQL_ASSIGN(const store::PartitionLevels levels,
                analysis::ResolvePartialPartition(spec, table, run.state.MakeContext()));
  return FindPartitions(levels, table, spec.range, run);
}

Result<std::string> PlaceOf(const syntax::ShowStatement& statement, Run& run) {
  if (statement.in.empty()) return run.state.Place();
  const names::Names names = run.state.Names();
  std::vector<std::string> words;
  for (const syntax::Identifier& word : statement.in) words.push_back(word.text);
  const bool project = words.size() == 1 && !statement.in_schema && !names.reads_schemas();
  if (statement.in_schema && words.size() == 1) words.insert(words.begin(), run.state.project);
  const std::string place = project ? words[0] : names.PlaceOf(words);
  const SourceRange& range = statement.in.front().range;
  PAISQL_ASSIGN_AT(range, const names::Meaning<store::Project> found, names.Place(place));
  if (found.row.has_value()) return found.row->name;
  const std::string near = DidYouMean(place, found.others);
  const bool schema = place.find('.') != std::string::npos;
  return Error{ErrorCode::kProjectNotFound,
               (schema ? "schema " : "project ") + place + " does not exist", range,
               !near.empty() ? near
               : schema      ? "SHOW SCHEMAS; lists the schemas"
                             : "SHOW PROJECTS; lists the projects"};
}

Result<std::string> ProjectOf(const syntax::ShowStatement& statement, Run& run) {
  if (statement.in.empty() || (statement.in_schema && statement.in.size() == 1)) {
    return run.state.project;
  }
  const syntax::Identifier& name = statement.in.front();
  PAISQL_ASSIGN(const std::optional<store::Project> project,
                run.state.catalog().FindProject(name.text));
  if (project.has_value()) return project->name;
  PAISQL_ASSIGN(const std::vector<std::string> names, names::ProjectNames(run.state.catalog()));
  const std::string near = DidYouMean(name.text, names);
  return Error{ErrorCode::kProjectNotFound, "project " + name.text + " does not exist", name.range,
               near.empty() ? "SHOW PROJECTS; lists the projects" : near};
}

Status RunShow(const syntax::ShowStatement& statement, Run& run) {
  return ShowAnswer(kShown, statement, run);
}

}  // namespace paisql::session
