#include "engine/plan_builder.h"

#include <unistd.h>

#include <map>

#include "types/value_text.h"

namespace paisql::engine::test {
namespace {

using functions::Function;
using functions::FunctionKind;
using functions::Overload;

constexpr Overload kEqual[] = {{"", "$1 = $2"}};
constexpr Overload kGreater[] = {{"", "$1 > $2"}};
constexpr Overload kAdd[] = {{"", "$1 + $2"}};
constexpr Overload kDivide[] = {{"", "$1 / $2"}};
constexpr Overload kAnd[] = {{"", "$1 AND $2"}};
constexpr Overload kOr[] = {{"", "$1 OR $2"}};
constexpr Overload kNot[] = {{"", "NOT $1"}};
constexpr Overload kIsNull[] = {{"", "$1 IS NULL"}};
constexpr Overload kConcat[] = {{"", "$1 || $2"}};
constexpr Overload kArray[] = {{"", "[$*]"}};
constexpr Overload kMap[] = {{"", "MAP([$1], [$2])"}};
constexpr Overload kStruct[] = {{"", "struct_pack(a := $1, \"B b\" := $2)"}};
constexpr Overload kTransform[] = {{"", "list_transform($1, lambda $v1: $2($v1))"}};
constexpr Overload kField[] = {{"", ""}};
constexpr Overload kError[] = {{"", "error($1)"}};
constexpr Overload kSum[] = {{"", "sum($1)", "CAST($0 AS BIGINT)"}};
constexpr Overload kCount[] = {{"", "count($1)"}};
constexpr Overload kMax[] = {{"", "max($1)"}};
constexpr Overload kJoinText[] = {{"", "string_agg($1, ',')"}};
constexpr Overload kRowNumber[] = {{"", "row_number()"}};
constexpr Overload kLag[] = {{"", "lag($1)"}};
constexpr Overload kLastValue[] = {{"", "last_value($1)"}};
constexpr Overload kRange[] = {{"", "list_transform(range($1), lambda _x: {'col': _x})"}};
constexpr Overload kPosExplode[] = {
    {"", "list_transform($1, lambda _x, _i: {'pos': _i - 1, 'val': _x})"}};
constexpr Overload kNow[] = {{"", "$now"}};
constexpr Overload kHugeint[] = {{"", "CAST($1 AS HUGEINT)"}};
constexpr Overload kHugeints[] = {{"", "[CAST($1 AS HUGEINT)]"}};
constexpr Overload kMacro[] = {{"", "paisql_datepart($1, 'year')"}};

const Function kFunctions[] = {
    {"=", FunctionKind::kOperator, kEqual, ""},
    {">", FunctionKind::kOperator, kGreater, ""},
    {"+", FunctionKind::kOperator, kAdd, ""},
    {"/", FunctionKind::kOperator, kDivide, ""},
    {"and", FunctionKind::kOperator, kAnd, ""},
    {"or", FunctionKind::kOperator, kOr, ""},
    {"not", FunctionKind::kOperator, kNot, ""},
    {"is_null", FunctionKind::kOperator, kIsNull, ""},
    {"||", FunctionKind::kOperator, kConcat, ""},
    {"array", FunctionKind::kScalar, kArray, ""},
    {"map", FunctionKind::kScalar, kMap, ""},
    {"struct", FunctionKind::kScalar, kStruct, ""},
    {"transform", FunctionKind::kScalar, kTransform, ""},
    {"field", FunctionKind::kOperator, kField, ""},
    {"error", FunctionKind::kScalar, kError, ""},
    {"sum", FunctionKind::kAggregate, kSum, ""},
    {"count", FunctionKind::kAggregate, kCount, ""},
    {"max", FunctionKind::kAggregate, kMax, ""},
    {"join_text", FunctionKind::kAggregate, kJoinText, ""},
    {"row_number", FunctionKind::kWindow, kRowNumber, "", {.ignores_frame = true}},
    {"lag", FunctionKind::kWindow, kLag, ""},
    {"last_value", FunctionKind::kWindow, kLastValue, ""},
    {"range", FunctionKind::kTable, kRange, ""},
    {"posexplode", FunctionKind::kTable, kPosExplode, ""},
    {"now", FunctionKind::kScalar, kNow, ""},
    {"hugeint", FunctionKind::kScalar, kHugeint, ""},
    {"hugeints", FunctionKind::kScalar, kHugeints, ""},
    {"year", FunctionKind::kScalar, kMacro, ""},
};

void AddColumns(plan::Relation& relation, ColumnId first, const std::vector<ExpressionPtr>& list) {
  for (const auto& expression : list) {
    relation.output.push_back({first, "x" + std::to_string(first), expression->type});
    ++first;
  }
}

void CopyOutput(const plan::Relation& input, plan::Relation& relation) {
  relation.output.insert(relation.output.end(), input.output.begin(), input.output.end());
}

}  // namespace

const Function& TestFunction(std::string_view name) {
  for (const Function& function : kFunctions) {
    if (function.name == name) return function;
  }
  PAISQL_UNREACHABLE("a test function that does not exist");
}

std::unique_ptr<plan::Aggregate> Aggregate(std::string_view name, DataType type,
                                           std::vector<ExpressionPtr> arguments) {
  const Function& function = TestFunction(name);
  auto aggregate =
      std::make_unique<plan::Aggregate>(&function, &function.overloads[0], std::move(type));
  aggregate->star = arguments.empty();
  aggregate->arguments = std::move(arguments);
  return aggregate;
}

std::unique_ptr<plan::Window> Window(std::string_view name, DataType type,
                                     std::vector<ExpressionPtr> arguments) {
  const Function& function = TestFunction(name);
  auto window = std::make_unique<plan::Window>(&function, &function.overloads[0], std::move(type));
  window->arguments = std::move(arguments);
  return window;
}

RelationPtr Values(ColumnId first, std::vector<DataType> types,
                   std::vector<std::vector<ExpressionPtr>> rows) {
  auto values = std::make_unique<plan::Values>();
  for (DataType& type : types) {
    values->output.push_back({first, "x" + std::to_string(first), std::move(type)});
    ++first;
  }
  values->rows = std::move(rows);
  return values;
}

RelationPtr Pairs(ColumnId first, std::initializer_list<std::pair<int, int>> rows) {
  std::vector<std::vector<ExpressionPtr>> cells;
  for (const auto& [a, b] : rows) cells.push_back(List(Int(a), Int(b)));
  return Values(first, {TypeId::kInt, TypeId::kInt}, std::move(cells));
}

RelationPtr OneRow() {
  auto values = std::make_unique<plan::Values>();
  values->rows.emplace_back();
  return values;
}

RelationPtr Project(RelationPtr input, ColumnId first, std::vector<ExpressionPtr> expressions) {
  auto project = std::make_unique<plan::Project>();
  AddColumns(*project, first, expressions);
  project->input = std::move(input);
  project->expressions = std::move(expressions);
  return project;
}

RelationPtr Filter(RelationPtr input, ExpressionPtr condition) {
  auto filter = std::make_unique<plan::Filter>();
  CopyOutput(*input, *filter);
  filter->input = std::move(input);
  filter->condition = std::move(condition);
  return filter;
}

RelationPtr Sort(RelationPtr input, ColumnId column, bool descending, bool nulls_first) {
  auto sort = std::make_unique<plan::Sort>();
  CopyOutput(*input, *sort);
  sort->input = std::move(input);
  plan::SortKey key;
  key.expression = Column(column);
  key.descending = descending;
  key.nulls_first = nulls_first;
  sort->keys.push_back(std::move(key));
  return sort;
}

RelationPtr Limit(RelationPtr input, int64_t count, int64_t offset) {
  auto limit = std::make_unique<plan::Limit>();
  CopyOutput(*input, *limit);
  limit->input = std::move(input);
  limit->count = count;
  limit->offset = offset;
  return limit;
}

RelationPtr Join(plan::JoinType type, RelationPtr left, RelationPtr right,
                 ExpressionPtr condition) {
  auto join = std::make_unique<plan::Join>();
  join->type = type;
  CopyOutput(*left, *join);
  if (type != plan::JoinType::kSemi && type != plan::JoinType::kAnti) CopyOutput(*right, *join);
  join->left = std::move(left);
  join->right = std::move(right);
  join->condition = std::move(condition);
  return join;
}

RelationPtr Select(std::vector<ExpressionPtr> expressions) {
  return Project(OneRow(), 1, std::move(expressions));
}

RelationPtr GroupBy(RelationPtr input, ColumnId first, std::vector<ExpressionPtr> keys,
                    std::vector<ExpressionPtr> aggregates, std::vector<std::vector<size_t>> sets) {
  auto group = std::make_unique<plan::AggregateRelation>();
  AddColumns(*group, first, keys);
  AddColumns(*group, first + static_cast<int>(keys.size()), aggregates);
  if (!sets.empty()) {
    const auto id = first + static_cast<int>(keys.size() + aggregates.size());
    group->output.push_back({id, "grouping_id", TypeId::kBigint});
  }
  group->input = std::move(input);
  group->keys = std::move(keys);
  group->aggregates = std::move(aggregates);
  group->grouping_sets = std::move(sets);
  return group;
}

RelationPtr Range(ColumnId column, int64_t rows) {
  auto unnest = std::make_unique<plan::Unnest>();
  unnest->function = &TestFunction("range");
  unnest->overload = &unnest->function->overloads[0];
  unnest->input = OneRow();
  unnest->arguments = List(Bigint(rows));
  unnest->output.push_back({column, "n", TypeId::kBigint});
  return unnest;
}

EngineFactory Engines() {
  return BuiltInEngines(std::filesystem::read_symlink("/proc/self/exe").parent_path() / "lib");
}

EngineTest::EngineTest() {
  std::string pattern = std::filesystem::temp_directory_path() / "paisql-engine-XXXXXX";
  folder_ = mkdtemp(pattern.data());
  EngineOptions options;
  options.temp_directory = folder_ + "/spill";
  options.share.memory_bytes = 1'000'000'000;
  options.share.threads = 2;
  auto engine = Engines().MakeEngine(kDefaultEngine, options);
  PAISQL_ASSERT(engine.ok(), engine.ok() ? "" : engine.error().detail.c_str());
  engine_ = std::move(engine).value();
}

EngineTest::~EngineTest() {
  engine_.reset();
  std::filesystem::remove_all(folder_);
}

std::string EngineTest::Run(const plan::Relation& root, TextForm form) {
  auto stream = engine_->Query(root, settings_);
  if (!stream.ok()) return "FAILED: " + stream.error().ToString();
  ResultText rows((*stream)->columns());
  std::string text;
  while (true) {
    const auto batch = (*stream)->Next();
    if (!batch.ok()) return "FAILED: " + batch.error().ToString();
    if (!*batch) return text;
    rows.Read(*batch);
    for (size_t r = 0; r < rows.row_count(); ++r) {
      for (size_t i = 0; i < (*stream)->columns().size(); ++i) {
        if (i > 0) text += '|';
        if (rows.IsNull(i, r) && form == TextForm::kPlain) text += "NULL";
        rows.AppendText(i, r, form, text);
      }
      text += '\n';
    }
  }
}

std::string EngineTest::RunExpression(ExpressionPtr expression, TextForm form) {
  std::string text = Run(*Select(List(std::move(expression))), form);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

std::string EngineTest::Outcome(const plan::Relation& root) { return Run(root); }

}  // namespace paisql::engine::test
