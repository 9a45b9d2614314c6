#include "session/damage.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "plan/traverse.h"

namespace paisql::session {

namespace {

constexpr const char* kHint =
    "`paisql verify` shows all that is damaged; put the file back from a copy of the home, or give "
    "up its rows with INSERT OVERWRITE, TRUNCATE or DROP";

Error DamagedFile(const store::Table& table, const store::FileListing& listing,
                  const store::DataFile& file, const std::string& what, const SourceRange& range) {
  std::string place = "table " + table.QualifiedName();
  const auto partition = std::find_if(listing.partitions.begin(), listing.partitions.end(),
                                      [&](const auto& one) { return one.id == file.partition_id; });
  if (partition != listing.partitions.end()) place += ", partition " + partition->Name(table);
  return Error{ErrorCode::kDamaged, "the data file " + file.path + " of " + place + " " + what,
               range, kHint};
}

store::CheckDepth WantedDepth(State& state) {
  return state.settings().GetBoolean("paisql.read.verify") ? store::CheckDepth::kSums
                                                           : store::CheckDepth::kPlaces;
}

// What the files of one schema version call the columns that a scan reads.
std::vector<std::string> NamesInFiles(const plan::Scan& scan,
                                      const std::vector<store::Column>& written) {
  std::vector<std::string> names;
  for (const plan::Scan::Source& source : scan.columns) {
    if (source.partition) continue;
    const int64_t id = scan.table.columns[source.index].id;
    const auto column = std::find_if(written.begin(), written.end(),
                                     [&](const store::Column& one) { return one.id == id; });
    // A column that is younger than the file is not read from it.
    if (column != written.end()) names.push_back(column->name);
  }
  return names;
}

using Scans = std::unordered_set<const plan::Scan*>;

// Scans whose rows are counted and nothing else: a plan keeps one of their columns, which the
// engine does not read.
Scans CountedScans(const std::vector<plan::Relation*>& roots) {
  Scans counted;
  for (plan::Relation* root : roots) {
    for (const plan::Relation* found :
         plan::CollectRelations(*root, plan::RelationKind::kAggregate)) {
      const auto& aggregate = plan::As<plan::AggregateRelation>(*found);
      if (aggregate.input->kind != plan::RelationKind::kScan) continue;
      std::vector<plan::ColumnId> read;
      for (const plan::Expression* expression : plan::Expressions(aggregate)) {
        plan::CollectColumns(*expression, read);
      }
      if (read.empty()) counted.insert(&plan::As<plan::Scan>(*aggregate.input));
    }
  }
  return counted;
}

// The first damaged file of the scans.
Status CheckFiles(State& state, const std::vector<plan::Scan*>& scans, const Scans& counted,
                  store::CheckDepth depth) {
  struct Version {
    const plan::Scan* scan;
    std::map<int, std::vector<std::string>> columns;
  };
  std::vector<Version> versions;
  versions.reserve(scans.size());
  std::vector<store::FileRead> reads;
  std::vector<const plan::Scan*> readers;  // of each read
  for (const plan::Scan* scan : scans) {
    auto& columns = versions.emplace_back(Version{scan, {}}).columns;
    for (const store::SchemaVersion& version : scan->files.schema_versions) {
      std::vector<std::string>& names = columns[version.version];
      if (!counted.contains(scan)) names = NamesInFiles(*scan, version.columns);
    }
    for (const store::DataFile& file : scan->files.files) {
      reads.push_back({&file, &columns[file.schema_version]});
      readers.push_back(scan);
    }
  }
  PAISQL_ASSIGN(const std::optional<store::FileDamage> damage,
                state.file_check().Check(reads, state.stop_token(), depth));
  if (!damage.has_value()) return Status::Ok();
  const auto found = std::find_if(reads.begin(), reads.end(), [&](const store::FileRead& read) {
    return read.file == damage->file;
  });
  const plan::Scan& scan = *readers[static_cast<size_t>(found - reads.begin())];
  return DamagedFile(scan.table, scan.files, *damage->file, damage->what, scan.range);
}

// Files of older catalogs have no checksums.
std::optional<Error> LookAtFiles(const std::vector<plan::Scan*>& scans) {
  for (const plan::Scan* scan : scans) {
    for (const store::DataFile& file : scan->files.files) {
      if (!file.block_sums.empty()) continue;
      const std::optional<store::FileDamage> damage = store::LookAtFooter(file);
      if (damage.has_value()) {
        return DamagedFile(scan->table, scan->files, file, damage->what, scan->range);
      }
    }
  }
  return std::nullopt;
}

}  // namespace

Status CheckPlans(State& state, const std::vector<plan::Relation*>& roots) {
  std::vector<plan::Scan*> scans;
  for (plan::Relation* root : roots) {
    const std::vector<plan::Scan*> found = plan::CollectScans(*root);
    scans.insert(scans.end(), found.begin(), found.end());
  }
  return CheckFiles(state, scans, CountedScans(roots), WantedDepth(state));
}

Status CheckScans(State& state, const std::vector<plan::Scan*>& scans) {
  return CheckFiles(state, scans, {}, WantedDepth(state));
}

Status CheckListing(State& state, const store::Table& table, const store::FileListing& listing,
                    const SourceRange& range) {
  std::vector<store::FileRead> reads;
  for (const store::DataFile& file : listing.files) reads.push_back({&file, nullptr});
  PAISQL_ASSIGN(const std::optional<store::FileDamage> damage,
                state.file_check().Check(reads, state.stop_token(), WantedDepth(state)));
  if (!damage.has_value()) return Status::Ok();
  return DamagedFile(table, listing, *damage->file, damage->what, range);
}

Error NameDamagedFile(State& state, plan::Relation& root, Error error) {
  // Ctrl-C and a full disk explain themselves.
  if (error.code == ErrorCode::kInstanceCancelled || error.code == ErrorCode::kEnvironment ||
      error.code == ErrorCode::kDamaged) {
    return error;
  }
  const std::vector<plan::Scan*> scans = plan::CollectScans(root);
  if (Status checked = CheckFiles(state, scans, CountedScans({&root}), store::CheckDepth::kSums);
      !checked.ok())
    return std::move(checked).error();
  std::optional<Error> found = LookAtFiles(scans);
  return found.has_value() ? *std::move(found) : error;
}

}  // namespace paisql::session
