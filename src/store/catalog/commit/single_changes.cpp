// The catalog's methods that change one thing: each is a transaction of that change.

#include <algorithm>

#include "store/catalog/catalog_state.h"
#include "store/transaction.h"

namespace paisql::store {

CatalogTransaction Catalog::Begin() { return CatalogTransaction(*state_); }

Status Catalog::CommitOne(Change change) {
  CatalogTransaction transaction = Begin();
  transaction.Add(std::move(change));
  return transaction.Commit();
}

Result<Table> Catalog::CreateTable(const Table& table) {
  CatalogTransaction transaction = Begin();
  const int64_t id = transaction.CreateTable(table);
  PAISQL_TRY(transaction.Commit());
  return transaction.Created(id);
}

Status Catalog::ReplaceView(int64_t view_id, const Table& view) {
  return CommitOne(change::ReplaceView{view_id, view});
}

Status Catalog::DropTable(int64_t table_id, bool purge) {
  return CommitOne(change::DropTable{table_id, purge});
}

Status Catalog::UndropTable(int64_t table_id, const std::string& new_name) {
  return CommitOne(change::UndropTable{table_id, new_name});
}

Status Catalog::TruncateTable(int64_t table_id) {
  return CommitOne(change::TruncateTable{table_id});
}

Status Catalog::TruncatePartitions(int64_t table_id, const std::vector<int64_t>& partition_ids) {
  return CommitOne(change::TruncatePartitions{table_id, partition_ids});
}

Status Catalog::RenameTable(int64_t table_id, const std::string& new_name) {
  return CommitOne(change::RenameTable{table_id, new_name});
}

Status Catalog::SetTableComment(int64_t table_id, const std::string& comment) {
  return CommitOne(change::SetTableComment{table_id, comment});
}

Status Catalog::SetLifecycle(int64_t table_id, std::optional<int64_t> days) {
  return CommitOne(change::SetLifecycle{table_id, days});
}

Status Catalog::TouchTable(int64_t table_id) { return CommitOne(change::TouchTable{table_id}); }

Status Catalog::AddColumns(int64_t table_id, const std::vector<Column>& columns) {
  return CommitOne(change::AddColumns{table_id, columns});
}

Status Catalog::RenameColumn(int64_t table_id, int64_t column_id, const std::string& new_name) {
  return CommitOne(change::ChangeColumn{table_id, column_id, new_name});
}

Status Catalog::DropColumns(int64_t table_id, const std::vector<int64_t>& column_ids) {
  return CommitOne(change::DropColumns{table_id, column_ids});
}

Status Catalog::ChangeColumn(const Table& read, const Column& changed) {
  change::ChangeColumn change{read.id, changed.id, changed.name, changed.type, changed.comment};
  for (const auto* columns : {&read.columns, &read.partition_columns}) {
    const auto old = std::find_if(columns->begin(), columns->end(),
                                  [&](const Column& column) { return column.id == changed.id; });
    // A comment makes no new version, so one that stays is the one that is there by then.
    if (old != columns->end() && old->comment == changed.comment) change.comment.reset();
  }
  CatalogTransaction transaction = Begin();
  transaction.Expect(ColumnsRead(read));
  transaction.Add(std::move(change));
  return transaction.Commit();
}

Status Catalog::SetColumnComment(int64_t table_id, int64_t column_id, const std::string& comment) {
  return CommitOne(
      change::ChangeColumn{.table_id = table_id, .column_id = column_id, .comment = comment});
}

Status Catalog::AddPartitions(int64_t table_id, const std::vector<std::vector<std::string>>& values,
                              bool if_not_exists) {
  return CommitOne(change::AddPartitions{table_id, values, if_not_exists});
}

Status Catalog::DropPartitions(int64_t table_id, const std::vector<int64_t>& partition_ids,
                               bool purge) {
  return CommitOne(change::DropPartitions{table_id, partition_ids, purge});
}

Result<Resource> Catalog::AddResource(const Resource& resource, bool replace) {
  CatalogTransaction transaction = Begin();
  transaction.Add(change::AddResource{resource, replace});
  PAISQL_TRY(transaction.Commit());
  return transaction.resources().front();
}

Status Catalog::DropResource(int64_t resource_id) {
  return CommitOne(change::DropResource{resource_id});
}

Status Catalog::CreateModel(const Model& model, const ModelVersion& version) {
  return CommitOne(change::CreateModel{model, version});
}

Status Catalog::AddModelVersion(const Model& model, const ModelVersion& version) {
  return CommitOne(change::AddModelVersion{model.id, model.project, version});
}

Status Catalog::DropModelVersion(int64_t model_id, int64_t version) {
  return CommitOne(change::DropModelVersion{model_id, version});
}

Status Catalog::SetDefaultVersion(int64_t model_id, int64_t version) {
  return CommitOne(change::SetDefaultVersion{model_id, version});
}

Status Catalog::DropModel(int64_t model_id) { return CommitOne(change::DropModel{model_id}); }

Status Catalog::InsertJob(const Job& job) { return CommitOne(change::InsertJob{job}); }

Status Catalog::UpdateJob(const Job& job) { return CommitOne(change::UpdateJob{job}); }

}  // namespace paisql::store
