// The client's short statements: COUNT t and READ t as SELECT, SHOW STATISTIC t as SUMMARIZE, SHOW
// VERSION.

#include "base/text.h"
#include "syntax/build/tree_builder.h"
#include "syntax/literal_text.h"

namespace paisql::syntax {

namespace {

ExpressionPtr ColumnOf(const Identifier& name) {
  auto column = std::make_unique<ColumnName>();
  column->name = QualifiedName{{name}, name.range};
  column->range = name.range;
  return column;
}

// ds = '1' AND hh = '2'; a key without a value takes every one.
ExpressionPtr ConditionOf(PartitionSpec& spec) {
  ExpressionPtr condition;
  for (PartitionKey& key : spec.keys) {
    if (key.value == nullptr) continue;
    auto equal = std::make_unique<Binary>();
    equal->op = BinaryOperator::kEqual;
    equal->left = ColumnOf(key.name);
    equal->right = std::move(key.value);
    equal->range = equal->op_range = spec.range;
    if (condition == nullptr) {
      condition = std::move(equal);
      continue;
    }
    auto both = std::make_unique<Binary>();
    both->op = BinaryOperator::kAnd;
    both->left = std::move(condition);
    both->right = std::move(equal);
    both->range = both->op_range = spec.range;
    condition = std::move(both);
  }
  return condition;
}

}  // namespace

StatementPtr TreeBuilder::BuildTableRead(TableParts parts) {
  if (!parts.table.has_value()) {
    auto show = std::make_unique<ShowStatement>();
    const bool flags = EqualsIgnoreCase(tokens_.TextAt(0), "SETPROJECT");
    show->what = flags ? ShowWhat::kFlags : ShowWhat::kVersion;
    return show;
  }
  const bool shows = EqualsIgnoreCase(tokens_.TextAt(0), "SHOW");
  auto summarize = std::make_unique<SummarizeStatement>();
  if (shows) {
    summarize->source_range = parts.table->range;
    summarize->source_text = StatisticText(parts);
  }
  auto statement = MakeTableRead(std::move(parts));
  if (!shows) return statement;
  summarize->query = std::move(statement->query);
  return summarize;
}

// MERGE SMALLFILES is a compaction that any table has.
StatementPtr TreeBuilder::MakeFileMerge(TableParts parts) {
  auto merge = std::make_unique<AlterTableStatement>();
  merge->action = AlterTableAction::kCompact;
  merge->compaction = kSmallFiles;
  merge->table = std::move(*parts.table);
  if (parts.partition) merge->add_partitions.push_back(std::move(*parts.partition));
  return merge;
}

// The rows that SHOW STATISTIC is about, as a query.
std::string TreeBuilder::StatisticText(const TableParts& parts) const {
  std::vector<std::string> columns;
  for (const Identifier& name : parts.columns) columns.push_back(QuoteName(name.text));
  std::string text = "SELECT " + (columns.empty() ? "*" : Join(columns, ", ")) + " FROM " +
                     std::string(tokens_.TextOf(parts.table->range));
  std::vector<std::string> terms;
  if (parts.partition.has_value()) {
    for (const PartitionKey& key : parts.partition->keys) {
      if (key.value == nullptr) continue;
      terms.push_back(QuoteName(key.name.text) + " = " +
                      std::string(tokens_.TextOf(key.value->range)));
    }
  }
  return terms.empty() ? text : text + " WHERE " + Join(terms, " AND ");
}

std::unique_ptr<SelectStatement> TreeBuilder::MakeTableRead(TableParts parts) const {
  const bool counts = EqualsIgnoreCase(tokens_.TextAt(0), "COUNT");
  auto statement = std::make_unique<SelectStatement>();
  statement->of_table = true;
  auto table = std::make_unique<TableRelation>();
  table->name = std::move(*parts.table);
  const SourceRange range = table->name.range;
  table->range = range;
  auto select = std::make_unique<Select>();
  select->range = range;
  if (counts) {
    auto count = std::make_unique<Call>();
    count->name = QualifiedName{{Identifier{"count", false, range}}, range};
    count->star = true;
    count->range = range;
    SelectItem& item = select->items.emplace_back();
    item.expression = std::move(count);
    item.range = range;
  }
  for (const Identifier& name : parts.columns) {
    SelectItem& item = select->items.emplace_back();
    item.expression = ColumnOf(name);
    item.range = name.range;
  }
  if (select->items.empty()) {
    auto star = std::make_unique<Star>();
    star->range = range;
    SelectItem& item = select->items.emplace_back();
    item.expression = std::move(star);
    item.range = range;
  }
  if (parts.partition.has_value()) select->where = ConditionOf(*parts.partition);
  select->from = std::move(table);
  Query& query = statement->query;
  if (parts.limit.has_value()) {
    auto limit = std::make_unique<Literal>();
    limit->literal = LiteralKind::kInteger;
    limit->text = tokens_.TextAt(*parts.limit);
    limit->range = tokens_.RangeAt(*parts.limit);
    query.limit = std::move(limit);
  }
  query.range = query.body.range = range;
  query.body.select = std::move(select);
  return statement;
}

}  // namespace paisql::syntax
