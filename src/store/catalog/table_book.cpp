#include "store/catalog/table_book.h"

#include <algorithm>

#include "base/assert.h"
#include "base/text.h"
#include "store/catalog/catalog_database.h"
#include "store/catalog/catalog_state.h"
#include "store/external.h"
#include "store/files/partition_key.h"
#include "store/materialized.h"
#include "store/place.h"

namespace paisql::store {
namespace {

// What a part of the list is cut out of: the sizes are looked up for that part alone.
constexpr const char* kFitting =
    "FROM tables t JOIN projects p ON p.id = t.project_id "
    "WHERE p.name = ?1 AND t.schema = ?2 AND t.name NOT LIKE '%()' ";

constexpr std::string_view kText =
    "AND (t.name LIKE ?3 ESCAPE '!' OR t.comment COLLATE NOCASE LIKE ?3 ESCAPE '!') ";
constexpr std::string_view kOwner = "AND t.owner COLLATE NOCASE = ?4 COLLATE NOCASE ";

// All bound values are named, also where no condition looks at them: a server refuses others.
constexpr std::string_view kBound = "AND ?3 = ?3 AND ?4 = ?4 ";

constexpr const char* kSizes =
    "(SELECT COALESCE(SUM(f.rows), 0) FROM data_files f WHERE f.table_id = x.id "
    "AND f.removed_at IS NULL AND f.kind = 'base'), "
    "(SELECT COALESCE(SUM(f.bytes), 0) FROM data_files f WHERE f.table_id = x.id "
    "AND f.removed_at IS NULL AND f.kind = 'base'), "
    "(SELECT COUNT(*) FROM data_files f WHERE f.table_id = x.id "
    "AND f.removed_at IS NULL AND f.kind = 'base'), "
    "(SELECT COUNT(*) FROM columns c WHERE c.table_id = x.id AND c.is_partition = 1 "
    "AND c.until_version IS NULL), "
    "(SELECT COUNT(*) FROM partitions q WHERE q.table_id = x.id) ";

std::string ShapeCondition(const std::optional<TableShape>& shape) {
  const std::string materialized =
      "t.traits LIKE '%\"" + std::string(kMaterializedProperty) + "\"%' ";
  const std::string external = "t.traits LIKE '%\"" + std::string(kExternalProperty) + "\"%' ";
  if (!shape) return "";
  switch (*shape) {
    case TableShape::kView:
      return "AND t.kind = 'view' ";
    case TableShape::kMaterialized:
      return "AND t.kind = 'table' AND " + materialized;
    case TableShape::kExternal:
      return "AND t.kind = 'table' AND " + external;
    case TableShape::kTable:
      return "AND t.kind = 'table' AND NOT " + materialized + "AND NOT " + external;
  }
  PAISQL_UNREACHABLE("a shape of tables without a condition");
}

std::string OrderText(TableOrder order, bool descending, std::string_view table) {
  const std::string of(table);
  const std::string way = descending ? " DESC" : "";
  const auto sum = [&](const char* column) {
    return "(SELECT COALESCE(SUM(f." + std::string(column) + "), 0) FROM data_files f " +
           "WHERE f.table_id = " + of + ".id AND f.removed_at IS NULL AND f.kind = 'base')";
  };
  switch (order) {
    case TableOrder::kName:
      return "ORDER BY " + of + ".name" + way;
    case TableOrder::kCreated:
      return "ORDER BY " + of + ".created_ms" + way + ", " + of + ".name";
    case TableOrder::kModified:
      return "ORDER BY " + of + ".last_modified_ms" + way + ", " + of + ".name";
    case TableOrder::kRows:
      return "ORDER BY " + sum("rows") + way + ", " + of + ".name";
    case TableOrder::kBytes:
      return "ORDER BY " + sum("bytes") + way + ", " + of + ".name";
  }
  PAISQL_UNREACHABLE("an order of tables without a text");
}

// The pattern of LIKE for a text anywhere.
std::string Anywhere(std::string_view text) {
  std::string pattern = "%";
  for (const char c : text) {
    if (c == '%' || c == '_' || c == '!') pattern += '!';
    pattern += c;
  }
  return pattern + "%";
}

// By the traits, without reading all of them.
TableShape ShapeOf(const std::string& kind, const std::string& traits) {
  const auto has = [&](std::string_view property) {
    return traits.find("\"" + std::string(property) + "\"") != std::string::npos;
  };
  if (kind == "view") return TableShape::kView;
  if (has(kExternalProperty)) return TableShape::kExternal;
  return has(kMaterializedProperty) ? TableShape::kMaterialized : TableShape::kTable;
}

ListedTable ReadListed(const Statement& row) {
  ListedTable table;
  table.id = row.Int(0);
  table.name = row.Text(1);
  table.shape = ShapeOf(row.Text(2), row.Text(8));
  table.comment = row.Text(3);
  table.owner = row.Text(4);
  if (!row.IsNull(5)) table.lifecycle_days = row.Int(5);
  table.created_ms = row.Int(6);
  table.last_modified_ms = row.Int(7);
  table.rows = row.Int(9);
  table.bytes = row.Int(10);
  table.files = row.Int(11);
  if (row.Int(12) > 0) table.partitions = row.Int(13);
  return table;
}

Partition ReadPartition(const Statement& row) {
  Partition partition;
  partition.id = row.Int(0);
  partition.values = PartitionValues(row.Text(1));
  partition.created_ms = row.Int(2);
  partition.last_modified_ms = row.Int(3);
  return partition;
}

// Whether the text stands in one of the values, or in "name=value/name=value".
bool Contains(const Table& table, const Partition& partition, const std::string& text) {
  return ToLower(partition.Name(table)).find(text) != std::string::npos;
}

Status AddSize(Database& db, const Table& table, ListedPartition& one) {
  PAISQL_ASSIGN(Statement sum,
                db.Prepare("SELECT COALESCE(SUM(rows), 0), COALESCE(SUM(bytes), 0), COUNT(*) "
                           "FROM data_files WHERE table_id = ?1 AND partition_id = ?2 "
                           "AND removed_at IS NULL AND kind = 'base'"));
  PAISQL_ASSIGN(const bool found, sum.Bind(table.id, one.partition.id).Step());
  PAISQL_ASSERT(found, "an aggregate gives one row");
  one.rows = sum.Int(0);
  one.bytes = sum.Int(1);
  one.files = sum.Int(2);
  return Status::Ok();
}

}  // namespace

TableBook::TableBook() = default;
TableBook::~TableBook() = default;

Result<std::unique_ptr<TableBook>> TableBook::Open(const Home& home) {
  {
    // Makes the catalog, and brings it to today's version.
    PAISQL_ASSIGN(const std::unique_ptr<Catalog> catalog, Catalog::Open(home));
  }
  PAISQL_ASSIGN(Database database, OpenCatalogDatabase(home));
  PAISQL_TRY(SetUpConnection(database, Durability::kSoon));
  std::unique_ptr<TableBook> book(new TableBook());
  book->state_ = std::make_unique<CatalogState>(home, std::move(database));
  return book;
}

Result<TablePage> TableBook::List(const TableWish& wish) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  const Place place = PlaceOf(wish.place);
  const std::string pattern = Anywhere(wish.text);
  std::string fitting = kFitting;
  fitting += wish.text.empty() && wish.owner.empty() ? "" : kBound;
  if (!wish.text.empty()) fitting += kText;
  if (!wish.owner.empty()) fitting += kOwner;
  fitting += ShapeCondition(wish.shape);
  const bool has_texts = !wish.text.empty() || !wish.owner.empty();
  const std::string limits = has_texts ? "LIMIT ?5 OFFSET ?6" : "LIMIT ?3 OFFSET ?4";
  const auto bind = [&](Statement& statement) {
    if (has_texts) {
      statement.Bind(place.project, place.schema, pattern, wish.owner);
    } else {
      statement.Bind(place.project, place.schema);
    }
  };
  TablePage page;
  PAISQL_ASSIGN(Statement count, state_->db.Prepare("SELECT COUNT(*) " + fitting));
  bind(count);
  PAISQL_ASSIGN(const bool counted, count.Step());
  PAISQL_ASSERT(counted, "an aggregate gives one row");
  page.total = count.Int(0);
  const std::string part =
      "SELECT t.id AS id, t.name AS name, t.kind AS kind, t.comment AS comment, t.owner AS owner, "
      "t.lifecycle_days AS lifecycle_days, t.created_ms AS created_ms, "
      "t.last_modified_ms AS last_modified_ms, t.traits AS traits " +
      fitting + OrderText(wish.order, wish.descending, "t") + " " + limits;
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare("SELECT x.id, x.name, x.kind, x.comment, x.owner, "
                         "x.lifecycle_days, x.created_ms, x.last_modified_ms, x.traits, " +
                         std::string(kSizes) + "FROM (" + part + ") AS x " +
                         OrderText(wish.order, wish.descending, "x")));
  bind(list);
  list.Set(has_texts ? 5 : 3, wish.most);
  list.Set(has_texts ? 6 : 4, wish.from);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return page;
    page.tables.push_back(ReadListed(list));
  }
}

Result<PartitionPage> TableBook::ListPartitions(const Table& table, const PartitionWish& wish) {
  PAISQL_ASSIGN(Transaction reading, state_->db.BeginRead());
  const std::string way = wish.descending ? "DESC" : "ASC";
  const bool all = wish.text.empty();
  PAISQL_ASSIGN(Statement list,
                state_->db.Prepare("SELECT id, key, created_ms, last_modified_ms FROM partitions "
                                   "WHERE table_id = ?1 ORDER BY key " +
                                   way + (all ? " LIMIT ?2 OFFSET ?3" : "")));
  PartitionPage page;
  if (all) {
    PAISQL_ASSIGN(
        const auto total,
        state_->db.QueryInt("SELECT COUNT(*) FROM partitions WHERE table_id = ?1", table.id));
    page.total = total.value_or(0);
    list.Bind(table.id, wish.most, wish.from);
  } else {
    list.Bind(table.id);
  }
  const std::string text = ToLower(wish.text);
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) break;
    ListedPartition one{ReadPartition(list)};
    if (!all) {
      if (!Contains(table, one.partition, text)) continue;
      const int64_t place = page.total++;
      if (place < wish.from || place >= wish.from + wish.most) continue;
    }
    page.partitions.push_back(std::move(one));
  }
  for (ListedPartition& one : page.partitions) PAISQL_TRY(AddSize(state_->db, table, one));
  return page;
}

Result<std::optional<Partition>> TableBook::LastWithRows(const Table& table) {
  PAISQL_ASSIGN(Statement find,
                state_->db.Prepare("SELECT id, key, created_ms, last_modified_ms FROM partitions q "
                                   "WHERE table_id = ?1 AND EXISTS (SELECT 1 FROM data_files f "
                                   "WHERE f.table_id = ?1 AND f.partition_id = q.id "
                                   "AND f.removed_at IS NULL AND f.kind = 'base') "
                                   "ORDER BY key DESC LIMIT 1"));
  PAISQL_ASSIGN(const bool found, find.Bind(table.id).Step());
  std::optional<Partition> partition;
  if (found) partition = ReadPartition(find);
  return partition;
}

Result<std::vector<TableBook::ViewName>> TableBook::ListViews(const std::string& project) {
  PAISQL_ASSIGN(
      Statement list,
      state_->db.Prepare(
          "SELECT p.name, t.schema, t.name, t.last_ddl_ms FROM tables t "
          "JOIN projects p ON p.id = t.project_id WHERE p.name = ?1 AND t.name NOT LIKE '%()' "
          "AND t.schema NOT LIKE 'temporary-%' AND (t.kind = 'view' OR t.traits LIKE '%\"" +
          std::string(kMaterializedProperty) + "\"%') ORDER BY t.schema, t.name"));
  list.Bind(ProjectOfPlace(project));
  std::vector<ViewName> views;
  while (true) {
    PAISQL_ASSIGN(const bool found, list.Step());
    if (!found) return views;
    views.push_back({PlaceText(list.Text(0), list.Text(1)), list.Text(2), list.Int(3)});
  }
}

}  // namespace paisql::store
