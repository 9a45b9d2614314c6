// Scans: the files of a table as views. Each version of a table's columns is a view of its own.

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/coding/digests.h"
#include "base/hex.h"
#include "base/text.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"

namespace paisql::engine::spark {
namespace {

// Sail reads each partition by itself.
constexpr size_t kMostPartitionsOfSail = 1000;

const store::Column* FindColumn(const std::vector<store::Column>& columns, int64_t id) {
  for (const store::Column& column : columns) {
    if (column.id == id) return &column;
  }
  return nullptr;
}

const std::vector<store::Column>& ColumnsOf(const store::FileListing& listing, int version) {
  for (const store::SchemaVersion& schema : listing.schema_versions) {
    if (schema.version == version) return schema.columns;
  }
  PAISQL_UNREACHABLE("a listed file's schema version is unknown");
}

std::vector<SparkSource::Group> GroupsOf(const store::FileListing& listing, int version) {
  std::map<int64_t, SparkSource::Group> groups;
  for (const store::DataFile& file : listing.files) {
    if (file.schema_version != version) continue;
    groups[file.partition_id].files.push_back(file.path);
    groups[file.partition_id].sizes.push_back(file.bytes);
  }
  for (const store::Partition& partition : listing.partitions) {
    const auto found = groups.find(partition.id);
    if (found != groups.end()) found->second.values = partition.values;
  }
  std::vector<SparkSource::Group> list;
  for (auto& [id, group] : groups) list.push_back(std::move(group));
  return list;
}

// All columns of the files, whichever are read: Spark takes the share of the columns that it reads
// for that of the files' bytes, and decides by it which side of a join is small.
std::vector<std::pair<std::string, std::string>> WholeSchema(
    const std::vector<store::Column>& written) {
  std::vector<std::pair<std::string, std::string>> columns;
  for (const store::Column& column : written) {
    const std::optional<std::string> type = TypeText(column.type);
    if (type && !column.times_in_64_bits) columns.emplace_back(column.name, *type);
  }
  return columns;
}

// Of one view in the session, which reads the same files for each statement that lists them.
std::string ViewName(const SparkSource& source) {
  Md5 sum;
  const auto add = [&](const std::string& text) {
    sum.Add(std::to_string(text.size()) + ":" + text);
  };
  for (const auto& [name, type] : source.columns) {
    add(name);
    add(type);
  }
  for (const std::string& name : source.partition_columns) add(name);
  for (const SparkSource::Group& group : source.groups) {
    add("group " + std::to_string(group.values.size()));
    for (const std::string& value : group.values) add(value);
    for (const std::string& file : group.files) add(file);
    for (const int64_t size : group.sizes) add(std::to_string(size));
  }
  return "paisql_files_" + ToHex(sum.Take());
}

std::string PartitionName(size_t level) { return fmt::format("partition {}", level); }

}  // namespace

std::string SparkPrinter::PrintScan(const plan::Scan& scan) {
  const store::FileListing* listing = bindings_.FilesOf(scan);
  PAISQL_ASSERT(listing != nullptr, "a scan is printed before its files are listed");
  if (bindings_.RangeOf(scan) != nullptr) return Refuse("a part of a file", scan.range);
  std::set<int> versions;
  for (const store::DataFile& file : listing->files) versions.insert(file.schema_version);
  std::vector<std::string> branches;
  for (const int version : versions) {
    const std::vector<store::Column>& written = ColumnsOf(*listing, version);
    SparkSource source;
    source.groups = GroupsOf(*listing, version);
    source.columns = WholeSchema(written);
    if (printing_.sail && source.groups.size() > kMostPartitionsOfSail) {
      Fail(Error{ErrorCode::kUnsupported,
                 fmt::format("a scan of {} partitions does not run on Sail, which takes {} of a "
                             "table; it runs on Spark",
                             source.groups.size(), kMostPartitionsOfSail),
                 scan.range, "read fewer partitions, or SET paisql.engine=duckdb"});
    }
    std::vector<std::string> items;
    for (size_t i = 0; i < scan.columns.size(); ++i) {
      const DataType& type = scan.output[i].type;
      std::string text;
      switch (scan.columns[i].kind) {
        case plan::Scan::Source::kData: {
          const plan::TableColumn& today = scan.table.columns[scan.columns[i].index];
          const store::Column* then = FindColumn(written, today.id);
          if (then == nullptr) {
            text = "CAST(NULL AS " + TypeOf(type, scan.range) + ")";
            break;
          }
          if (then->times_in_64_bits) return Refuse("a file of an older version", scan.range);
          TypeOf(then->type, scan.range);  // refuses what Spark does not have
          text = QuoteName(then->name);
          if (!(then->type == type)) text = PrintConversion(text, then->type, type, scan.range);
          break;
        }
        case plan::Scan::Source::kPartition:
          text = QuoteName(PartitionName(scan.columns[i].index));
          if (!type.IsText()) text = PrintConversion(text, TypeId::kString, type, scan.range);
          break;
        case plan::Scan::Source::kFile:
        case plan::Scan::Source::kRow:
          return Refuse("a change of rows", scan.range);
      }
      items.push_back(text + " AS " + NameOf(scan.output[i].id));
    }
    for (size_t i = 0; i < scan.table.partition_columns.size(); ++i) {
      source.partition_columns.push_back(PartitionName(i));
    }
    source.view = ViewName(source);
    branches.push_back("SELECT " + (items.empty() ? "1" : Join(items, ", ")) + " FROM " +
                       source.view);
    statement_.sources.push_back(std::move(source));
  }
  if (!branches.empty()) return Join(branches, " UNION ALL ");
  return PrintNoRows(scan.output, scan.range);
}

std::string SparkPrinter::PrintTransform(const plan::Transform& transform) {
  const std::vector<std::string>* answer = bindings_.AnswerOf(transform);
  PAISQL_ASSERT(answer != nullptr || printing_.shown, "a script's rows are read before it has run");
  const bool empty = answer != nullptr && answer->empty();
  SparkSource source;
  std::vector<std::string> items;
  for (size_t i = 0; i < transform.output.size(); ++i) {
    const std::string type = TypeOf(transform.output[i].type, transform.range);
    const std::string name = NameOf(transform.output[i].id);
    source.columns.emplace_back("c" + std::to_string(i), type);
    items.push_back((empty ? "CAST(NULL AS " + type + ")" : "c" + std::to_string(i)) + " AS " +
                    name);
  }
  const std::string list = items.empty() ? "1" : Join(items, ", ");
  if (empty) return "SELECT " + list + " WHERE false";
  if (answer == nullptr) return "SELECT " + list + " FROM script_rows";
  source.groups.push_back({{}, *answer, {}});
  source.view = ViewName(source);
  std::string text = "SELECT " + list + " FROM " + source.view;
  statement_.sources.push_back(std::move(source));
  return text;
}

}  // namespace paisql::engine::spark
