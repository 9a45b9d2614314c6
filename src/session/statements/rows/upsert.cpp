// INSERT INTO a table with a PRIMARY KEY, which is the MERGE of its rows by key and partition.

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "session/data_flow.h"
#include "session/statements/rows/row_change.h"
#include "session/statements/writes.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::session {

namespace {

constexpr const char* kTarget = "upsert_target";
constexpr const char* kSource = "upsert_source";

void Add(std::string& text, std::string_view between, std::string_view more) {
  if (!text.empty()) text += between;
  text += more;
}

// The text of the MERGE, in which a table `upsert_rows` stands for the rows of the INSERT.
class UpsertText {
 public:
  UpsertText(const syntax::InsertTarget& target, const analysis::WritePlan& plan)
      : table_(plan.target.table), levels_(plan.target.partition) {
    for (const syntax::Identifier& name : target.columns) given_.push_back(name.text);
    if (given_.empty()) {
      for (const store::Column& column : table_.columns) given_.push_back(column.name);
    }
    for (size_t i = 0; i < levels_.size(); ++i) {
      const std::string& name = table_.partition_columns[i].name;
      if (!levels_[i] && Place(name) == given_.size()) given_.push_back(name);
    }
  }

  // The columns of `upsert_rows`, in the order in which the INSERT gives them.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (size_t i = 0; i < given_.size(); ++i) names.push_back(fmt::format("upsert_{}", i));
    return names;
  }

  std::string Merge() const {
    std::string keys;  // in the source
    std::string on;
    std::string set;
    std::string values;
    const auto add_key = [&](const store::Column& column, const std::string& value) {
      Add(on, " AND ", fmt::format("{}.{} = {}", kTarget, syntax::QuoteName(column.name), value));
      if (const size_t place = Place(column.name); place < given_.size()) {
        Add(keys, ", ", fmt::format("upsert_{}", place));
      }
    };
    for (const store::Column& column : table_.columns) {
      const std::string value = ValueOf(column);
      Add(values, ", ", value);
      if (IsKey(column)) {
        add_key(column, value);
      } else {
        Add(set, ", ", fmt::format("{} = {}", syntax::QuoteName(column.name), value));
      }
    }
    for (size_t i = 0; i < levels_.size(); ++i) {
      const store::Column& column = table_.partition_columns[i];
      const std::string value = levels_[i] ? Constant(column, *levels_[i]) : ValueOf(column);
      Add(values, ", ", value);
      add_key(column, value);
    }
    // Where all columns are the key, a row that is there stays as it is.
    const std::string matched =
        set.empty() ? "" : fmt::format("WHEN MATCHED THEN UPDATE SET {} ", set);
    return fmt::format(
        "MERGE INTO {}.{} AS {} USING (SELECT {} FROM (SELECT *, row_number() OVER (PARTITION BY "
        "{}) AS upsert_number FROM upsert_rows) AS upsert_numbered WHERE upsert_number = 1) AS {} "
        "ON {} {}WHEN NOT MATCHED THEN INSERT VALUES ({})",
        syntax::QuoteName(table_.project), syntax::QuoteName(table_.name), kTarget,
        Join(Names(), ", "), keys, kSource, on, matched, values);
  }

 private:
  // Of the column among those that the INSERT gives; their number for one that it leaves out.
  size_t Place(std::string_view column) const {
    const auto found = std::ranges::find_if(
        given_, [&](const std::string& one) { return EqualsIgnoreCase(one, column); });
    return static_cast<size_t>(found - given_.begin());
  }

  bool IsKey(const store::Column& column) const {
    return std::ranges::find(table_.traits.primary_key, column.id) !=
           table_.traits.primary_key.end();
  }

  std::string ValueOf(const store::Column& column) const {
    const size_t place = Place(column.name);
    if (place < given_.size()) return fmt::format("{}.upsert_{}", kSource, place);
    return column.default_text.empty() ? "NULL" : "(" + column.default_text + ")";
  }

  static std::string Constant(const store::Column& column, const std::string& value) {
    return column.type.IsText() ? syntax::QuoteLiteral(value) : value;
  }

  const store::Table& table_;
  const store::PartitionLevels& levels_;
  std::vector<std::string> given_;
};

// What stands for the rows of the INSERT in the MERGE.
syntax::RelationPtr& RowsOf(syntax::RowChangeStatement& merge) {
  const auto inner = [](syntax::RelationPtr& relation) -> syntax::RelationPtr& {
    return static_cast<syntax::SubqueryRelation&>(*relation).query->body.select->from;
  };
  return inner(inner(merge.source));
}

// A place after the end of the statement's text is one of the MERGE.
Error InText(Error error, const SourceRange& range, size_t size) {
  if (error.range.begin >= size) error.range = range;
  for (Error& other : error.others) other = InText(std::move(other), range, size);
  return error;
}

}  // namespace

Status RunUpsert(const syntax::InsertStatement& statement, Run& run) {
  const SourceRange& range = statement.target.table.range;
  // The MERGE gets a query of its own, since the statement may run again.
  Result<syntax::StatementPtr> again = syntax::ParseStatement(run.text);
  if (!again.ok() || !syntax::IsA<syntax::InsertStatement>(**again)) {
    return Error{ErrorCode::kUnsupported,
                 "INSERT INTO a table with a PRIMARY KEY is not supported as a part of another "
                 "statement",
                 range, "write it as a statement of its own, or as MERGE INTO"};
  }
  // The errors and warnings of the INSERT have their own places.
  analysis::AnalysisContext context = run.state.MakeContext();
  context.upserts = true;
  PAISQL_ASSIGN(const analysis::WritePlan plan, analysis::AnalyzeInsert(statement, context));
  bool exists = false;
  PAISQL_TRY(LeaveOutExisting(statement.target, plan, run, exists));
  ShowWarnings(context, run.out);
  if (TellsFlow(run)) run.out.Flow(FlowOf(plan, context));
  if (exists) {
    run.out.Done();
    return Status::Ok();
  }
  const UpsertText text(statement.target, plan);
  // The blanks keep its places apart from those of the statement.
  Result<syntax::StatementPtr> merge =
      syntax::ParseStatement(std::string(run.text.size(), ' ') + text.Merge());
  PAISQL_ASSERT(merge.ok(), "the MERGE of an INSERT cannot be read");
  auto& change = static_cast<syntax::RowChangeStatement&>(**merge);
  auto rows = std::make_unique<syntax::SubqueryRelation>();
  rows->range = range;
  rows->alias = syntax::Identifier{"upsert_rows", false, range};
  for (const std::string& name : text.Names()) rows->column_aliases.push_back({name, false, range});
  rows->query = std::make_unique<syntax::Query>(
      std::move(static_cast<syntax::InsertStatement&>(**again).query));
  RowsOf(change) = std::move(rows);
  Status changed = ChangeRows(change, true, run);
  if (changed.ok()) return changed;
  return InText(std::move(changed).error(), range, run.text.size());
}

}  // namespace paisql::session
