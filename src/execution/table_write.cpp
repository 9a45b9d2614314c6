#include "execution/table_write.h"

#include <algorithm>

#include "plan/traverse.h"

namespace paisql::execution {
namespace {

bool Overwrites(const PlannedWrite& write) {
  return write.target.mode == store::WriteMode::kOverwrite;
}

bool HasKey(const PlannedWrite& write) { return !write.target.table.traits.primary_key.empty(); }

}  // namespace

void MoveStreams(const plan::Relation& root, store::CatalogTransaction& transaction,
                 std::set<int64_t>& moved) {
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    if (!scan->history || scan->history->stream_id == 0) continue;
    const plan::HistoryRead& read = *scan->history;
    if (!moved.insert(read.stream_id).second) continue;
    transaction.Add(store::change::MoveStream{read.stream_id, read.stream_from, read.stream_to});
  }
}

TableWrite::TableWrite(Host& host, std::vector<PlannedWrite> writes, RunOptions options)
    : host_(host),
      writes_(std::move(writes)),
      plans_(host, std::move(options)),
      write_(host.catalog()),
      keyed_staging_(host) {}

Status TableWrite::Stage(const Judge& judge) {
  for (const PlannedWrite& write : writes_) PAISQL_TRY(plans_.Add({write.title, write.root}));
  PAISQL_TRY(plans_.Prepare());
  ExpectReads();
  for (size_t i = 0; i < writes_.size(); ++i) {
    store::TableTarget target = writes_[i].target;
    PAISQL_ASSIGN(std::vector<store::StagedFile> files,
                  plans_.Write(plans_.plans()[i], target.table, target.partition));
    if (HasKey(writes_[i])) {
      PAISQL_ASSIGN(const int64_t kept, host_.KeepKeys(target, files, keyed_staging_, write_));
      kept_rows_ += kept;
    }
    const store::WriteRequest& request = write_.Put(target, std::move(files));
    if (judge) PAISQL_TRY(judge(target, request));
  }
  return Status::Ok();
}

// A write that fails is not run again by itself, because its query may take hours and its scripts
// may have effects.
void TableWrite::ExpectReads() {
  for (const PlannedWrite& write : writes_) {
    MoveStreams(*write.root, write_.transaction(), streams_);
    for (const plan::Scan* scan : plan::CollectScans(*write.root)) {
      // What a table held once stays so.
      if (scan->history) continue;
      const auto replaced = std::find_if(writes_.begin(), writes_.end(), [scan](const auto& other) {
        return (Overwrites(other) || HasKey(other)) && other.target.table.id == scan->table.id;
      });
      if (replaced == writes_.end()) continue;
      write_.Expect(store::RowsRead(replaced->target.table, *plans_.bindings().FilesOf(*scan)));
    }
  }
}

std::optional<int64_t> TableWrite::replaced_rows() const {
  if (std::none_of(writes_.begin(), writes_.end(), Overwrites)) return std::nullopt;
  return write_.replaced_rows();
}

std::vector<std::vector<std::string>> TableWrite::AppendedTo(size_t position) const {
  std::set<std::vector<std::string>> partitions;
  const store::WriteRequest& request = write_.requests().at(position);
  if (request.mode == store::WriteMode::kOverwrite) return {};
  for (const store::StagedFile& file : request.files) partitions.insert(file.partition_values);
  return {partitions.begin(), partitions.end()};
}

}  // namespace paisql::execution
