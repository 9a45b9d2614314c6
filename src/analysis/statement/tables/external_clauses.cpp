#include <algorithm>

#include <fmt/format.h>

#include "analysis/external.h"
#include "analysis/statement/parts.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"
#include "syntax/statements/tables.h"

namespace paisql::analysis {
namespace {

using store::ExternalFormat;
using store::ExternalSource;
using syntax::QuoteLiteral;

constexpr std::string_view kFormats =
    "STORED BY 'com.aliyun.odps.CsvStorageHandler' and 'com.aliyun.odps.TsvStorageHandler', STORED "
    "AS TEXTFILE, JSON, PARQUET and ORC are read";

// ---- formats ----

void BecomeCsv(ExternalSource& source) { source.null_text = ""; }
void BecomeTsv(ExternalSource& source) {
  source.null_text = "";
  source.delimiter = "\t";
}
// Hive's text: fields that are not values become NULL, and records may be short or long.
void BecomeText(ExternalSource& source) {
  source.null_text = "\\N";
  source.delimiter = "\x01";
  source.bad_field = store::BadField::kNull;
  source.field_count = store::FieldCount::kFit;
  source.skip_empty_lines = false;
}
void BecomeOpenCsv(ExternalSource& source) {
  BecomeText(source);
  source.null_text.reset();
  source.delimiter = ",";
  source.quote = "\"";
}
void BecomeJson(ExternalSource& source) { source.format = ExternalFormat::kJson; }
void BecomeParquet(ExternalSource& source) { source.format = ExternalFormat::kParquet; }
void BecomeOrc(ExternalSource& source) { source.format = ExternalFormat::kOrc; }

struct Format {
  std::string_view name;
  void (*become)(ExternalSource&);  // null: it is known and not read
};

constexpr Format kHandlers[] = {
    {"com.aliyun.odps.CsvStorageHandler", BecomeCsv},
    {"com.aliyun.odps.TsvStorageHandler", BecomeTsv},
    {"com.aliyun.odps.TableStoreStorageHandler", nullptr},
    {"com.aliyun.odps.hbase.HBaseStorageHandler", nullptr},
    {"com.aliyun.odps.jdbc.JdbcStorageHandler", nullptr},
    {"org.apache.hudi.hadoop.HoodieParquetInputFormat", nullptr},
    {"com.aliyun.odps.udf.example.text.TextStorageHandler", nullptr},
};
constexpr Format kSerdes[] = {
    {"org.apache.hadoop.hive.serde2.lazy.LazySimpleSerDe", BecomeText},
    {"org.apache.hadoop.hive.serde2.OpenCSVSerde", BecomeOpenCsv},
    {"org.apache.hive.hcatalog.data.JsonSerDe", BecomeJson},
    {"org.apache.hadoop.hive.serde2.JsonSerDe", BecomeJson},
    {"org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe", BecomeParquet},
    {"org.apache.hadoop.hive.ql.io.orc.OrcSerde", BecomeOrc},
    {"org.apache.hadoop.hive.serde2.avro.AvroSerDe", nullptr},
    {"org.apache.hadoop.hive.serde2.RegexSerDe", nullptr},
    {"org.apache.hadoop.hive.serde2.columnar.LazyBinaryColumnarSerDe", nullptr},
    {"org.apache.hadoop.hive.serde2.lazybinary.LazyBinarySerDe", nullptr},
};
constexpr Format kStored[] = {
    {"TEXTFILE", BecomeText}, {"CSV", BecomeCsv}, {"JSON", BecomeJson}, {"PARQUET", BecomeParquet},
    {"ORC", BecomeOrc},       {"AVRO", nullptr},  {"RCFILE", nullptr},  {"SEQUENCEFILE", nullptr},
    {"ALIORC", nullptr},      {"CFILE", nullptr},
};

template <size_t count>
Status Become(const Format (&formats)[count], std::string_view what, const std::string& name,
              const SourceRange& range, ExternalSource& source) {
  std::vector<std::string> names;
  for (const Format& format : formats) {
    if (EqualsIgnoreCase(format.name, name)) {
      if (format.become != nullptr) {
        format.become(source);
        return Status::Ok();
      }
      return Error{ErrorCode::kUnsupported, fmt::format("{} {} is not read here", what, name),
                   range, std::string(kFormats)};
    }
    if (format.become != nullptr) names.emplace_back(format.name);
  }
  const std::string near = DidYouMean(name, names);
  return SemanticError(range, fmt::format("unknown {} {}", what, name),
                       near.empty() ? std::string(kFormats) : near);
}

// ---- properties ----

bool ToFlag(const std::string& text, bool& flag) {
  flag = EqualsIgnoreCase(text, "true");
  return flag || EqualsIgnoreCase(text, "false");
}

bool SetDelimiter(const std::string& text, ExternalSource& source) {
  source.delimiter = text;
  return !text.empty();
}
bool SetRecordDelimiter(const std::string& text, ExternalSource& source) {
  // A newline takes a carriage return before it, too.
  source.record_delimiter = text == "\n" ? "" : text;
  return !text.empty();
}
bool SetNullText(const std::string& text, ExternalSource& source) {
  source.null_text = text;
  return true;
}
bool SetQuote(const std::string& text, ExternalSource& source) {
  bool quotes = false;
  if (!ToFlag(text, quotes)) return false;
  source.quote = quotes ? "\"" : "";
  return true;
}
bool SetQuoteLetter(const std::string& text, ExternalSource& source) {
  source.quote = text;
  return text.size() == 1;
}
bool SetHeader(const std::string& text, ExternalSource& source) {
  const std::optional<int64_t> lines = ParseNumber<int64_t>(text);
  source.header_lines = lines.value_or(0);
  return lines.has_value() && *lines >= 0;
}
bool SetEncoding(const std::string& text, ExternalSource& source) {
  source.encoding = text;
  return !text.empty();
}
bool SetEmptyLines(const std::string& text, ExternalSource& source) {
  return ToFlag(text, source.skip_empty_lines);
}
bool SetWritesGzip(const std::string& text, ExternalSource& source) {
  return ToFlag(text, source.writes_gzip);
}
bool SetWritesHeader(const std::string& text, ExternalSource& source) {
  return ToFlag(text, source.writes_header);
}
// What is compressed tells its first bytes.
bool SetReadsGzip(const std::string& text, ExternalSource&) {
  bool ignored = false;
  return ToFlag(text, ignored);
}
bool SetMismatch(const std::string& text, ExternalSource& source) {
  using store::FieldCount;
  if (EqualsIgnoreCase(text, "error")) source.field_count = FieldCount::kFail;
  if (EqualsIgnoreCase(text, "truncate")) source.field_count = FieldCount::kFit;
  if (EqualsIgnoreCase(text, "ignore")) source.field_count = FieldCount::kSkipRecord;
  return EqualsIgnoreCase(text, "error") || EqualsIgnoreCase(text, "truncate") ||
         EqualsIgnoreCase(text, "ignore");
}
bool SetBadRows(const std::string& text, ExternalSource& source) {
  source.bad_field = store::BadField::kSkipRecord;
  source.field_count = store::FieldCount::kSkipRecord;
  return EqualsIgnoreCase(text, "rigid") || EqualsIgnoreCase(text, "flexible");
}

struct Option {
  std::string_view name;
  bool (*set)(const std::string&, ExternalSource&);  // false: not one of `values`
  std::string_view values;
};

constexpr std::string_view kFlag = "true or false";
constexpr std::string_view kSomeText = "a text that is not empty";

constexpr Option kOptions[] = {
    {"odps.text.option.delimiter", SetDelimiter, kSomeText},
    {"odps.text.option.null.indicator", SetNullText, ""},
    {"odps.text.option.use.quote", SetQuote, kFlag},
    {"odps.text.option.header.lines.count", SetHeader, "a whole number"},
    {"odps.text.option.encoding", SetEncoding, kSomeText},
    {"odps.text.option.ignore.empty.lines", SetEmptyLines, kFlag},
    {"odps.text.option.gzip.input.enabled", SetReadsGzip, kFlag},
    {"odps.text.option.gzip.output.enabled", SetWritesGzip, kFlag},
    {"odps.text.option.bad.row.skipping", SetBadRows, "rigid or flexible"},
    {"odps.sql.text.option.flush.header", SetWritesHeader, kFlag},
    {"odps.sql.text.schema.mismatch.mode", SetMismatch, "error, truncate or ignore"},
    {"field.delim", SetDelimiter, kSomeText},
    {"serialization.format", SetDelimiter, kSomeText},
    {"separatorChar", SetDelimiter, kSomeText},
    {"quoteChar", SetQuoteLetter, "one character"},
    {"line.delim", SetRecordDelimiter, kSomeText},
    {"serialization.null.format", SetNullText, ""},
    {"serialization.encoding", SetEncoding, kSomeText},
    {"skip.header.line.count", SetHeader, "a whole number"},
};

// Those that would change what is read, were they known.
constexpr std::string_view kRefused[] = {"escape.delim", "escapeChar"};

Status ReadProperties(const std::map<std::string, syntax::TableProperty>& properties,
                      AnalysisContext& context, ExternalSource& source) {
  for (const auto& [key, property] : properties) {
    for (const std::string_view refused : kRefused) {
      if (!EqualsIgnoreCase(refused, key)) continue;
      return Error{ErrorCode::kUnsupported, fmt::format("the property '{}' is not supported", key),
                   property.range, "write quotes around fields: 'quoteChar'='\"'"};
    }
    const auto* option =
        std::find_if(std::begin(kOptions), std::end(kOptions),
                     [&name = key](const Option& row) { return EqualsIgnoreCase(row.name, name); });
    if (option == std::end(kOptions)) {
      context.warnings.push_back(
          {property.range, fmt::format("the property '{}' has no effect", key)});
    } else if (!option->set(property.value, source)) {
      return SemanticError(property.range,
                           fmt::format("'{}' is not a value of '{}'", property.value, key),
                           fmt::format("write {}", option->values));
    }
  }
  return Status::Ok();
}

// ROW FORMAT DELIMITED
Status ReadRows(const syntax::RowFormat& rows, ExternalSource& source) {
  if (rows.escape.has_value()) {
    return Error{ErrorCode::kUnsupported, "ESCAPED BY is not supported", rows.escape->range,
                 "write quotes around fields: ROW FORMAT SERDE "
                 "'org.apache.hadoop.hive.serde2.OpenCSVSerde'"};
  }
  const auto set = [&](const std::optional<syntax::ClauseText>& text, const char* clause,
                       bool (*option)(const std::string&, ExternalSource&)) -> Status {
    if (!text.has_value() || option(text->text, source)) return Status::Ok();
    return SemanticError(text->range, fmt::format("{} needs a text that is not empty", clause));
  };
  PAISQL_TRY(set(rows.fields, "FIELDS TERMINATED BY", SetDelimiter));
  PAISQL_TRY(set(rows.lines, "LINES TERMINATED BY", SetRecordDelimiter));
  return set(rows.null_text, "NULL DEFINED AS", SetNullText);
}

// The clauses again, for SHOW CREATE TABLE.
std::string ClausesText(const syntax::StorageClauses& storage,
                        const std::map<std::string, syntax::TableProperty>& of_table) {
  std::vector<std::string> parts;
  if (storage.handler) parts.push_back("STORED BY " + QuoteLiteral(storage.handler->text));
  if (storage.serde) parts.push_back("ROW FORMAT SERDE " + QuoteLiteral(storage.serde->text));
  if (storage.rows) {
    std::string text = "ROW FORMAT DELIMITED";
    const auto add = [&](const char* clause, const std::optional<syntax::ClauseText>& value) {
      if (value) text += std::string(" ") + clause + " " + QuoteLiteral(value->text);
    };
    add("FIELDS TERMINATED BY", storage.rows->fields);
    add("LINES TERMINATED BY", storage.rows->lines);
    add("NULL DEFINED AS", storage.rows->null_text);
    parts.push_back(std::move(text));
  }
  // What TBLPROPERTIES say of files means the same here.
  std::vector<std::string> pairs;
  for (const auto* properties : {&storage.properties, &of_table}) {
    for (const auto& [key, property] : *properties) {
      pairs.push_back(QuoteLiteral(key) + "=" + QuoteLiteral(property.value));
    }
  }
  if (!pairs.empty()) {
    parts.push_back("WITH SERDEPROPERTIES (" + Join(pairs, ", ") + ")");
  }
  if (storage.format) parts.push_back("STORED AS " + ToUpper(storage.format->text));
  return Join(parts, "\n");
}

bool IsText(ExternalFormat format) { return format == ExternalFormat::kDelimited; }

}  // namespace

Result<ExternalSource> ReadStorage(const syntax::StorageClauses& storage,
                                   const std::map<std::string, syntax::TableProperty>& properties,
                                   const SourceRange& range, AnalysisContext& context) {
  ExternalSource source;
  if (storage.jars) {
    return Error{ErrorCode::kUnsupported, "storage handlers of one's own are not supported",
                 storage.jars->range, std::string(kFormats)};
  }
  if (!storage.handler && !storage.serde && !storage.format && !storage.rows) {
    return SemanticError(range, "the format of the files is missing", std::string(kFormats));
  }
  if (storage.handler) {
    PAISQL_TRY(Become(kHandlers, "storage handler", storage.handler->text, storage.handler->range,
                      source));
  } else if (storage.format) {
    PAISQL_TRY(Become(kStored, "file format", storage.format->text, storage.format->range, source));
  }
  // A file of text says nothing of its fields: the SerDe does.
  if (storage.serde && (!storage.format || IsText(source.format))) {
    PAISQL_TRY(Become(kSerdes, "SerDe", storage.serde->text, storage.serde->range, source));
  }
  if (storage.rows && !storage.format && !storage.handler) BecomeText(source);
  if (storage.rows) PAISQL_TRY(ReadRows(*storage.rows, source));
  PAISQL_TRY(ReadProperties(storage.properties, context, source));
  PAISQL_TRY(ReadProperties(properties, context, source));
  if (!storage.location || Trim(storage.location->text).empty()) {
    return SemanticError(storage.location ? storage.location->range : range, "LOCATION is missing",
                         "write LOCATION 'oss://bucket/folder/', or the path of a folder");
  }
  source.location = storage.location->text;
  source.clauses = ClausesText(storage, properties);
  return source;
}

Result<ExternalSource> WithProperties(
    const ExternalSource& source, const std::map<std::string, syntax::TableProperty>& properties,
    const SourceRange& range, AnalysisContext& context) {
  // The clauses are read as they were when the table was made, which had no errors.
  const std::string text = "CREATE EXTERNAL TABLE t (c STRING) " + source.clauses + " LOCATION " +
                           QuoteLiteral(source.location);
  PAISQL_ASSIGN(const syntax::StatementPtr statement, syntax::ParseStatement(text, context.leash));
  auto& made = static_cast<syntax::CreateTableStatement&>(*statement);
  for (const auto& [key, property] : properties) {
    std::erase_if(made.storage.properties,
                  [&name = key](const auto& old) { return EqualsIgnoreCase(old.first, name); });
    made.storage.properties[key] = property;
  }
  PAISQL_ASSIGN(ExternalSource changed, ReadStorage(made.storage, {}, range, context));
  changed.partition_locations = source.partition_locations;
  return changed;
}

Status CheckExternalColumns(const ExternalSource& source, const std::vector<store::Column>& columns,
                            const SourceRange& range) {
  for (const store::Column& column : columns) {
    const bool nested = column.type.IsNested();
    const bool binary = column.type.id() == TypeId::kBinary;
    const bool fits = !nested && (store::IsColumnar(source.format) || !binary);
    if (fits) continue;
    return Error{ErrorCode::kUnsupported,
                 fmt::format("column {} of type {} is not read from files", column.name,
                             column.type.ToString()),
                 range, "make it a STRING, and convert it in the query"};
  }
  return Status::Ok();
}

}  // namespace paisql::analysis
