#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.h"
#include "engine/spark/lower/lower.h"
#include "engine/spark/print/spark_printer.h"
#include "engine/spark/print/spark_text.h"
#include "plan/traverse.h"

namespace paisql::engine::spark {

using plan::RelationKind;

namespace {

constexpr const char* kAllRows = " LIMIT 9223372036854775807";
// No sorted result has so many rows: a script with such a limit needs all of its rows.
constexpr int64_t kNoLimit = 1'000'000'000'000;

std::string_view WordOf(plan::JoinType type) {
  switch (type) {
    case plan::JoinType::kInner:
      return " JOIN ";
    case plan::JoinType::kLeft:
      return " LEFT JOIN ";
    case plan::JoinType::kRight:
      return " RIGHT JOIN ";
    case plan::JoinType::kFull:
      return " FULL JOIN ";
    case plan::JoinType::kCross:
      return " CROSS JOIN ";
    case plan::JoinType::kSemi:
      return " LEFT SEMI JOIN ";
    case plan::JoinType::kAnti:
      return " LEFT ANTI JOIN ";
  }
  PAISQL_UNREACHABLE("a join of unknown kind");
}

std::string Where(const std::vector<std::string>& terms) {
  return terms.empty() ? "" : " WHERE " + Join(terms, " AND ");
}

// Whether Spark gives a value in it a name, which it does by a projection: between joins and their
// condition that keeps it from choosing an order of the joins.
bool NamesValues(std::string_view term) {
  return term.find(" BETWEEN ") != std::string_view::npos ||
         term.find("nullif(") != std::string_view::npos;
}

bool HasMapColumn(const std::vector<plan::OutputColumn>& columns) {
  return std::any_of(columns.begin(), columns.end(),
                     [](const plan::OutputColumn& column) { return HasMap(column.type); });
}

std::string ItemsOf(const std::vector<plan::OutputColumn>& columns,
                    std::string (*exchange)(const std::string&, const DataType&)) {
  std::vector<std::string> items;
  for (const plan::OutputColumn& column : columns) {
    const std::string name = NameOf(column.id);
    items.push_back(exchange(name, column.type) + " AS " + name);
  }
  return Join(items, ", ");
}

}  // namespace

Result<SparkStatement> SparkPrinter::PrintRows(const plan::Relation& root) {
  return Print(root, true);
}

Result<SparkStatement> SparkPrinter::PrintStored(const plan::Relation& root) {
  return Print(root, false);
}

Result<SparkStatement> SparkPrinter::Print(const plan::Relation& root, bool shown) {
  // A copy: the plan may run again, elsewhere.
  plan::RelationPtr lowered = plan::Clone(root);
  bindings_.BindCopy(root, *lowered);
  PAISQL_TRY(Lower(lowered, [this](const plan::Expression& one) { return IsNative(one); }));
  const std::string rows = PrintRelation(*lowered);
  std::vector<std::string> items;
  for (size_t i = 0; i < root.output.size(); ++i) {
    const plan::OutputColumn& column = root.output[i];
    std::string text = NameOf(column.id);
    if (shown && HasInstant(column.type)) {
      text = PrintKernel(plan::ColumnRef(column.id, column.type, column.name), true);
    }
    items.push_back(fmt::format("{} AS r{}", text, i));
  }
  statement_.sql = "SELECT " + Join(items, ", ") + " FROM (" + rows + ") AS " + Alias();
  if (error_) return *error_;
  return std::move(statement_);
}

std::string SparkPrinter::PrintRelation(const plan::Relation& relation) {
  if (error_) return "SELECT 1";
  const bool guarded = guarded_;
  guarded_ = guarded || MayFailInKernel(relation);
  std::string text = PrintPart(relation, guarded);
  guarded_ = guarded;
  return text;
}

std::string SparkPrinter::PrintPart(const plan::Relation& relation, bool guarded) {
  switch (relation.kind) {
    case RelationKind::kScan:
      return PrintScan(plan::As<plan::Scan>(relation));
    case RelationKind::kValues:
      return PrintValues(plan::As<plan::Values>(relation));
    case RelationKind::kProject:
      return PrintProject(plan::As<plan::Project>(relation));
    case RelationKind::kFilter:
      return PrintFilter(plan::As<plan::Filter>(relation), guarded);
    case RelationKind::kAggregate:
      return PrintAggregateRelation(plan::As<plan::AggregateRelation>(relation));
    case RelationKind::kJoin:
      return "SELECT " + NamesOf(relation.output) + " FROM " + JoinText(relation);
    case RelationKind::kSetOperation:
      return PrintSetOperation(plan::As<plan::SetOperation>(relation));
    case RelationKind::kDistinct:
      return "SELECT DISTINCT * FROM " + From(*plan::As<plan::Distinct>(relation).input);
    case RelationKind::kSort:
      return PrintSort(plan::As<plan::Sort>(relation));
    case RelationKind::kLimit:
      return PrintLimit(plan::As<plan::Limit>(relation));
    case RelationKind::kUnnest:
      return PrintUnnest(plan::As<plan::Unnest>(relation));
    case RelationKind::kWith:
      return PrintWith(plan::As<plan::With>(relation));
    case RelationKind::kCteScan:
      return PrintCteScan(plan::As<plan::CteScan>(relation));
    case RelationKind::kTransform:
      return PrintTransform(plan::As<plan::Transform>(relation));
  }
  PAISQL_UNREACHABLE("a relation of unknown kind");
}

std::string SparkPrinter::From(const plan::Relation& relation) {
  return "(" + PrintRelation(relation) + ") AS " + Alias();
}

std::string SparkPrinter::PrintProject(const plan::Project& project) {
  std::vector<plan::ExpressionPtr> windowless;
  const std::string from = PrintWindows(project.expressions, *project.input, windowless);
  const auto& expressions = windowless.empty() ? project.expressions : windowless;
  std::vector<std::string> items;
  for (size_t i = 0; i < expressions.size(); ++i) {
    items.push_back(PrintExpression(*expressions[i]) + " AS " + NameOf(project.output[i].id));
  }
  return "SELECT " + (items.empty() ? "1" : Join(items, ", ")) + " FROM " + from;
}

// Terms that Spark computes itself stand in front, where it finds keys of joins and files that it
// need not read. The kernel has them again: it computes the others for no row that they leave out.
// Kernels of filters above are not computed before these: Spark moves no filter past a function
// that may give other values each time, and Sail none past a LIMIT.
std::string SparkPrinter::PrintFilter(const plan::Filter& filter, bool guarded) {
  const bool outside = std::exchange(keeps_place_, guarded);
  std::vector<const plan::Expression*> terms;
  plan::SplitConjunction(*filter.condition, terms);
  std::vector<std::string> texts;
  bool all = true;
  for (const plan::Expression* term : terms) {
    if (IsNative(*term)) {
      texts.push_back(PrintExpression(*term));
    } else {
      all = false;
    }
  }
  if (!all) texts.push_back(PrintExpression(*filter.condition));
  keeps_place_ = outside;
  if (filter.input->kind != RelationKind::kJoin) {
    return "SELECT * FROM " + From(*filter.input) + Where(texts) +
           (guarded && printing_.sail ? kAllRows : "");
  }
  std::string rows = "SELECT " + NamesOf(filter.output) + " FROM " + JoinText(*filter.input);
  if (printing_.sail) return rows + Where(texts) + (guarded ? kAllRows : "");
  // Spark takes a kernel for a function that gives another value each time, and pushes no term of a
  // WHERE around it down past it.
  if (!all) return rows + Where(texts);
  const auto named = std::stable_partition(texts.begin(), texts.end(),
                                           [](const auto& text) { return !NamesValues(text); });
  rows += Where({texts.begin(), named});
  if (named == texts.end()) return rows;
  return "SELECT * FROM (" + rows + ") AS " + Alias() + Where({named, texts.end()});
}

// Joins below and a filter above are of the same SELECT: from these the engines choose an order of
// joins, and Sail looks through no projection.
std::string SparkPrinter::JoinText(const plan::Relation& relation) {
  if (relation.kind != RelationKind::kJoin) return From(relation);
  const auto& join = plan::As<plan::Join>(relation);
  const bool inner = join.type == plan::JoinType::kInner && join.condition == nullptr;
  const plan::JoinType type = inner ? plan::JoinType::kCross : join.type;
  std::string on;
  if (join.condition) {
    join_ = &join;
    on = " ON " + PrintExpression(*join.condition);
    join_ = nullptr;
  } else if (type != plan::JoinType::kCross) {
    on = " ON true";
  }
  const std::string left = JoinText(*join.left);
  return left + std::string(WordOf(type)) + From(*join.right) + on;
}

std::string SparkPrinter::PrintSetOperation(const plan::SetOperation& operation) {
  std::string word = operation.op == plan::SetOperator::kUnion       ? " UNION"
                     : operation.op == plan::SetOperator::kIntersect ? " INTERSECT"
                                                                     : " EXCEPT";
  word += operation.all ? " ALL " : " ";
  const bool compares = operation.op != plan::SetOperator::kUnion || !operation.all;
  const bool maps = !printing_.sail && compares && HasMapColumn(operation.output);
  const bool json = std::any_of(operation.output.begin(), operation.output.end(),
                                [](const auto& column) { return HasJson(column.type); });
  // Their rows come from a kernel, and Spark's map_entries loses the NULLs of its MAPs.
  if (maps && json) return Refuse("what was added to MAP and JSON columns", operation.range);
  std::vector<std::string> inputs;
  for (const plan::RelationPtr& input : operation.inputs) {
    const std::string items = maps ? ItemsOf(input->output, MapsAsEntries) : NamesOf(input->output);
    inputs.push_back("(SELECT " + items + " FROM " + From(*input) + ")");
  }
  // Many inputs of a UNION are a deep plan, unless they are united by halves.
  constexpr size_t kMany = 64;
  const bool halves = operation.op == plan::SetOperator::kUnion && inputs.size() > kMany;
  const std::string made = maps ? ItemsOf(operation.output, EntriesAsMaps) : "*";
  return "SELECT " + made + " FROM (" + (halves ? JoinByHalves(inputs, word) : Join(inputs, word)) +
         ") AS " + Alias() + "(" + NamesOf(operation.output) + ")";
}

// Keys are columns below: where nothing else of the rows is read, Sail loses their number.
std::string SparkPrinter::PrintSort(const plan::Sort& sort) {
  std::vector<std::string> below;
  std::vector<std::string> keys;
  for (const plan::SortKey& key : sort.keys) {
    if (key.expression->kind == plan::ExpressionKind::kConstant) continue;
    keys.push_back(Below(*key.expression, below) + DirectionOf(key));
  }
  std::string from = From(*sort.input);
  if (!below.empty())
    from = "(SELECT *, " + Join(below, ", ") + " FROM " + from + ") AS " + Alias();
  std::string rows = "SELECT " + (below.empty() ? "*" : NamesOf(sort.output)) + " FROM " + from;
  return keys.empty() ? rows : rows + " ORDER BY " + Join(keys, ", ");
}

// Spark counts rows with an INT.
std::string SparkPrinter::Rows(int64_t count, const plan::Limit& limit) {
  if (count <= std::numeric_limits<int32_t>::max()) return std::to_string(count);
  return Refuse(fmt::format("a limit of {} rows", count), limit.range);
}

std::string SparkPrinter::PrintLimit(const plan::Limit& limit) {
  // The keys of an order stand in the same SELECT, or the order would be lost below the limit.
  std::string text = limit.input->kind == RelationKind::kSort
                         ? PrintRelation(*limit.input)
                         : "SELECT * FROM " + From(*limit.input);
  if (limit.count >= 0 && limit.count < kNoLimit) text += " LIMIT " + Rows(limit.count, limit);
  if (limit.offset > 0) text += " OFFSET " + Rows(limit.offset, limit);
  return text;
}

std::string SparkPrinter::TypeOf(const DataType& type, const SourceRange& range) {
  const std::optional<std::string> text = TypeText(type);
  return text ? *text : Refuse("the type " + type.ToString(), range);
}

std::string SparkPrinter::Refuse(std::string what, const SourceRange& range) {
  Fail(Error{ErrorCode::kUnsupported, std::move(what) + " does not run on Spark", range,
             "SET paisql.engine=duckdb"});
  return "NULL";
}

void SparkPrinter::Fail(Error error) {
  if (!error_) error_ = std::move(error);
}

}  // namespace paisql::engine::spark
