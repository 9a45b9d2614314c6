#include "rest/storage/storage_read.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/system/clock.h"
#include "base/text.h"
#include "rest/named.h"
#include "rest/objects/partitions.h"
#include "rest/rows/batch_rows.h"
#include "rest/storage/storage_json.h"
#include "rest/storage/storage_schema.h"
#include "rest/tunnel/table_target.h"
#include "store/external.h"
#include "syntax/parser.h"

namespace paisql::rest {

namespace {

constexpr int64_t kSplitBytes = int64_t{256} << 20;
constexpr int64_t kLeastSplitBytes = 1024;
constexpr int64_t kMostSplits = 100000;

struct ModeName {
  std::string_view name;
  SplitMode mode;
};

constexpr ModeName kModes[] = {
    {"Size", SplitMode::kSize},
    {"Parallelism", SplitMode::kParallelism},
    {"RowOffset", SplitMode::kRowOffset},
};

Error WrongRead(std::string detail) { return {ErrorCode::kTunnel, std::move(detail), {}, ""}; }

// The places of the columns in the table's, data first. Without any name, all of them.
Result<std::vector<size_t>> PlacesOf(const store::Table& table, const nlohmann::json& asked) {
  const std::vector<std::string> data = TextsIn(asked, "RequiredDataColumns");
  const std::vector<std::string> partition = TextsIn(asked, "RequiredPartitionColumns");
  std::vector<size_t> places;
  if (data.empty() && partition.empty()) {
    for (size_t i = 0; i < table.columns.size() + table.partition_columns.size(); ++i) {
      places.push_back(i);
    }
    return places;
  }
  const auto take = [&](const std::vector<std::string>& names,
                        const std::vector<store::Column>& columns, size_t first) -> Status {
    for (const std::string& name : names) {
      const auto found = std::ranges::find_if(columns, [&](const store::Column& column) {
        return EqualsIgnoreCase(column.name, name);
      });
      if (found == columns.end())
        return WrongRead(table.QualifiedName() + " has no column " + name);
      places.push_back(first + static_cast<size_t>(found - columns.begin()));
    }
    return Status::Ok();
  };
  PAISQL_TRY(take(data, table.columns, 0));
  PAISQL_TRY(take(partition, table.partition_columns, table.columns.size()));
  return places;
}

Result<SplitMode> ModeOf(const nlohmann::json& options) {
  const std::string name = TextIn(options, "SplitMode", "Size");
  const auto* const found = std::ranges::find(kModes, name, &ModeName::name);
  if (found != std::end(kModes)) return found->mode;
  return WrongRead(
      "SplitMode " + name +
      " is not offered: tables have no buckets here; take Size, Parallelism or RowOffset");
}

// Other units would be other types of columns.
Status CheckUnits(const nlohmann::json& asked) {
  const nlohmann::json options = asked.value("ArrowOptions", nlohmann::json::object());
  const std::string timestamp = TextIn(options, "TimestampUnit", "nano");
  const std::string datetime = TextIn(options, "DatetimeUnit", "milli");
  if (timestamp == "nano" && datetime == "milli") return Status::Ok();
  return WrongRead("ArrowOptions are offered with TimestampUnit nano and DatetimeUnit milli");
}

// "ds=1/hh='2'" as `ds`='1' AND `hh`='2'.
Result<std::string> ConditionOf(const store::Table& table, const std::string& partition) {
  PAISQL_ASSIGN(const PartitionMatch values, MatchOf(table, partition));
  std::string condition;
  for (size_t i = 0; i < values.size(); ++i) {
    if (!values[i].has_value()) continue;
    if (!condition.empty()) condition += " AND ";
    condition += QuotedName(table.partition_columns[i].name) + "=" + QuotedText(*values[i]);
  }
  return condition;
}

}  // namespace

Result<std::shared_ptr<StorageRead>> StorageRead::Begin(const Call& call,
                                                        const nlohmann::json& asked,
                                                        Service& service, int64_t most_rows) {
  auto read = std::make_shared<StorageRead>();
  {
    PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
    PAISQL_ASSIGN(TableTarget target, TargetOf(call, *catalog, false));
    PAISQL_TRY(RequireOfTable(call, *catalog, target.table, "Select"));
    read->table_ = std::move(target.table);
  }
  PAISQL_TRY(CheckUnits(asked));
  PAISQL_ASSIGN(read->places_, PlacesOf(read->table_, asked));
  const nlohmann::json options = asked.value("SplitOptions", nlohmann::json::object());
  PAISQL_ASSIGN(read->mode_, ModeOf(options));
  read->split_number_ = NumberIn(options, "SplitNumber", kSplitBytes);
  if (read->split_number_ <= 0 && read->mode_ != SplitMode::kRowOffset) {
    return WrongRead("SplitNumber is a number from 1");
  }
  if (read->split_number_ < kLeastSplitBytes && read->mode_ == SplitMode::kSize) {
    return WrongRead("a split by Size has " + std::to_string(kLeastSplitBytes) +
                     " bytes at least: SplitNumber is " + std::to_string(read->split_number_));
  }
  if (!TextsIn(asked, "RequiredBucketIds").empty() || IsSetIn(asked, "IncrementalRead")) {
    return WrongRead("buckets and incremental reads are not offered");
  }
  const std::vector<std::string> partitions = TextsIn(asked, "RequiredPartitions");
  const std::string filter = TextIn(asked, "FilterPredicate", "");
  read->id_ = store::NewInstanceId();
  const bool has_files =
      read->table_.kind == store::TableKind::kTable && !store::IsExternal(read->table_);
  if (has_files && partitions.empty() && filter.empty()) {
    session::SessionOptions who = service.options;
    who.user = call.user;
    PAISQL_ASSIGN(read->files_,
                  session::PinnedTable::Open(service.context, std::move(who), read->table_, {}));
    return read;
  }
  PAISQL_TRY(read->ReadByQuery(partitions, filter, most_rows, service, call));
  return read;
}

Status StorageRead::ReadByQuery(const std::vector<std::string>& partitions,
                                const std::string& filter, int64_t most_rows, Service& service,
                                const Call& call) {
  std::string names;
  for (const engine::ResultColumn& column : Columns()) {
    names += (names.empty() ? "" : ", ") + QuotedName(column.name);
  }
  std::string some;
  for (const std::string& partition : partitions) {
    PAISQL_ASSIGN(const std::string condition, ConditionOf(table_, partition));
    some += (some.empty() ? "(" : ") OR (") + condition;
  }
  std::string where = some.empty() ? "" : "(" + some + "))";
  if (!filter.empty()) {
    // Text beyond one condition could be another statement, with other columns.
    PAISQL_ASSIGN(const syntax::ExpressionPtr condition, syntax::ParseExpression(filter));
    where += (where.empty() ? "(" : " AND (") + filter + "\n)";  // a comment ends with its line
  }
  instances::Submission submission;
  submission.project = table_.project;
  submission.user = call.user;
  submission.task = "StorageRead";
  submission.settings["odps.sql.timezone"] = "UTC";
  submission.settings["odps.sql.allow.fullscan"] = "true";
  submission.query = "SELECT " + names + " FROM " + QuotedName(table_.name) +
                     (where.empty() ? "" : " WHERE " + where) +
                     (most_rows > 0 ? " LIMIT " + std::to_string(most_rows) : "") + ";";
  PAISQL_ASSIGN(query_, service.instances.Submit(std::move(submission)));
  return Status::Ok();
}

Result<bool> StorageRead::IsReady() const {
  if (files_ != nullptr) return true;
  const instances::Instance::Status status = query_->status();
  if (status.error.has_value()) return *status.error;
  if (!status.ended()) return false;
  const auto result = query_->result();
  if (result == nullptr) return WrongRead("the session's query was stopped");
  // A view is not told when the tables that it reads change.
  if (!std::ranges::equal(result->columns, Columns(), {}, &engine::ResultColumn::type,
                          &engine::ResultColumn::type)) {
    return WrongRead(table_.QualifiedName() + " gives other columns than it has");
  }
  return true;
}

RowsToDownload StorageRead::AllRows() const {
  if (files_ == nullptr) return *RowsOfResult(query_->result(), 0);  // UTC is a zone
  RowsToDownload rows;
  rows.columns = files_->columns();
  rows.rows = files_->rows();
  rows.gives_chosen = true;
  rows.open = [files = files_](int64_t begin, int64_t count,
                               const std::vector<size_t>& places) -> Result<RowBody::NextRows> {
    PAISQL_ASSIGN(std::unique_ptr<engine::ResultStream> stream, files->Read(begin, count, places));
    return RowBody::NextRows(
        [shared = std::shared_ptr(std::move(stream))] { return shared->Next(); });
  };
  return rows;
}

int64_t StorageRead::SplitCount(int64_t rows) const {
  if (rows == 0 || mode_ == SplitMode::kRowOffset) return 0;
  int64_t count = split_number_;
  if (mode_ == SplitMode::kSize) {
    const int64_t bytes = files_ != nullptr ? files_->bytes() : query_->result()->bytes;
    count = bytes / split_number_ + (bytes % split_number_ == 0 ? 0 : 1);
  }
  return std::clamp(count, int64_t{1}, std::min(rows, kMostSplits));
}

std::vector<engine::ResultColumn> StorageRead::Columns() const {
  std::vector<engine::ResultColumn> all = ColumnsOf(table_.columns);
  for (const engine::ResultColumn& column : ColumnsOf(table_.partition_columns)) {
    all.push_back(column);
  }
  std::vector<engine::ResultColumn> asked;
  for (const size_t place : places_) asked.push_back(all[place]);
  return asked;
}

nlohmann::json StorageRead::Describe() const {
  const RowsToDownload all = AllRows();
  const std::vector<engine::ResultColumn> columns = Columns();
  const auto data = static_cast<size_t>(std::ranges::count_if(
      places_, [this](size_t place) { return place < table_.columns.size(); }));
  const std::span<const engine::ResultColumn> both = columns;
  const auto* const mode = std::ranges::find(kModes, mode_, &ModeName::mode);
  return {{"SessionId", id_},
          {"SessionType", "batch_read"},
          {"SessionStatus", "NORMAL"},
          {"ExpirationTime", expires_seconds_},
          {"SplitMode", mode->name},
          {"SplitsCount", SplitCount(all.rows)},
          {"RecordCount", all.rows},
          {"DataSchema", ReadSchemaJson(both.first(data), both.subspan(data))},
          {"SupportedDataFormat", SupportedFormats()},
          {"SessionStats",
           {{"EstimatedRowCount", all.rows},
            {"EstimatedSize", files_ != nullptr ? files_->bytes() : query_->result()->bytes}}}};
}

Result<StorageRead::Part> StorageRead::PartOf(int64_t split, int64_t begin, int64_t count) const {
  const int64_t rows = AllRows().rows;
  if (mode_ == SplitMode::kRowOffset) {
    if (begin > rows) return WrongRead("the session has " + std::to_string(rows) + " rows");
    return Part{begin, std::min(count, rows - begin)};
  }
  const int64_t splits = SplitCount(rows);
  if (split < 0 || split >= splits) {
    return WrongRead("the session has no split " + std::to_string(split) + " of " +
                     std::to_string(splits));
  }
  const int64_t longer = rows % splits;  // so many splits have a row more
  return Part{rows / splits * split + std::min(split, longer),
              rows / splits + (split < longer ? 1 : 0)};
}

Result<Answer> StorageRead::Rows(Part part, int64_t batch_rows, const Codec* codec,
                                 const std::vector<std::string>& names) const {
  const RowsToDownload all = AllRows();
  const std::vector<engine::ResultColumn> asked = Columns();
  const auto some = rest::ColumnsOf(Join(names, ","), asked);
  if (!some) return WrongRead("the session has not all of the columns " + Join(names, ", "));
  std::vector<size_t> places;
  ChosenColumns chosen;
  chosen.zone = all.zone;
  for (const size_t place : *some) {
    // A query has answered the columns in the session's order, and answers all of them.
    places.push_back(files_ != nullptr ? places_[place] : place);
    chosen.columns.push_back(asked[place]);
    chosen.places.push_back(files_ != nullptr ? chosen.places.size() : place);
  }
  PAISQL_ASSIGN(RowBody::NextRows next, all.open(part.begin, part.count, places));
  if (batch_rows > 0) {
    next = InBatchesOf(batch_rows, files_ != nullptr ? chosen.columns : asked, std::move(next));
  }
  Answer answer{200, "application/octet-stream", ""};
  if (codec != nullptr) answer.content_encoding = codec->name;
  answer.source = std::make_shared<RowBody>(
      std::move(next), EncodeArrowStream(std::move(chosen), TimestampForm::kNanos), codec);
  return answer;
}

}  // namespace paisql::rest
