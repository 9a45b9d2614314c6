#include "store/table_write.h"

#include "store/catalog/commit/placement.h"

namespace paisql::store {
namespace {

// CREATE TABLE AS of no rows: the new table is all there is.
bool BringsNothing(const WriteRequest& request) {
  return IsNewTable(request.table_id) && request.files.empty() && request.named_partitions.empty();
}

}  // namespace

std::vector<std::vector<std::string>> TableTarget::NamedPartitions() const {
  std::vector<std::string> values;
  for (const std::optional<std::string>& level : partition) {
    if (!level.has_value()) return {};
    values.push_back(*level);
  }
  if (values.empty()) return {};
  return {std::move(values)};
}

TableWrite::TableWrite(Catalog& catalog) : transaction_(catalog.Begin()) {}

const WriteRequest& TableWrite::Put(const TableTarget& target, std::vector<StagedFile> files) {
  WriteRequest request;
  const bool is_new = target.table.id == 0;
  request.table_id = is_new ? transaction_.CreateTable(target.table) : target.table.id;
  request.schema_version = is_new ? 1 : target.table.schema_version;
  request.mode = target.mode;
  request.files = std::move(files);
  request.named_partitions = target.NamedPartitions();
  request.table_name = target.table.QualifiedName();
  request.replaced = target.replaced;
  return Put(std::move(request));
}

const WriteRequest& TableWrite::Put(WriteRequest request) {
  return requests_.emplace_back(std::move(request));
}

Status TableWrite::Commit() {
  std::vector<size_t> ends = begins_;
  ends.push_back(requests_.size());
  size_t at = 0;
  for (const size_t end : ends) {
    change::Write write;
    for (; at < end; ++at) {
      if (!BringsNothing(requests_[at])) write.requests.push_back(requests_[at]);
    }
    if (!write.requests.empty()) transaction_.Add(std::move(write));
  }
  return transaction_.empty() ? Status::Ok() : transaction_.Commit();
}

int64_t TableWrite::rows() const {
  int64_t rows = 0;
  for (const WriteRequest& request : requests_) {
    for (const StagedFile& file : request.files) rows += file.rows;
  }
  return rows;
}

}  // namespace paisql::store
