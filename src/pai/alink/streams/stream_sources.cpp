// moreSources: what a stream reads beside its first source. Each source has its own query; the rows
// that come out have the same columns.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "pai/alink/streams/stream_places.h"
#include "pai/alink/streams/stream_values.h"
#include "pai/job/component_tables.h"
#include "pai/value/json_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr Parameter OfSource(std::string_view name, ParameterType type, std::string_view words = "",
                             std::string_view otherwise = "") {
  return Parameter{name, type, false, otherwise, "", "", words};
}

// once: the rows are the same in every statement, though their table may be another one.
constexpr std::array kOfSource = {
    OfSource("inputTableName", kTable),
    OfSource("inputPath", kText),
    OfSource("inputQuery", kText),
    OfSource("inputFormat", kText, "csv jsonl parquet"),
    OfSource("inputSchemaStr", kText),
    OfSource("follow", kBoolean),
    OfSource("badRows", kText, "error skip", "error"),
    OfSource("once", kBoolean),
};

constexpr const char* kForm =
    R"(write [{"inputPath": "<folder>", "inputSchemaStr": "id long", "follow": true}, ...])";

SourceRange RangeOf(const JsonPlace& place, const syntax::PaiParameter& given,
                    const BuildContext& context) {
  return PlaceInValue(given, context.statement_text, place.begin, place.end);
}

// The object of one source as a statement's parameters.
Result<Parameters> ParametersOf(const JsonValue& source, const syntax::PaiParameter& given,
                                const BuildContext& context) {
  syntax::PaiStatement statement;
  statement.range = RangeOf(source.place, given, context);
  if (source.kind != JsonKind::kObject) {
    return Wrong(
        statement.range,
        "moreSources: " + std::string(JsonKindText(source.kind)) + " is not a source of a stream",
        kForm);
  }
  for (size_t i = 0; i < source.keys.size(); ++i) {
    const std::string& key = source.keys[i];
    const JsonValue& value = source.items[i];
    const SourceRange key_range = RangeOf(value.key_place, given, context);
    const SourceRange value_range = RangeOf(value.place, given, context);
    if (FindParameter(kOfSource, key) == nullptr) {
      return Wrong(key_range, "moreSources: a source has no '" + key + "'",
                   "it has " + Join(ParameterNames(kOfSource), ", "));
    }
    if (value.kind != JsonKind::kString && value.kind != JsonKind::kBoolean) {
      return Wrong(
          value_range,
          "moreSources: " + std::string(JsonKindText(value.kind)) + " is not a value for " + key,
          "write a text, or true or false");
    }
    statement.parameters.push_back({key, value.text, key_range, value_range});
  }
  BuildContext plain = context;
  plain.settings = nullptr;  // settings for parameters are of the statement itself
  return Parameters::Check(statement, "moreSources", kOfSource, plain);
}

// Where the parameters name a source.
SourceRange PlaceOfSource(const Parameters& parameters) {
  for (const char* const name : {"inputTableName", "inputPath", "bootstrapServers"}) {
    if (const syntax::PaiParameter* given = parameters.Find(name)) return given->value_range;
  }
  return {};
}

// A source that can be read again where an earlier statement has ended, in turn with others.
Status CheckTurns(const nlohmann::json& job, const SourceRange& range) {
  const std::string kind = job["source"]["kind"];
  const bool computed = job["source"].value("is_query", false);
  if (!computed && (kind == "table" || kind == "folder" || kind == "file")) return Status::Ok();
  return Wrong(range,
               "a stream of several sources reads tables, folders and files, and this is " +
                   std::string(computed          ? "a query over rows that end"
                               : kind == "kafka" ? "Kafka"
                               : kind == "pipe"  ? "a named pipe"
                                                 : "a socket"),
               "let another stream write it into a folder or a table, which this one follows");
}

Status CheckColumns(const std::vector<store::Column>& first, const StreamRows& rows) {
  const std::vector<store::Column>& columns = rows.table.columns;
  const auto same = [](const store::Column& one, const store::Column& other) {
    return one.name == other.name && one.type == other.type;
  };
  if (std::equal(first.begin(), first.end(), columns.begin(), columns.end(), same)) {
    return Status::Ok();
  }
  const auto listed = [](const std::vector<store::Column>& list) {
    std::vector<std::string> words;
    for (const store::Column& one : list) words.push_back(one.name + " " + one.type.ToString());
    return Join(words, ", ");
  };
  return Wrong(
      rows.range,
      "moreSources: this one has " + listed(columns) + ", and the first source " + listed(first),
      "an inputQuery gives its columns the same names and types in the same order");
}

}  // namespace

Result<StreamRows> BindStreamSource(const Parameters& parameters, const BuildContext& context,
                                    jobs::JobSpec* spec, nlohmann::json* job) {
  PAISQL_ASSIGN(StreamRows rows, BindOneSource(parameters, context, spec, job));
  const syntax::PaiParameter* const given = parameters.Find("moreSources");
  if (given == nullptr) return rows;
  PAISQL_TRY(CheckTurns(*job, PlaceOfSource(parameters)));
  Result<JsonValue> list = ParseJson(given->value);
  if (!list.ok()) {
    Error error = std::move(list).error();
    error.range = PlaceInValue(*given, context.statement_text, error.range.begin, error.range.end);
    error.detail = "moreSources: " + error.detail;
    return error;
  }
  if (list->kind != JsonKind::kArray) {
    return Wrong(
        given->value_range,
        "moreSources: " + std::string(JsonKindText(list->kind)) + " is not a list of sources",
        kForm);
  }
  nlohmann::json more = nlohmann::json::array();
  for (const JsonValue& source : list->items) {
    PAISQL_ASSIGN(const Parameters own, ParametersOf(source, *given, context));
    nlohmann::json entry = nlohmann::json::object();
    PAISQL_ASSIGN(const StreamRows found, BindOneSource(own, context, spec, &entry));
    PAISQL_TRY(CheckTurns(entry, PlaceOfSource(own)));
    PAISQL_TRY(CheckColumns(rows.table.columns, found));
    entry["follow"] = own.IsTrue("follow");
    entry["once"] = own.IsTrue("once");
    if (own.IsTrue("follow") && !parameters.IsTrue("follow")) {
      return Wrong(own.Find("follow")->value_range,
                   "moreSources: this source goes on, and the first one ends",
                   "let one that goes on be the first");
    }
    entry["bad_rows"] = own.Word("badRows");
    more.push_back(std::move(entry));
  }
  (*job)["more"] = std::move(more);
  return rows;
}

}  // namespace paisql::pai
