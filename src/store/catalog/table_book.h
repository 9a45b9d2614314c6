#pragma once

// Long lists of tables and partitions, read page by page together with their sizes: for whoever
// shows a hundred thousand tables of which a screen has forty. It reads by a connection of its own,
// belongs to one thread at a time, and changes nothing. Errors are those of store/catalog.h.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/home/home.h"
#include "store/types.h"

namespace paisql::store {

enum class TableShape { kTable, kView, kMaterialized, kExternal };

enum class TableOrder { kName, kCreated, kModified, kRows, kBytes };

// Which tables a list has, and which part of it is wanted.
struct TableWish {
  std::string place;  // store/place.h
  std::string text;   // within the name or the comment, letter case aside; "" for all
  std::optional<TableShape> shape = {};
  std::string owner;  // "" for any
  TableOrder order = TableOrder::kName;
  bool descending = false;
  int64_t from = 0;
  int64_t most = 100;
};

struct ListedTable {
  int64_t id = 0;
  std::string name;
  TableShape shape = TableShape::kTable;
  std::string comment;
  std::string owner;
  std::optional<int64_t> lifecycle_days;
  int64_t created_ms = 0;
  int64_t last_modified_ms = 0;
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t files = 0;
  std::optional<int64_t> partitions;  // nullopt: a table without partition columns
};

struct TablePage {
  int64_t total = 0;  // of all that fit, not of this part
  std::vector<ListedTable> tables;
};

// The same of the partitions of one table, in the order of their values.
struct PartitionWish {
  std::string text;  // within a value, or "name=value"; "" for all
  bool descending = true;
  int64_t from = 0;
  int64_t most = 100;
};

struct ListedPartition {
  Partition partition;
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t files = 0;
};

struct PartitionPage {
  int64_t total = 0;
  std::vector<ListedPartition> partitions;
};

struct CatalogState;

class TableBook {
 public:
  static Result<std::unique_ptr<TableBook>> Open(const Home& home);
  ~TableBook();
  TableBook(const TableBook&) = delete;
  TableBook& operator=(const TableBook&) = delete;

  Result<TablePage> List(const TableWish& wish);
  Result<PartitionPage> ListPartitions(const Table& table, const PartitionWish& wish);
  // The last partition, in the order of values, that has rows; nullopt where none has.
  Result<std::optional<Partition>> LastWithRows(const Table& table);
  // The names of the views and materialized views of the project, in all schemas, as
  // "project.name" or "project.schema.name", with the time of their last change.
  struct ViewName {
    std::string place;
    std::string name;
    int64_t last_ddl_ms = 0;
  };
  Result<std::vector<ViewName>> ListViews(const std::string& project);

 private:
  TableBook();
  std::unique_ptr<CatalogState> state_;
};

}  // namespace paisql::store
