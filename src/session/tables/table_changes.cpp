// What an upload has brought where a statement over the files of its blocks makes it rows of the
// table: a MERGE of changes by their keys, an INSERT of rows that say themselves in which
// partitions they belong, or from which partitions are generated.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "session/sink.h"
#include "session/statements/rows/handlers.h"
#include "session/statements/rows/row_change.h"
#include "session/tables/state_pool.h"
#include "session/tables/table_upload.h"
#include "store/auto_partition.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr const char* kRows = "tunnel_rows";  // how the statement calls the blocks' rows

store::FileListing ListingOf(const std::vector<UploadedBlock>& blocks,
                             const std::vector<store::Column>& columns) {
  store::FileListing listing;
  listing.schema_versions.emplace_back().columns = columns;
  for (const UploadedBlock& block : blocks) {
    for (const store::StagedFile& one : block.files) {
      store::DataFile& file = listing.files.emplace_back();
      file.path = one.path;
      file.rows = one.rows;
      std::error_code unknown;
      file.bytes = static_cast<int64_t>(std::filesystem::file_size(one.path, unknown));
    }
  }
  return listing;
}

// The rows of the blocks under their name, while this lives.
class RowsOfBlocks {
 public:
  RowsOfBlocks(State& state, const std::vector<UploadedBlock>& blocks,
               const std::vector<store::Column>& columns)
      : relation_(state.relations().Hidden("rows of an upload")) {
    table_.table.id = relation_.id();
    table_.table.project = state.Place();
    table_.table.name = kRows;
    table_.table.columns = columns;
    relation_.SetFiles(ListingOf(blocks, columns), nullptr);
  }
  ~RowsOfBlocks() { relation_.Forget(); }
  RowsOfBlocks(const RowsOfBlocks&) = delete;
  RowsOfBlocks& operator=(const RowsOfBlocks&) = delete;

  const names::SessionTable& table() const { return table_; }

 private:
  KeptRelation& relation_;
  names::SessionTable table_;
};

// Nobody reads what the statement says.
class SilentSink final : public Sink {
 public:
  Status Rows(engine::ResultStream& /*rows*/) override { return Status::Ok(); }
  Status Show(const Answer& /*answer*/) override { return Status::Ok(); }
  void Message(std::string_view /*line*/) override {}
  void JobOutput(std::string_view /*bytes*/) override {}
};

bool NoRows(const std::vector<UploadedBlock>& blocks) {
  return std::ranges::all_of(blocks, [](const UploadedBlock& block) { return block.rows == 0; });
}

std::string Joined(std::string_view between, std::string text, std::string_view more) {
  if (!text.empty()) text += between;
  return text += more;
}

}  // namespace

std::string TableUpload::MergeText() const {
  const store::Table& table = target_.table;
  std::string keys;
  std::string meets;
  std::string sets;
  std::string names;
  std::string values;
  for (const store::Column& column : table.columns) {
    const std::string name = syntax::QuoteName(column.name);
    names = Joined(", ", std::move(names), name);
    values = Joined(", ", std::move(values), "s." + name);
    if (std::ranges::count(table.traits.primary_key, column.id) > 0) {
      keys = Joined(", ", std::move(keys), name);
      meets = Joined(" AND ", std::move(meets), "d." + name + " = s." + name);
    } else {
      sets = Joined(", ", std::move(sets), "d." + name + " = s." + name);
    }
  }
  for (size_t i = 0; i < target_.partition.size(); ++i) {
    const store::Column& level = table.partition_columns[i];
    const std::string value = syntax::QuoteLiteral(target_.partition[i]);
    meets += " AND d." + syntax::QuoteName(level.name) + " = CAST(" + value + " AS " +
             level.type.ToString() + ")";
    values += ", CAST(" + value + " AS " + level.type.ToString() + ")";
  }
  const std::string update =
      sets.empty() ? ""
                   : fmt::format(" WHEN MATCHED AND s.__operation = {} THEN UPDATE SET {}",
                                 int{kUpsert}, sets);
  return fmt::format(
      "MERGE INTO {0} d USING (SELECT {1}, __operation FROM (SELECT *, ROW_NUMBER() OVER "
      "(PARTITION BY {2} ORDER BY __order DESC) AS __rank FROM {3}) r WHERE __rank = 1) s "
      "ON {4} WHEN MATCHED AND s.__operation = {5} THEN DELETE{6} "
      "WHEN NOT MATCHED AND s.__operation = {7} THEN INSERT VALUES ({8})",
      syntax::QuoteName(table.name), names, keys, kRows, meets, int{kDelete}, update, int{kUpsert},
      values);
}

Status TableUpload::ApplyChanges(const std::vector<UploadedBlock>& blocks) {
  PAISQL_ASSIGN(const StatePool::Loan state, pool_->Borrow());
  PAISQL_TRY(CheckTarget(state->catalog()));
  if (NoRows(blocks)) return Status::Ok();
  const std::string text = MergeText();
  PAISQL_ASSIGN(const syntax::StatementPtr statement, syntax::ParseStatement(text));
  const RowsOfBlocks rows(*state, blocks, block_columns_);
  SilentSink sink;
  Run run{*state, sink, sink, text, {}};
  return ChangeRows(syntax::As<syntax::RowChangeStatement>(*statement), {rows.table()}, run);
}

std::string TableUpload::InsertText() const {
  const store::Table& table = target_.table;
  const char* const verb = target_.overwrite ? "OVERWRITE" : "INTO";
  std::string levels;
  std::string values;
  for (const store::Column& column : table.columns) {
    if (store::IsGenerated(table, column.name)) continue;
    values = Joined(", ", std::move(values), syntax::QuoteName(column.name));
  }
  if (store::AutoPartitionOf(table)) {
    return fmt::format("INSERT {} TABLE {} SELECT {} FROM {}", verb, syntax::QuoteName(table.name),
                       values, kRows);
  }
  for (size_t i = 0; i < table.partition_columns.size(); ++i) {
    std::string level = syntax::QuoteName(table.partition_columns[i].name);
    if (i < target_.partition.size()) {
      level += "=" + syntax::QuoteLiteral(target_.partition[i]);
    } else {
      values = Joined(", ", std::move(values), level);
    }
    levels = Joined(", ", std::move(levels), level);
  }
  return fmt::format("INSERT {} TABLE {} PARTITION ({}) SELECT {} FROM {}", verb,
                     syntax::QuoteName(table.name), levels, values, kRows);
}

Status TableUpload::Spread(const std::vector<UploadedBlock>& blocks) {
  PAISQL_ASSIGN(const StatePool::Loan state, pool_->Borrow());
  PAISQL_TRY(CheckTarget(state->catalog()));
  if (NoRows(blocks)) return Status::Ok();
  const std::string text = InsertText();
  PAISQL_ASSIGN(const syntax::StatementPtr statement, syntax::ParseStatement(text));
  const RowsOfBlocks rows(*state, blocks, block_columns_);
  analysis::AnalysisContext context = state->MakeContext();
  context.names.AddSessionTable(rows.table());
  SilentSink sink;
  Run run{*state, sink, sink, text, {}};
  PAISQL_TRY(InsertRows(syntax::As<syntax::InsertStatement>(*statement), std::move(context), run));
  // The statement has written files of its own.
  for (const UploadedBlock& block : blocks) Drop(block);
  return Status::Ok();
}

}  // namespace paisql::session
