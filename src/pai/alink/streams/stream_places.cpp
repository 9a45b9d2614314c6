#include "pai/alink/streams/stream_places.h"

#include <algorithm>
#include <filesystem>

#include "base/text.h"
#include "pai/alink/streams/kafka_values.h"
#include "pai/alink/streams/stream_queries.h"
#include "pai/alink/streams/stream_values.h"
#include "pai/alink/values/alink_values.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/value/columns_json.h"
#include "pai/value/table_url.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

constexpr int64_t kMostRestarts = 1'000'000;

// Lines of JSON and CSV hold what scripts write, and BOOLEAN.
bool FitsLine(const DataType& type) {
  switch (type.id()) {
    case TypeId::kBoolean:
    case TypeId::kTinyint:
    case TypeId::kSmallint:
    case TypeId::kInt:
    case TypeId::kBigint:
    case TypeId::kFloat:
    case TypeId::kDouble:
    case TypeId::kString:
    case TypeId::kVarchar:
    case TypeId::kChar:
      return true;
    default:
      return false;
  }
}

Status CheckLines(const std::vector<store::Column>& columns, const syntax::PaiParameter& path) {
  for (const store::Column& one : columns) {
    if (FitsLine(one.type)) continue;
    return Wrong(path.value_range,
                 "outputPath: column '" + one.name + "' is " + one.type.ToString() +
                     ", which lines of a stream do not hold",
                 "leave it out, or CAST it to STRING in a query");
  }
  return Status::Ok();
}

// Where a component is told what it computes with: the place of what is missing.
SourceRange MainPlace(const Parameters& parameters) {
  for (const char* const name : {"mainScriptFile", "modelTableName", "modelPath"}) {
    if (const syntax::PaiParameter* given = parameters.Find(name)) return given->value_range;
  }
  return {};
}

Result<StreamRows> BoundTable(jobs::TableBinding input, const syntax::PaiParameter& given,
                              jobs::JobSpec* spec, nlohmann::json* job) {
  (*job)["input"] = input.url;
  (*job)["source"] = {{"kind", "table"},
                      {"project", input.table.project},
                      {"table", input.table.name},
                      {"table_id", input.table.id},
                      {"schema_version", input.table.schema_version},
                      {"is_query", input.is_query}};
  StreamRows rows{input.table, given.value_range};
  const auto same = [&input](const jobs::TableBinding& one) { return one.url == input.url; };
  // Two sources of a stream may be one table.
  if (input.is_query || std::none_of(spec->tables.begin(), spec->tables.end(), same)) {
    spec->tables.push_back(std::move(input));
  }
  return rows;
}

// The rows of the one table that the query reads, as they come, and what the query makes of them.
Result<StreamRows> FollowedQuery(const syntax::PaiParameter& given, const BuildContext& context,
                                 jobs::JobSpec* spec, nlohmann::json* job) {
  PAISQL_ASSIGN(const RowQuery query, ReadRowQuery(given, context, nullptr, true));
  const std::string url = TableUrlOf(query.source.project, query.source.name);
  PAISQL_ASSIGN(jobs::TableBinding input, ResolveInput({url, given.value_range}, context));
  PAISQL_ASSIGN(StreamRows rows, BoundTable(std::move(input), given, spec, job));
  (*job)["query"] = QueryJson(query);
  rows.table = {};
  rows.table.columns = query.columns;
  return rows;
}

Result<StreamRows> TableSource(const syntax::PaiParameter& given, const Parameters& parameters,
                               const BuildContext& context, jobs::JobSpec* spec,
                               nlohmann::json* job) {
  if (const syntax::PaiParameter* schema = parameters.Find("inputSchemaStr")) {
    return Wrong(schema->value_range, "inputSchemaStr: the table has its columns", "leave it out");
  }
  if (IsQuery(given) && parameters.Find("inputQuery") != nullptr) {
    return Wrong(parameters.Find("inputQuery")->value_range,
                 "inputQuery: inputTableName is a query already", "put both into one");
  }
  if (IsQuery(given) && parameters.IsTrue("follow")) {
    return FollowedQuery(given, context, spec, job);
  }
  PAISQL_ASSIGN(jobs::TableBinding input, OneInput(given, context));
  return BoundTable(std::move(input), given, spec, job);
}

// The table's rows, as far as the query goes that stands in inputQuery; those of the source
// without.
Result<StreamRows> Queried(StreamRows rows, const Parameters& parameters,
                           const BuildContext& context, nlohmann::json* job) {
  const syntax::PaiParameter* const given = parameters.Find("inputQuery");
  if (given == nullptr) return rows;
  RowSource source{kInputRows, rows.table.columns};
  source.columns.insert(source.columns.end(), rows.table.partition_columns.begin(),
                        rows.table.partition_columns.end());
  PAISQL_ASSIGN(const RowQuery query, ReadRowQuery(*given, context, &source, true));
  (*job)["query"] = QueryJson(query);
  StreamRows found;
  found.table.columns = query.columns;
  found.range = given->value_range;
  return found;
}

// A stream would find the files that it writes.
Status CheckFolders(const nlohmann::json& job, const syntax::PaiParameter& path) {
  if (job["sink"]["kind"] != "folder") return Status::Ok();
  const std::filesystem::path written(job["sink"]["path"].get<std::string>());
  std::vector<nlohmann::json> sources = {job["source"]};
  for (const nlohmann::json& one : job.value("more", nlohmann::json::array())) {
    sources.push_back(one["source"]);
  }
  for (const nlohmann::json& source : sources) {
    std::error_code code;
    if (source["kind"] != "folder" ||
        !std::filesystem::equivalent(written, source["path"].get<std::string>(), code)) {
      continue;
    }
    return Wrong(path.value_range,
                 "outputPath: a stream cannot write into the folder that it reads",
                 "name another folder");
  }
  return Status::Ok();
}

// The table beside the output that says how far the stream is.
Status BindCursor(const syntax::PaiParameter& output, const BuildContext& context,
                  jobs::JobSpec* spec, nlohmann::json* job) {
  const store::Table rows = spec->outputs[0].table;
  const auto same = [&rows](const jobs::TableBinding& read) {
    return EqualsIgnoreCase(read.table.QualifiedName(), rows.QualifiedName());
  };
  if (std::any_of(spec->tables.begin(), spec->tables.end(), same)) {
    return Wrong(output.value_range, "a stream cannot write into the table that it reads",
                 "name another table");
  }
  if (!rows.partition_columns.empty()) {
    return Wrong(output.value_range, "a stream writes into tables without partitions",
                 "name another table, and INSERT its rows into partitions");
  }
  syntax::PaiParameter cursor = output;
  cursor.value = TableUrlOf(rows.project, rows.name + "_cursor");
  PAISQL_ASSIGN(jobs::TableBinding bound,
                OneOutput(cursor,
                          {NewColumn("kind", TypeId::kString), NewColumn("number", TypeId::kBigint),
                           NewColumn("name", TypeId::kString), NewColumn("rows", TypeId::kBigint),
                           NewColumn("detail", TypeId::kString)},
                          context));
  (*job)["cursor"] = bound.url;
  spec->outputs.push_back(std::move(bound));
  return Status::Ok();
}

// The columns of a message where nobody names them, as Alink's KafkaSourceStreamOp has them.
std::vector<store::Column> MessageColumns() {
  return {NewColumn("message_key", TypeId::kString), NewColumn("message", TypeId::kString),
          NewColumn("topic", TypeId::kString), NewColumn("topic_partition", TypeId::kInt),
          NewColumn("partition_offset", TypeId::kBigint)};
}

Result<StreamRows> KafkaSource(const Parameters& parameters, const BuildContext& context,
                               jobs::JobSpec* spec, nlohmann::json* job) {
  const syntax::PaiParameter* const schema = parameters.Find("inputSchemaStr");
  const syntax::PaiParameter* const path = parameters.Find("inputPath");
  StreamRows rows;
  if (schema == nullptr) {
    rows.range = (path != nullptr ? path : parameters.Find("bootstrapServers"))->value_range;
    rows.table.columns = MessageColumns();
  } else {
    rows.range = schema->value_range;
    PAISQL_ASSIGN(rows.table.columns, ReadOutputSchema(*schema, context));
  }
  PAISQL_ASSIGN((*job)["source"], ReadKafkaSource(parameters, context, spec));
  (*job)["source"]["columns"] = ColumnsJson(rows.table.columns);
  (*job)["source"]["raw"] = schema == nullptr;
  return rows;
}

}  // namespace

Result<StreamRows> BindOneSource(const Parameters& parameters, const BuildContext& context,
                                 jobs::JobSpec* spec, nlohmann::json* job) {
  const syntax::PaiParameter* const table = parameters.Find("inputTableName");
  const syntax::PaiParameter* const path = parameters.Find("inputPath");
  const syntax::PaiParameter* const schema = parameters.Find("inputSchemaStr");
  const syntax::PaiParameter* const servers = parameters.Find("bootstrapServers");
  const bool names_kafka = path != nullptr ? NamesKafka(*path) : servers != nullptr;
  if (int{table != nullptr} + int{path != nullptr || servers != nullptr} != 1) {
    return Wrong(table == nullptr ? MainPlace(parameters) : (path ? path : servers)->value_range,
                 "a stream has one source",
                 "give -DinputTableName, -DinputPath or -DbootstrapServers");
  }
  if (names_kafka) {
    PAISQL_ASSIGN(StreamRows rows, KafkaSource(parameters, context, spec, job));
    return Queried(std::move(rows), parameters, context, job);
  }
  PAISQL_TRY(RefuseKafkaSourceParameters(parameters));
  if (table != nullptr) {
    PAISQL_ASSIGN(StreamRows rows, TableSource(*table, parameters, context, spec, job));
    return Queried(std::move(rows), parameters, context, job);
  }
  PAISQL_ASSIGN((*job)["source"], ReadStreamSource(parameters, context));
  if (schema == nullptr) {
    return Wrong(path->value_range, "the columns of inputPath are not known",
                 "give -DinputSchemaStr=\"id long, name string\"");
  }
  StreamRows rows;
  rows.range = schema->value_range;
  PAISQL_ASSIGN(rows.table.columns, ReadOutputSchema(*schema, context));
  (*job)["source"]["columns"] = ColumnsJson(rows.table.columns);
  return Queried(std::move(rows), parameters, context, job);
}

Status BindStreamSink(const Parameters& parameters, const BuildContext& context,
                      std::vector<store::Column> columns, jobs::JobSpec* spec,
                      nlohmann::json* job) {
  const syntax::PaiParameter* const table = parameters.Find("outputTableName");
  const syntax::PaiParameter* const path = parameters.Find("outputPath");
  if ((table == nullptr) == (path == nullptr)) {
    return Wrong(table == nullptr ? MainPlace(parameters) : path->value_range,
                 "the rows of a stream go to one place", "give -DoutputTableName or -DoutputPath");
  }
  (*job)["schema"] = ColumnsJson(columns);
  if (const syntax::PaiParameter* const query = parameters.Find("outputQuery")) {
    const RowSource written{kOutputRows, std::move(columns)};
    PAISQL_ASSIGN(RowQuery made, ReadRowQuery(*query, context, &written, false));
    (*job)["output_query"] = QueryJson(made);
    columns = std::move(made.columns);
    (*job)["sink_schema"] = ColumnsJson(columns);
  }
  if (path != nullptr) PAISQL_TRY(CheckLines(columns, *path));
  if (path != nullptr && NamesKafka(*path)) {
    PAISQL_ASSIGN((*job)["sink"], ReadKafkaSink(parameters, context, spec));
    return Status::Ok();
  }
  PAISQL_TRY(RefuseKafkaSinkParameters(parameters));
  if (path != nullptr) {
    PAISQL_ASSIGN((*job)["sink"], ReadStreamSink(parameters, context));
    return CheckFolders(*job, *path);
  }
  if (const syntax::PaiParameter* const format = parameters.Find("outputFormat")) {
    return Wrong(format->value_range, "outputFormat: the rows go into a table", "leave it out");
  }
  PAISQL_ASSIGN(jobs::TableBinding bound, OneOutput(*table, std::move(columns), context));
  (*job)["output"] = bound.url;
  (*job)["sink"] = {{"kind", "table"}};
  spec->outputs.push_back(std::move(bound));
  return BindCursor(*table, context, spec, job);
}

Status AddStream(const Parameters& parameters, jobs::JobSpec* spec, nlohmann::json* job) {
  (*job)["follow"] = parameters.IsTrue("follow");
  (*job)["bad_rows"] = parameters.Word("badRows");
  (*job)["start"] = parameters.Word("startMode");
  (*job)["commit_interval_ms"] = parameters.Number("commitIntervalMs");
  for (const jobs::RoleSpec& role : spec->roles) {
    if (role.name == "worker") (*job)["workers"] = role.count;
  }
  spec->distributed = true;  // TF_CONFIG says how many workers there are
  // Without this process the workers wait.
  spec->roles.insert(spec->roles.begin(), {"stream", 1, 0, 0, 0, true, true, true});
  spec->limits.restart_workers = true;
  spec->limits.restarts =
      static_cast<int>(std::clamp<int64_t>(parameters.Number("maxRestarts"), 0, kMostRestarts));
  return Status::Ok();
}

Status RefuseConfinedStream(const Parameters& parameters, const BuildContext& context,
                            jobs::JobSpec* spec) {
  PAISQL_TRY(AddConfinement(parameters, context, spec));
  if (!spec->environment.contains("PAISQL_CONFINE")) return Status::Ok();
  return Wrong(MainPlace(parameters),
               "a stream commits rows while it runs, which a confined job cannot do",
               "SET paisql.job.confine=false before it");
}

}  // namespace paisql::pai
