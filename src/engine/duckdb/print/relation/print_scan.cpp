#include <algorithm>
#include <compare>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/text.h"
#include "engine/duckdb/print/expression/cast.h"
#include "engine/duckdb/print/printer.h"
#include "engine/duckdb/print/sql_text.h"
#include "engine/duckdb/values/old_times.h"

namespace paisql::engine {
namespace {

using store::Column;

const Column* FindColumn(const std::vector<Column>& columns, int64_t id) {
  for (const Column& column : columns) {
    if (column.id == id) return &column;
  }
  return nullptr;
}

const std::vector<Column>& ColumnsOfVersion(const store::FileListing& listing, int version) {
  for (const store::SchemaVersion& schema : listing.schema_versions) {
    if (schema.version == version) return schema.columns;
  }
  PAISQL_UNREACHABLE("a listed file's schema version is unknown");
}

// Files that one reader may read together.
struct FileKind {
  int version;
  bool old_times_of_script;
  auto operator<=>(const FileKind&) const = default;
};

std::map<FileKind, std::vector<const store::DataFile*>> FilesByKind(
    const store::FileListing& listing) {
  std::map<int, bool> old_times;
  std::map<FileKind, std::vector<const store::DataFile*>> kinds;
  for (const store::DataFile& file : listing.files) {
    const auto [old, first] = old_times.emplace(file.schema_version, false);
    if (first) old->second = HaveOldTimes(ColumnsOfVersion(listing, file.schema_version));
    kinds[{file.schema_version, old->second && WrittenByScript(file.path)}].push_back(&file);
  }
  return kinds;
}

// Where a file lies: ".../ds=20260101/hour=08/x.parquet". DuckDB names partition columns exactly as
// the folders are named, and takes every folder of the path for one: a home below "/data/ds=1"
// hides the table's own "ds".
struct FilePlace {
  std::vector<std::string> keys;  // one a level
  // DuckDB's own column would be wrong: a folder further up has one of the keys, or a value is the
  // word NULL, in any letter case, which DuckDB reads as no value.
  bool hidden = false;
};

FilePlace PlaceOf(const std::string& path, size_t levels) {
  const std::vector<std::string> folders = Split(path, '/');
  PAISQL_ASSERT(folders.size() > levels, "a partition's file lies outside of its folders");
  const size_t first = folders.size() - 1 - levels;
  FilePlace place;
  for (size_t i = 0; i < levels; ++i) {
    const std::string& folder = folders[first + i];
    place.keys.push_back(folder.substr(0, folder.find('=')));
    for (size_t k = 0; k < first; ++k) {
      const size_t equals = folders[k].find('=');
      if (equals == std::string::npos) continue;
      place.hidden =
          place.hidden || EqualsIgnoreCase(folders[k].substr(0, equals), place.keys.back());
    }
  }
  return place;
}

bool HasFolderNamedNull(const std::vector<const store::DataFile*>& files) {
  return std::any_of(files.begin(), files.end(), [](const store::DataFile* file) {
    for (size_t at = file->path.find('='); at != std::string::npos;
         at = file->path.find('=', at + 1)) {
      if (EqualsIgnoreCase(std::string_view(file->path).substr(at + 1, 5), "NULL/")) return true;
    }
    return false;
  });
}

constexpr std::string_view kFileColumn = "\"paisql file\"";

// The value of a level: the column that DuckDB makes of the folder, or the folder's name cut out of
// the path.
std::string PartitionText(const FilePlace& place, size_t level) {
  if (!place.hidden) return QuoteName(place.keys[level]);
  const size_t from_end = place.keys.size() - level + 1;
  return "url_decode(split_part(split_part(" + std::string(kFileColumn) + ", '/', -" +
         std::to_string(from_end) + "), '=', 2))";
}

// Values of partitions are the folders' names, as text: guessing their types would lose '007'.
std::string HiveOptions(const FilePlace& place) {
  if (place.keys.empty()) return ", hive_partitioning=false";
  if (place.hidden) return ", hive_partitioning=false, filename='paisql file'";
  return ", hive_partitioning=true, hive_types_autocast=false";
}

std::string FileList(const std::vector<const store::DataFile*>& files) {
  std::vector<std::string> paths;
  for (const store::DataFile* file : files) paths.push_back(QuotePath(file->path));
  return "[" + Join(paths, ", ") + "]";
}

// The catalog's number of rows; DuckDB would take each file for as large as the first.
std::string RowCount(const std::vector<const store::DataFile*>& files, PrintContext& context) {
  int64_t rows = 0;
  for (const store::DataFile* file : files) rows += file->rows;
  if (context.plan_once && !context.parameter) {
    context.parameter = rows;
    return ", explicit_cardinality=$1";
  }
  return ", explicit_cardinality=" + std::to_string(rows);
}

// No row of the columns.
std::string EmptyRelation(const std::vector<plan::OutputColumn>& columns) {
  std::vector<std::string> items;
  for (const auto& column : columns) {
    items.push_back(CastText("NULL", column.type) + " AS " + ColumnName(column.id));
  }
  if (items.empty()) items.push_back("NULL");
  return "SELECT " + Join(items, ", ") + " WHERE false";
}

// The reader's names of a row's file and place, where it reads several files.
constexpr std::string_view kFileIndex = "file_index";
constexpr std::string_view kFileRow = "file_row_number";

// The reader counts its own files; the plan means the position among all files of the scan.
std::string FileNumber(const plan::Scan& scan, const store::FileListing& listing,
                       const std::vector<const store::DataFile*>& files, const Bindings& bindings) {
  std::vector<std::string> numbers;
  for (const store::DataFile* file : files) {
    const auto position = static_cast<size_t>(file - listing.files.data());
    numbers.push_back(std::to_string(bindings.NumberOf(scan, position)));
  }
  return fmt::format("list_extract([{}]::BIGINT[], CAST({} + 1 AS BIGINT))", Join(numbers, ", "),
                     kFileIndex);
}

// The values of a level in the order of the reader's files. Where rows tell their file, the reader
// must not know the partitions: it would leave files out by a condition and count the others only.
std::string PartitionOfFile(const store::FileListing& listing,
                            const std::vector<const store::DataFile*>& files, size_t level) {
  std::unordered_map<int64_t, const std::string*> values;
  for (const store::Partition& partition : listing.partitions) {
    values[partition.id] = &partition.values[level];
  }
  std::vector<std::string> texts;
  for (const store::DataFile* file : files) {
    texts.push_back(QuoteText(*values.at(file->partition_id)));
  }
  return fmt::format("list_extract([{}]::VARCHAR[], CAST({} + 1 AS BIGINT))", Join(texts, ", "),
                     kFileIndex);
}

// Files of one kind, and how they are read.
struct Reading {
  const store::FileListing& listing;
  const std::vector<const store::DataFile*>& files;
  const std::vector<Column>& written;
  FilePlace place;
  bool tells_files;  // its rows say which file they are of
};

std::string DataItem(const plan::TableColumn& today, const DataType& type,
                     const std::vector<Column>& written, PrintContext& context) {
  const Column* then = FindColumn(written, today.id);
  if (then == nullptr) return CastText("NULL", type);
  std::string name = QuoteName(then->name);
  if (then->times_in_64_bits) name = PrintFromOldForm(name, then->type, context);
  if (!(then->type == today.type))
    return PrintCast(name, then->type, type, EvaluationMode::kStrict, context);
  // Parquet has no JSON of its own everywhere; the cast costs nothing where the reader gives it
  // already.
  return type.id() == TypeId::kJson ? CastText(name, type) : name;
}

// One output column as files of one version hold it.
std::string ScanItem(const plan::Scan& scan, size_t index, const Reading& reading,
                     PrintContext& context) {
  const plan::Scan::Source& source = scan.columns[index];
  const DataType& type = scan.output[index].type;
  switch (source.kind) {
    case plan::Scan::Source::kData:
      return DataItem(scan.table.columns[source.index], type, reading.written, context);
    case plan::Scan::Source::kPartition: {
      std::string text = reading.tells_files
                             ? PartitionOfFile(reading.listing, reading.files, source.index)
                             : PartitionText(reading.place, source.index);
      if (type.IsText()) return text;
      return PrintCast(text, TypeId::kString, type, EvaluationMode::kStrict, context);
    }
    case plan::Scan::Source::kFile:
      return FileNumber(scan, reading.listing, reading.files, context.bindings);
    case plan::Scan::Source::kRow:
      return std::string(kFileRow);
  }
  PAISQL_UNREACHABLE("a column of a scan without a source");
}

// " WHERE …", or nothing where the scan gives all rows of its files.
std::string WhereInRange(const plan::Scan& scan, const Reading& reading, PrintContext& context) {
  const Bindings::Range* range = context.bindings.RangeOf(scan);
  if (range == nullptr) return "";
  const plan::TableColumn& column = scan.table.columns[range->column];
  return fmt::format(" WHERE {} BETWEEN {} AND {}",
                     DataItem(column, column.type, reading.written, context), range->first,
                     range->last);
}

}  // namespace

// Filters and projections reach each reader through the subquery and UNION ALL.
Select Printer::PrintScan(const plan::Scan& scan) {
  const store::FileListing* listing = context_.bindings.FilesOf(scan);
  PAISQL_ASSERT(listing != nullptr, "a scan is printed before its files are listed");
  std::vector<std::string> branches;
  const bool tells_files = std::any_of(
      scan.columns.begin(), scan.columns.end(),
      [](const plan::Scan::Source& source) { return source.kind == plan::Scan::Source::kFile; });
  for (const auto& [kind, files] : FilesByKind(*listing)) {
    Reading reading{*listing, files, ColumnsOfVersion(*listing, kind.version),
                    PlaceOf(files.front()->path, scan.table.partition_columns.size()), tells_files};
    FilePlace& place = reading.place;
    place.hidden = place.hidden || (!place.keys.empty() && HasFolderNamedNull(files));
    std::vector<std::string> items;
    for (size_t i = 0; i < scan.columns.size(); ++i) {
      items.push_back(ScanItem(scan, i, reading, context_) + " AS " +
                      ColumnName(scan.output[i].id));
    }
    if (items.empty()) items.push_back("NULL");
    branches.push_back("SELECT " + Join(items, ", ") + " FROM read_parquet(" + FileList(files) +
                       (tells_files ? ", hive_partitioning=false" : HiveOptions(place)) +
                       RowCount(files, context_) + ")" + WhereInRange(scan, reading, context_));
  }
  if (branches.empty()) branches.push_back(EmptyRelation(scan.output));
  Select select;
  select.from = "(" + Join(branches, " UNION ALL ") + ") AS " + context_.NewAlias("t");
  select.SetColumns(scan.output);
  return select;
}

// Reads the script's rows, which lie in files by now.
Select Printer::PrintTransform(const plan::Transform& transform) {
  const std::vector<std::string>* answer = context_.bindings.AnswerOf(transform);
  PAISQL_ASSERT(answer != nullptr, "a script's rows are read before it has run");
  std::string text = EmptyRelation(transform.output);
  if (!answer->empty()) {
    std::vector<std::string> items;
    std::vector<std::string> paths;
    for (size_t i = 0; i < transform.output.size(); ++i) {
      items.push_back("c" + std::to_string(i) + " AS " + ColumnName(transform.output[i].id));
    }
    for (const std::string& path : *answer) paths.push_back(QuotePath(path));
    text = "SELECT " + Join(items, ", ") + " FROM read_parquet([" + Join(paths, ", ") +
           "], hive_partitioning=false)";
  }
  Select select;
  select.from = "(" + text + ") AS " + context_.NewAlias("t");
  select.SetColumns(transform.output);
  return select;
}

}  // namespace paisql::engine
