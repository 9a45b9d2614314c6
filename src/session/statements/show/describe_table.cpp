#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/layout.h"
#include "session/statements/answers.h"
#include "session/statements/scripts/handlers.h"
#include "store/clustering.h"
#include "store/external.h"
#include "store/materialized.h"
#include "store/own_properties.h"
#include "store/place.h"
#include "syntax/statements/show.h"

namespace paisql::session {

namespace {

constexpr std::string_view kColumnHeads = "Field           | Type       | Label | Comment";

// How a column stands in the table of columns; types and names longer than their cell push the rest
// to the right.
std::string ColumnLine(const store::Column& column) {
  return Pad(ToLower(column.name), 15) + " | " + Pad(ToLower(column.type.ToString()), 10) + " | " +
         Pad("", 5) + " | " + column.comment;
}

std::string ExtendedColumnLine(const store::Column& column) {
  return Pad(ToLower(column.name), 8) + " | " + Pad(ToLower(column.type.ToString()), 6) + " | " +
         Pad("", 5) + " | " + Pad("", 13) + " | " + Pad(column.not_null ? "false" : "true", 8) +
         " | " + Pad(column.default_text.empty() ? "NULL" : column.default_text, 12) + " | " +
         column.comment;
}

std::string Time(const TimeZone& zone, int64_t milliseconds) {
  return zone.Format(milliseconds / 1000);
}

void AddTimes(const TimeZone& zone, int64_t created, int64_t ddl, int64_t modified, Frame& frame) {
  frame.Field("CreateTime:", Time(zone, created));
  frame.Field("LastDDLTime:", Time(zone, ddl));
  frame.Field("LastModifiedTime:", Time(zone, modified));
}

void AddColumns(const store::Table& table, bool extended, Frame& frame) {
  frame.Rule();
  frame.Line("Native Columns:");
  frame.Rule();
  frame.Line(extended
                 ? "Field    | Type   | Label | ExtendedLabel | Nullable | DefaultValue | Comment"
                 : kColumnHeads);
  frame.Rule();
  for (const store::Column& column : table.columns) {
    frame.Line(extended ? ExtendedColumnLine(column) : ColumnLine(column));
  }
  frame.Rule();
  if (!table.partitioned()) return;
  frame.Line("Partition Columns:");
  frame.Rule();
  for (const store::Column& column : table.partition_columns) {
    frame.Line(Pad(ToLower(column.name), 15) + " | " + Pad(ToLower(column.type.ToString()), 10) +
               " | " + column.comment);
  }
  frame.Rule();
}

std::string NamesOf(const store::Table& table, const std::vector<store::SortedColumn>& columns,
                    bool with_order) {
  std::vector<std::string> names;
  for (const store::SortedColumn& one : columns) {
    for (const store::Column& column : table.columns) {
      if (column.id != one.id) continue;
      names.push_back(column.name + (!with_order ? "" : one.descending ? " DESC" : " ASC"));
    }
  }
  return "[" + Join(names, ", ") + "]";
}

// The platform's words.
void AddClustering(const store::Table& table, Frame& frame) {
  const std::optional<store::Clustering> clustering = store::ClusteringOf(table);
  if (!clustering) return;
  frame.Field("ClusterType:", clustering->range ? "range" : "hash");
  if (clustering->buckets) frame.Field("BucketNum:", std::to_string(*clustering->buckets));
  std::vector<store::SortedColumn> by;
  for (const int64_t id : clustering->by) by.push_back({id});
  frame.Field("ClusterColumns:", NamesOf(table, by, false));
  if (!clustering->sorted.empty()) {
    frame.Field("SortColumns:", NamesOf(table, clustering->sorted, true));
  }
}

Result<std::string> TableText(const store::Table& table, bool extended, Run& run) {
  const TimeZone zone = run.state.Zone();
  const bool view = table.kind == store::TableKind::kView;
  Frame frame(run.out.columns());
  frame.Rule();
  frame.Field("Owner:", table.owner);
  const store::Place place = store::PlaceOf(table.project);
  frame.Field("Project:", place.project);
  const bool temporary = store::IsTemporaryPlace(table.project);
  if (!temporary && (place.schema != store::kDefaultSchema || run.state.Names().reads_schemas())) {
    frame.Field("Schema:", place.schema);
  }
  frame.Line("TableComment: " + table.comment);
  frame.Rule();
  AddTimes(zone, table.created_ms, table.last_ddl_ms, table.last_modified_ms, frame);
  if (table.lifecycle_days) {
    frame.Field("Lifecycle:", std::to_string(*table.lifecycle_days) +
                                  (store::IsLifecycleOff(table) ? " (disabled)" : ""));
  }
  frame.Rule();
  const std::optional<store::ExternalSource> external = store::ExternalOf(table);
  store::Catalog::Size size;
  if (view) {
    frame.Line("VirtualView  : YES");
    frame.Line("ViewText: " + table.view_text);
  } else if (external.has_value()) {
    frame.Line("ExternalTable: YES");
  } else if (const std::optional<store::Materialized> kept = store::MaterializedOf(table)) {
    PAISQL_ASSIGN(size, run.state.catalog().TableSize(table.id));
    frame.Line("MaterializedView: YES");
    frame.Line("ViewText: " + kept->query);
    frame.Line("Rewrite Enabled: " + std::string(kept->rewrites ? "true" : "false"));
  } else {
    PAISQL_ASSIGN(size, run.state.catalog().TableSize(table.id));
    frame.Line(Pad(temporary ? "TemporaryTable: YES" : "InternalTable: YES", 23) +
               " | Size: " + std::to_string(size.bytes));
  }
  AddColumns(table, extended, frame);
  if (extended) {
    frame.Line("Extended Info:");
    frame.Rule();
    frame.Field("TableID:", std::to_string(table.id));
    frame.Field("SchemaVersion:", std::to_string(table.schema_version));
    if (external.has_value()) {
      frame.Field("Location:", external->location);
      for (const std::string& clause : Split(external->clauses, '\n')) frame.Line(clause);
    } else if (!view) {
      frame.Field("StoredAs:", "PARQUET");
      AddClustering(table, frame);
      if (table.traits.transactional) frame.Field("Transactional:", "true");
      if (!table.traits.primary_key.empty()) {
        frame.Field("PrimaryKey:", Join(KeyNames(table), ", "));
      }
      if (table.traits.transactional) {
        for (const auto& [key, value] : table.traits.properties) {
          if (!store::IsOwnProperty(key)) frame.Field(key + ":", value);
        }
      }
      frame.Field("FileNum:", std::to_string(size.files));
      frame.Field("RecordNum:", std::to_string(size.rows));
    }
    frame.Rule();
  }
  return frame.Take();
}

Result<Answer> DescribePartition(const syntax::DescribeStatement& statement,
                                 const store::Table& table, Run& run) {
  // Every level must be there.
  PAISQL_TRY(analysis::ResolvePartition(*statement.partition, table, run.state.MakeContext()));
  PAISQL_ASSIGN(const std::vector<store::Partition> found,
                FindPartitions(*statement.partition, table, run));
  PAISQL_ASSIGN(const store::Catalog::Size size,
                run.state.catalog().TableSize(table.id, found.front().id));
  const TimeZone zone = run.state.Zone();
  Frame frame(run.out.columns());
  frame.Rule();
  frame.Line("PartitionSize: " + std::to_string(size.bytes));
  frame.Rule();
  AddTimes(zone, found.front().created_ms, found.front().created_ms, found.front().last_modified_ms,
           frame);
  if (statement.extended) {
    frame.Field("FileNum:", std::to_string(size.files));
    frame.Field("RecordNum:", std::to_string(size.rows));
  }
  frame.Rule();
  Answer answer;
  answer.columns = {"partition", "size", "records", "files", "modified"};
  answer.rows.push_back({found.front().Name(table), std::to_string(size.bytes),
                         std::to_string(size.rows), std::to_string(size.files),
                         Time(zone, found.front().last_modified_ms)});
  answer.text = frame.Take();
  return answer;
}

// A variable that holds a value is one column with its name.
Result<store::Table> TableOfVariable(const syntax::Identifier& name, bool& value, State& state) {
  store::Table table;
  const auto add = [&](std::string column_name, const DataType& type) {
    store::Column& column = table.columns.emplace_back();
    column.name = std::move(column_name);
    column.type = type;
  };
  const analysis::Variable* const known =
      analysis::FindVariable(state.script_variables.get(), name.text);
  value = known != nullptr && known->value.has_value();
  if (value) {
    add(known->name, known->value->type);
    return table;
  }
  if (known != nullptr && known->query == nullptr && !known->columns.empty()) {
    table.columns = known->columns;  // TABLE (…) without a query
    return table;
  }
  PAISQL_ASSIGN(const analysis::QueryPlan plan, ReadVariable(name, state));
  for (const plan::OutputColumn& column : plan.root->output) add(column.name, column.type);
  return table;
}

}  // namespace

Answer ColumnsOf(const store::Table& table) {
  Answer answer;
  answer.columns = {"field", "type", "nullable", "partition", "comment"};
  for (const store::Column& column : table.columns) {
    answer.rows.push_back({column.name, column.type.ToString(), column.not_null ? "false" : "true",
                           "false", column.comment});
  }
  for (const store::Column& column : table.partition_columns) {
    answer.rows.push_back({column.name, column.type.ToString(), "false", "true", column.comment});
  }
  return answer;
}

Result<Answer> DescribeTable(const syntax::DescribeStatement& statement, Run& run) {
  PAISQL_ASSIGN(const store::Table table,
                analysis::ResolveTable(statement.name, run.state.MakeContext()));
  if (statement.partition.has_value()) return DescribePartition(statement, table, run);
  Answer answer = ColumnsOf(table);
  PAISQL_ASSIGN(answer.text, TableText(table, statement.extended, run));
  return answer;
}

Result<Answer> DescribeVariable(const syntax::DescribeStatement& statement, Run& run) {
  const syntax::Identifier& name = statement.name.parts.front();
  bool value = false;
  PAISQL_ASSIGN(const store::Table table, TableOfVariable(name, value, run.state));
  Frame frame(run.out.columns());
  if (value) {
    frame.Rule();
    frame.Field("Variable:", "@" + table.columns.front().name);
    frame.Field("Type:", ToLower(table.columns.front().type.ToString()));
    frame.Rule();
  } else {
    AddColumns(table, statement.extended, frame);
  }
  Answer answer = ColumnsOf(table);
  answer.text = frame.Take();
  return answer;
}

}  // namespace paisql::session
