#include "pai/job/stream_places.h"

#include <algorithm>

#include "base/text.h"
#include "pai/job/component_tables.h"
#include "pai/job/confinement.h"
#include "pai/job/kafka_values.h"
#include "pai/job/stream_values.h"
#include "pai/value/alink_values.h"

namespace paisql::pai {

namespace {

constexpr int64_t kMostRestarts = 1'000'000;

nlohmann::json ColumnsJson(const std::vector<store::Column>& columns) {
  nlohmann::json list = nlohmann::json::array();
  for (const store::Column& column : columns) {
    list.push_back({{"name", column.name}, {"type", column.type.ToString()}});
  }
  return list;
}

// Where a component is told what it computes with: the place of what is missing.
SourceRange MainPlace(const Parameters& parameters) {
  for (const char* const name : {"mainScriptFile", "modelTableName", "modelPath"}) {
    if (const syntax::PaiParameter* given = parameters.Find(name)) return given->value_range;
  }
  return {};
}

Result<StreamRows> TableSource(const syntax::PaiParameter& given, const Parameters& parameters,
                               const BuildContext& context, training::JobSpec* spec,
                               nlohmann::json* job) {
  if (const syntax::PaiParameter* schema = parameters.Find("inputSchemaStr")) {
    return Wrong(schema->value_range, "inputSchemaStr: the table has its columns", "leave it out");
  }
  PAISQL_ASSIGN(training::TableBinding input, OneInput(given, context));
  if (input.is_query && parameters.IsTrue("follow")) {
    return Wrong(given.value_range, "the rows of a query do not grow", "follow a table");
  }
  (*job)["input"] = input.url;
  (*job)["source"] = {{"kind", "table"},
                      {"project", input.table.project},
                      {"table", input.table.name},
                      {"table_id", input.table.id},
                      {"schema_version", input.table.schema_version},
                      {"is_query", input.is_query}};
  StreamRows rows{input.table, given.value_range};
  spec->tables.push_back(std::move(input));
  return rows;
}

// The table beside the output that says how far the stream is.
Status BindCursor(const syntax::PaiParameter& output, const BuildContext& context,
                  training::JobSpec* spec, nlohmann::json* job) {
  const store::Table rows = spec->outputs[0].table;
  const auto same = [&rows](const training::TableBinding& read) {
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
  cursor.value = "odps://" + rows.project + "/tables/" + rows.name + "_cursor";
  PAISQL_ASSIGN(training::TableBinding bound,
                OneOutput(cursor,
                          {NewColumn("kind", TypeId::kString), NewColumn("number", TypeId::kBigint),
                           NewColumn("name", TypeId::kString), NewColumn("rows", TypeId::kBigint),
                           NewColumn("detail", TypeId::kString)},
                          context));
  (*job)["cursor"] = bound.url;
  spec->outputs.push_back(std::move(bound));
  return Status::Ok();
}

// What a message is where nobody says its columns, as Alink's KafkaSourceStreamOp has it.
std::vector<store::Column> MessageColumns() {
  return {NewColumn("message_key", TypeId::kString), NewColumn("message", TypeId::kString),
          NewColumn("topic", TypeId::kString), NewColumn("topic_partition", TypeId::kInt),
          NewColumn("partition_offset", TypeId::kBigint)};
}

Result<StreamRows> KafkaSource(const Parameters& parameters, const BuildContext& context,
                               training::JobSpec* spec, nlohmann::json* job) {
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

Result<StreamRows> BindStreamSource(const Parameters& parameters, const BuildContext& context,
                                    training::JobSpec* spec, nlohmann::json* job) {
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
  if (names_kafka) return KafkaSource(parameters, context, spec, job);
  PAISQL_TRY(RefuseKafkaSourceParameters(parameters));
  if (table != nullptr) return TableSource(*table, parameters, context, spec, job);
  PAISQL_ASSIGN((*job)["source"], ReadStreamSource(parameters, context));
  if (schema == nullptr) {
    return Wrong(path->value_range, "the columns of inputPath are not known",
                 "give -DinputSchemaStr=\"id long, name string\"");
  }
  StreamRows rows;
  rows.range = schema->value_range;
  PAISQL_ASSIGN(rows.table.columns, ReadOutputSchema(*schema, context));
  (*job)["source"]["columns"] = ColumnsJson(rows.table.columns);
  return rows;
}

Status BindStreamSink(const Parameters& parameters, const BuildContext& context,
                      std::vector<store::Column> columns, training::JobSpec* spec,
                      nlohmann::json* job) {
  const syntax::PaiParameter* const table = parameters.Find("outputTableName");
  const syntax::PaiParameter* const path = parameters.Find("outputPath");
  if ((table == nullptr) == (path == nullptr)) {
    return Wrong(table == nullptr ? MainPlace(parameters) : path->value_range,
                 "the rows of a stream go to one place", "give -DoutputTableName or -DoutputPath");
  }
  (*job)["schema"] = ColumnsJson(columns);
  if (path != nullptr && NamesKafka(*path)) {
    PAISQL_ASSIGN((*job)["sink"], ReadKafkaSink(parameters, context, spec));
    return Status::Ok();
  }
  PAISQL_TRY(RefuseKafkaSinkParameters(parameters));
  if (path != nullptr) {
    PAISQL_ASSIGN((*job)["sink"], ReadStreamSink(parameters, context));
    return Status::Ok();
  }
  PAISQL_ASSIGN(training::TableBinding bound, OneOutput(*table, std::move(columns), context));
  (*job)["output"] = bound.url;
  (*job)["sink"] = {{"kind", "table"}};
  spec->outputs.push_back(std::move(bound));
  return BindCursor(*table, context, spec, job);
}

Status AddStream(const Parameters& parameters, training::JobSpec* spec, nlohmann::json* job) {
  (*job)["follow"] = parameters.IsTrue("follow");
  PAISQL_ASSIGN((*job)["bad_rows"], ReadWord(parameters, "badRows", {"error", "skip"}));
  PAISQL_ASSIGN((*job)["start"], ReadWord(parameters, "startMode", {"continue", "restart"}));
  (*job)["commit_interval_ms"] = parameters.Number("commitIntervalMs");
  spec->distributed = true;  // TF_CONFIG says how many workers there are
  // Without this process the workers wait.
  spec->roles.insert(spec->roles.begin(), {"stream", 1, 0, 0, 0, true, true, true});
  spec->limits.restart_workers = true;
  spec->limits.restarts =
      static_cast<int>(std::clamp<int64_t>(parameters.Number("maxRestarts"), 0, kMostRestarts));
  return Status::Ok();
}

Status RefuseConfinedStream(const Parameters& parameters, const BuildContext& context,
                            training::JobSpec* spec) {
  PAISQL_TRY(AddConfinement(parameters, context, spec));
  if (!spec->environment.contains("PAISQL_CONFINE")) return Status::Ok();
  return Wrong(MainPlace(parameters),
               "a stream commits rows while it runs, which a confined job cannot do",
               "SET paisql.job.confine=false before it");
}

}  // namespace paisql::pai
