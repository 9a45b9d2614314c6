#include "execution/read_pin.h"

#include <algorithm>
#include <unordered_set>

#include "base/result.h"
#include "execution/damage.h"
#include "execution/partition_filter.h"
#include "execution/plan_table.h"
#include "plan/traverse.h"
#include "store/external.h"
#include "store/transaction.h"
#include "store/versions.h"

namespace paisql::execution {

Result<engine::Connection*> Host::ConnectionFor(const plan::Relation& /*root*/,
                                                const engine::Bindings& /*bindings*/,
                                                const engine::ExecutionSettings& /*settings*/) {
  return Connection();
}

Status Host::AddExternalFiles(const store::Table& table, store::FileListing&) {
  return Error{ErrorCode::kUnsupported,
               table.QualifiedName() + " is an external table, which is not read here",
               {},
               "make a table of it with CREATE TABLE AS"};
}

Status Host::CheckExternalFile(const store::DataFile&) const { return Status::Ok(); }

Result<int64_t> Host::KeepKeys(store::TableTarget& target, std::vector<store::StagedFile>&,
                               Staging&, store::TableWrite&) {
  return Error{ErrorCode::kUnsupported,
               target.table.QualifiedName() + " has a PRIMARY KEY, and is not written here",
               {},
               "write a table without one, and INSERT its rows"};
}

namespace {

// True when the fixed levels say all that the predicate says, so that no engine has to judge the
// partitions.
bool FixedLevelsSuffice(const plan::Scan& scan) {
  std::vector<const plan::Expression*> conjuncts;
  plan::SplitConjunction(*scan.partition_predicate, conjuncts);
  const auto fixed =
      static_cast<size_t>(std::count_if(scan.partition_equals.begin(), scan.partition_equals.end(),
                                        [](const auto& level) { return level.has_value(); }));
  if (conjuncts.size() != fixed) return false;
  return std::all_of(conjuncts.begin(), conjuncts.end(), [](const plan::Expression* conjunct) {
    if (conjunct->kind != plan::ExpressionKind::kCall) return false;
    const auto& call = plan::As<plan::Call>(*conjunct);
    if (call.function->name != "=" || call.arguments.size() != 2) return false;
    const auto is = [&](size_t i, plan::ExpressionKind kind) {
      return call.arguments[i]->kind == kind;
    };
    using enum plan::ExpressionKind;
    return (is(0, kColumn) && is(1, kConstant)) || (is(0, kConstant) && is(1, kColumn));
  });
}

void CollectSubqueryScans(const plan::Expression& expression,
                          std::vector<const plan::Scan*>& scans) {
  if (const plan::Relation* subquery = plan::SubqueryOf(expression)) {
    const std::vector<const plan::Scan*> found = plan::CollectScans(*subquery);
    scans.insert(scans.end(), found.begin(), found.end());
  }
  for (const plan::Expression* child : plan::Children(expression)) {
    CollectSubqueryScans(*child, scans);
  }
}

// The partition columns that a scan gives.
std::vector<PartitionColumn> PartitionColumnsOf(const plan::Scan& scan) {
  std::vector<PartitionColumn> columns;
  for (size_t i = 0; i < scan.columns.size(); ++i) {
    const plan::Scan::Source& source = scan.columns[i];
    if (source.kind == plan::Scan::Source::kPartition) {
      columns.push_back({scan.output[i], source.index});
    }
  }
  return columns;
}

// A subquery that chooses partitions runs twice. That pays while it reads no more than what it may
// spare, and always when it is small.
constexpr double kCheapRows = 100000;
// Partition values come from the files' places, not from their rows.
constexpr double kCostOfPartitionColumns = 0.05;

double RowsOf(const store::FileListing& files) {
  double rows = 0;
  for (const store::DataFile& file : files.files) rows += static_cast<double>(file.rows);
  return rows;
}

double Cost(const std::vector<const plan::Scan*>& scans, const engine::Bindings& bindings) {
  double cost = 0;
  for (const plan::Scan* scan : scans) {
    const bool data = std::any_of(
        scan->columns.begin(), scan->columns.end(),
        [](const auto& source) { return source.kind != plan::Scan::Source::kPartition; });
    cost += RowsOf(*bindings.FilesOf(*scan)) * (data ? 1 : kCostOfPartitionColumns);
  }
  return cost;
}

void KeepPartitions(store::FileListing& listing, const std::vector<bool>& keep) {
  std::vector<store::Partition> partitions;
  std::unordered_set<int64_t> ids;
  for (size_t i = 0; i < listing.partitions.size(); ++i) {
    if (!keep[i]) continue;
    ids.insert(listing.partitions[i].id);
    partitions.push_back(std::move(listing.partitions[i]));
  }
  listing.partitions = std::move(partitions);
  const auto elsewhere = [&](const store::DataFile& file) {
    return !ids.contains(file.partition_id);
  };
  std::erase_if(listing.files, elsewhere);
  std::erase_if(listing.deletes, elsewhere);
}

}  // namespace

ReadPin::~ReadPin() {
  // A pin that stays longer than needed costs disk space and nothing else, so a failure is no
  // error.
  if (pinned_) (void)Pin(store::Lease::kNothing);
}

Status ReadPin::Pin(int64_t snapshot) {
  // A read-only home does not change, and a lease cannot be made there.
  if (!host_.catalog().home().writable()) return Status::Ok();
  PAISQL_ASSIGN(store::Lease * lease, host_.Lease());
  PAISQL_TRY(lease->Pin(snapshot));
  pinned_ = snapshot != store::Lease::kNothing;
  return Status::Ok();
}

Status ReadPin::ListFiles(const std::vector<const plan::Scan*>& scans) {
  if (scans.empty()) return Status::Ok();
  // Pin snapshot 0 (keep every file) while listing; then pin the snapshot that the listing shows.
  const bool first = !snapshot_.has_value();
  const int64_t oldest = oldest_;
  for (const plan::Scan* scan : scans) {
    if (!scan->history) continue;
    const bool whole = scan->history->kind == plan::HistoryRead::kAt;
    oldest_ = std::min(oldest_, whole ? scan->history->to : scan->history->from);
  }
  const bool pins = first || oldest_ < oldest;
  if (pins) PAISQL_TRY(Pin(0));
  {
    PAISQL_ASSIGN(const store::Catalog::View one_state, host_.catalog().BeginView());
    PAISQL_ASSIGN(const int64_t now, host_.catalog().CurrentSnapshot());
    if (first) snapshot_ = now;
    PAISQL_TRY(List(scans));
  }
  listed_.clear();
  return pins ? Pin(std::min(*snapshot_, oldest_)) : Status::Ok();
}

Result<store::FileListing> ReadPin::Listing(const plan::Scan& scan) {
  Listed key = {scan.table.id, {}};
  PAISQL_ASSIGN(key.second, SelectPartitions(scan));
  if (const auto known = listed_.find(key); known != listed_.end()) return known->second;
  PAISQL_ASSIGN_AT(scan.range, store::FileListing files,
                   host_.catalog().ListFiles(StoredTable(scan.table), key.second));
  if (files.changed_at > *snapshot_) {
    return WithRange(store::RowsChanged(scan.table.QualifiedName()), scan.range);
  }
  if (files.files.empty()) PAISQL_TRY(AddExternalFiles(scan, files));
  return listed_.emplace(std::move(key), std::move(files)).first->second;
}

Result<store::FileListing> ReadPin::HistoryListing(const plan::Scan& scan) {
  const plan::HistoryRead& history = *scan.history;
  const store::Table table = StoredTable(scan.table);
  std::optional<store::FileListing> files;
  if (history.kind == plan::HistoryRead::kAt) {
    PAISQL_ASSIGN_AT(scan.range, files, host_.catalog().FilesAt(table, history.to));
  } else {
    PAISQL_ASSIGN_AT(
        scan.range, std::optional<store::ChangedFiles> changed,
        store::VersionCatalog(host_.catalog()).FilesBetween(table, history.from, history.to));
    const bool added = history.kind == plan::HistoryRead::kAdded;
    if (changed) files = added ? std::move(changed->added) : std::move(changed->removed);
  }
  if (!files.has_value()) {
    return Error{ErrorCode::kSemantic,
                 "a version of table " + scan.table.QualifiedName() + " is not kept any more",
                 scan.range, "SHOW HISTORY FOR TABLE " + scan.table.name + " lists the versions"};
  }
  if (scan.table.partitioned() && scan.partition_predicate != nullptr) {
    PAISQL_ASSIGN(const std::vector<bool> keep,
                  Judge(*scan.partition_predicate, scan, files->partitions));
    KeepPartitions(*files, keep);
  }
  return *std::move(files);
}

// The catalog lists no file of an external table.
Status ReadPin::AddExternalFiles(const plan::Scan& scan, store::FileListing& files) {
  PAISQL_ASSIGN_AT(scan.range, const std::optional<store::Table> table,
                   host_.catalog().FindTable(scan.table.project, scan.table.name));
  if (!table.has_value() || table->id != scan.table.id || !store::IsExternal(*table)) {
    return Status::Ok();
  }
  PAISQL_TRY_AT(scan.range, host_.AddExternalFiles(*table, files));
  return Status::Ok();
}

Status ReadPin::List(const std::vector<const plan::Scan*>& scans) {
  for (const plan::Scan* scan : scans) {
    if (IsHostTable(scan->table.id)) {
      PAISQL_ASSIGN_AT(scan->range, store::FileListing own, host_.HostFiles(scan->table.id));
      bindings_.SetFiles(*scan, std::move(own));
      continue;
    }
    PAISQL_ASSIGN(store::FileListing files, scan->history ? HistoryListing(*scan) : Listing(*scan));
    if (!scan->runtime_predicates.empty() && files.partitions.size() > 1) {
      PAISQL_TRY(AskRuntimePredicates(*scan, files));
    }
    bindings_.SetFiles(*scan, std::move(files));
  }
  return Status::Ok();
}

Result<std::optional<std::vector<int64_t>>> ReadPin::SelectPartitions(const plan::Scan& scan) {
  using Ids = std::optional<std::vector<int64_t>>;
  if (!scan.table.partitioned() || scan.partition_predicate == nullptr) return Ids();
  PAISQL_ASSIGN_AT(scan.range, const std::vector<store::Partition> partitions,
                   host_.catalog().ListPartitions(scan.table.id, scan.partition_equals));
  std::vector<bool> keep(partitions.size(), true);
  if (!FixedLevelsSuffice(scan)) {
    PAISQL_ASSIGN(keep, Judge(*scan.partition_predicate, scan, partitions));
  }
  std::vector<int64_t> ids;
  for (size_t i = 0; i < partitions.size(); ++i) {
    if (keep[i]) ids.push_back(partitions[i].id);
  }
  return Ids(std::move(ids));
}

Result<std::vector<bool>> ReadPin::Judge(const plan::Expression& predicate, const plan::Scan& scan,
                                         const std::vector<store::Partition>& partitions) {
  Result<std::vector<bool>> keep = FilterPartitions(host_, predicate, PartitionColumnsOf(scan),
                                                    partitions, bindings_, settings_);
  PAISQL_TRY(host_.CheckInterrupted());
  if (keep.ok()) return keep;
  return std::vector<bool>(partitions.size(), true);
}

Status ReadPin::AskRuntimePredicates(const plan::Scan& scan, store::FileListing& files) {
  for (const plan::ExpressionPtr& predicate : scan.runtime_predicates) {
    std::vector<const plan::Scan*> asked;
    CollectSubqueryScans(*predicate, asked);
    PAISQL_TRY(List(asked));
    if (Cost(asked, bindings_) > std::max(kCheapRows, RowsOf(files))) continue;
    PAISQL_TRY(CheckScans(host_, asked, bindings_));
    PAISQL_ASSIGN(const std::vector<bool> keep, Judge(*predicate, scan, files.partitions));
    KeepPartitions(files, keep);
  }
  return Status::Ok();
}

}  // namespace paisql::execution
