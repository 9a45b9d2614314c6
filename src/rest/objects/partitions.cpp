// Partitions of tables: their list, and what is known of one.

#include "rest/objects/partitions.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/coding/base64.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kQuotes = "'\"";

Error PartitionError(ErrorCode code, std::string detail) {
  return Error{code, std::move(detail), {}, ""};
}

// The key or value without its blanks and quotes.
std::string Unquoted(std::string_view text) {
  text = Trim(text);
  const bool quoted = text.size() >= 2 && kQuotes.find(text.front()) != std::string_view::npos &&
                      text.back() == text.front();
  return std::string(quoted ? text.substr(1, text.size() - 2) : text);
}

// "pt='1',hh=2" and "pt=1/hh=2" as their levels. A quoted value may hold any letter.
std::vector<std::string> LevelsOf(std::string_view spec) {
  std::vector<std::string> levels(1);
  char quote = 0;
  for (const char letter : spec) {
    if (quote != 0) {
      if (letter == quote) quote = 0;
    } else if (kQuotes.find(letter) != std::string_view::npos) {
      quote = letter;
    } else if (letter == ',' || letter == '/') {
      levels.emplace_back();
      continue;
    }
    levels.back() += letter;
  }
  return levels;
}

// As the catalog writes a value of the column: 7 for a BIGINT "07".
std::string CanonicalValue(const store::Column& column, std::string value) {
  if (!column.type.IsInteger()) return value;
  const std::optional<int64_t> number = ParseNumber<int64_t>(value);
  return number ? std::to_string(*number) : value;
}

std::string PartitionFacts(const store::Partition& partition, const store::Catalog::Size& size) {
  const nlohmann::json facts = {{"createTime", partition.created_ms / 1000},
                                {"lastDDLTime", partition.created_ms / 1000},
                                {"lastModifiedTime", partition.last_modified_ms / 1000},
                                {"partitionSize", size.bytes},
                                {"partitionRecordNum", size.rows}};
  return facts.dump();
}

// Clients ask for these apart: one that found a time among them would not ask for the others.
std::string ExtendedFacts(const store::Table& table, const store::Catalog::Size& size) {
  const nlohmann::json facts = {{"IsArchived", false},
                                {"IsExstore", false},
                                {"LifeCycle", table.lifecycle_days.value_or(-1)},
                                {"PhysicalSize", size.bytes},
                                {"FileNum", size.files},
                                {"Reserved", "{}"}};
  return facts.dump();
}

Result<std::string> ListedPartitionXml(const store::Table& table, const store::Partition& partition,
                                       store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id, partition.id));
  std::string body;
  for (size_t i = 0; i < partition.values.size(); ++i) {
    body += "<Column Name=\"" + EscapedXml(ToLower(table.partition_columns[i].name)) +
            "\" Value=\"" + EscapedXml(partition.values[i]) + "\"/>";
  }
  const auto seconds = [](int64_t ms) { return std::to_string(ms / 1000); };
  return Nested("Partition", body + Element("CreationTime", seconds(partition.created_ms)) +
                                 Element("LastDDLTime", seconds(partition.created_ms)) +
                                 Element("LastModifiedTime", seconds(partition.last_modified_ms)) +
                                 Element("PartitionSize", std::to_string(size.bytes)) +
                                 Element("PartitionRecordCount", std::to_string(size.rows)));
}

Result<store::Table> PartitionedTable(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_ASSIGN(store::Table table, TableOf(catalog, place, call.path[3]));
  PAISQL_TRY(RequireOfTable(call, catalog, table, "Describe"));
  if (table.partitioned()) return table;
  return PartitionError(ErrorCode::kInvalidTable,
                        table.QualifiedName() + " is not a partitioned table");
}

// Where a list goes on: values, so that the list goes on also when that partition has been dropped.
std::string MarkerOf(const store::Partition& partition) {
  return ToBase64(nlohmann::json(partition.values).dump());
}

Result<std::vector<std::string>> ValuesOfMarker(const std::string& marker) {
  const nlohmann::json values =
      nlohmann::json::parse(FromBase64(marker).value_or(""), nullptr, false);
  std::vector<std::string> texts;
  if (!values.is_array()) return PartitionError(ErrorCode::kInvalidCommand, "a wrong marker");
  for (const auto& value : values) {
    if (!value.is_string()) return PartitionError(ErrorCode::kInvalidCommand, "a wrong marker");
    texts.push_back(value.get<std::string>());
  }
  return texts;
}

// The names alone, all of them at once: clients that ask for them know no pages.
std::string PartitionNamesXml(const store::Table& table,
                              const std::vector<store::Partition>& partitions, const Page& page) {
  std::string list;
  for (const store::Partition& one : partitions) {
    list += Nested("Partition", Element("Name", one.Name(table)));
  }
  return Nested("Partitions", PageXml(page, "") + list);
}

Result<std::string> PartitionListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Table table, PartitionedTable(call, catalog));
  PAISQL_ASSIGN(const PartitionMatch match, MatchOf(table, call.Get("partition")));
  PAISQL_ASSIGN(std::vector<store::Partition> found, catalog.ListPartitions(table.id, match));
  const bool reverse = call.Has("reverse");
  if (reverse) std::ranges::reverse(found);
  const Page page = PageOf(call);
  if (call.Has("name")) return PartitionNamesXml(table, found, page);
  if (!page.after.empty()) {
    PAISQL_ASSIGN(const std::vector<std::string> after, ValuesOfMarker(page.after));
    std::erase_if(found, [&](const store::Partition& one) {
      return reverse ? one.values >= after : one.values <= after;
    });
  }
  const bool more = found.size() > page.most;
  if (more) found.resize(page.most);
  std::string list;
  for (const store::Partition& one : found) {
    PAISQL_ASSIGN(const std::string xml, ListedPartitionXml(table, one, catalog));
    list += xml;
  }
  return Nested("Partitions", PageXml(page, more ? MarkerOf(found.back()) : "") + list);
}

Result<std::string> OnePartitionXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Table table, PartitionedTable(call, catalog));
  const std::string spec = call.Get("partition");
  PAISQL_ASSIGN(const PartitionMatch match, MatchOf(table, spec));
  if (std::ranges::any_of(match, [](const auto& value) { return !value.has_value(); })) {
    return PartitionError(
        ErrorCode::kPartition,
        "the partition " + spec + " names not all levels of " + table.QualifiedName());
  }
  PAISQL_ASSIGN(const std::vector<store::Partition> found, catalog.ListPartitions(table.id, match));
  if (found.empty()) {
    return PartitionError(ErrorCode::kPartitionNotFound,
                          "partition " + spec + " of " + table.QualifiedName() + " is not there");
  }
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id, found.front().id));
  const std::string facts =
      call.Has("extended") ? ExtendedFacts(table, size) : PartitionFacts(found.front(), size);
  return Nested("Partition", Nested("Schema", CData(facts)));
}

Answer ListPartitions(const Call& call, Service& service) {
  return AnswerRead(call, service, PartitionListXml);
}

Answer GetPartition(const Call& call, Service& service) {
  return AnswerRead(call, service, OnePartitionXml);
}

constexpr std::array kPartitionRoutes = {
    Route{"GET", "/projects/{}/tables/{}", "partitions", ListPartitions},
    Route{"GET", "/projects/{}/tables/{}", "partition", GetPartition},
};

}  // namespace

Result<PartitionMatch> MatchOf(const store::Table& table, std::string_view spec) {
  PartitionMatch match(table.partition_columns.size());
  if (Trim(spec).empty()) return match;
  for (const std::string& level : LevelsOf(spec)) {
    const size_t equals = level.find('=');
    const std::string name = Unquoted(level.substr(0, equals));
    const auto column = std::ranges::find_if(
        table.partition_columns,
        [&](const store::Column& one) { return EqualsIgnoreCase(one.name, name); });
    if (equals == std::string::npos || column == table.partition_columns.end()) {
      return PartitionError(ErrorCode::kPartition,
                            table.QualifiedName() + " has no partition " + std::string(spec));
    }
    match[static_cast<size_t>(column - table.partition_columns.begin())] =
        CanonicalValue(*column, Unquoted(level.substr(equals + 1)));
  }
  return match;
}

std::span<const Route> PartitionRoutes() { return kPartitionRoutes; }

}  // namespace paisql::rest
