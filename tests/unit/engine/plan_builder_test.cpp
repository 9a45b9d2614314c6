#include "engine/plan_builder.h"

#include <unistd.h>

#include "types/value_text.h"

namespace paisql::engine::test {
namespace {

using functions::Function;
using functions::Overload;

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

const Function& Named(std::string_view name) {
  for (const auto find :
       {functions::FindFunction, functions::FindOperator, functions::FindHidden}) {
    if (const Function* function = find(name)) return *function;
  }
  PAISQL_UNREACHABLE("a function that does not exist");
}

const Overload& OverloadFor(const Function& function, const std::vector<ExpressionPtr>& arguments) {
  if (function.overloads.size() == 1 || arguments.empty()) return function.overloads[0];
  std::vector<DataType> types;
  for (const ExpressionPtr& argument : arguments) types.push_back(argument->type);
  const auto resolved = functions::ResolveOverload(function, types, {});
  PAISQL_ASSERT(resolved.ok(), "a call that no overload fits");
  return *resolved->overload;
}

ExpressionPtr Call(std::string_view name, DataType type, std::vector<ExpressionPtr> arguments) {
  const Function& function = Named(name);
  auto call =
      std::make_unique<plan::Call>(&function, &OverloadFor(function, arguments), std::move(type));
  call->arguments = std::move(arguments);
  return call;
}

std::unique_ptr<plan::Aggregate> Aggregate(std::string_view name, DataType type,
                                           std::vector<ExpressionPtr> arguments) {
  const Function& function = Named(name);
  auto aggregate = std::make_unique<plan::Aggregate>(&function, &OverloadFor(function, arguments),
                                                     std::move(type));
  aggregate->star = arguments.empty();
  aggregate->arguments = std::move(arguments);
  return aggregate;
}

std::unique_ptr<plan::Window> Window(std::string_view name, DataType type,
                                     std::vector<ExpressionPtr> arguments) {
  const Function& function = Named(name);
  auto window =
      std::make_unique<plan::Window>(&function, &OverloadFor(function, arguments), std::move(type));
  window->arguments = std::move(arguments);
  return window;
}

std::unique_ptr<plan::Unnest> Unnest(std::string_view name, RelationPtr input,
                                     std::vector<ExpressionPtr> arguments) {
  auto unnest = std::make_unique<plan::Unnest>();
  unnest->function = &Named(name);
  unnest->overload = &OverloadFor(*unnest->function, arguments);
  unnest->output = input->output;
  unnest->input = std::move(input);
  unnest->arguments = std::move(arguments);
  return unnest;
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
  auto unnest = Unnest(
      "explode", OneRow(),
      List(Call("sequence", DataType::Array(TypeId::kBigint), List(Bigint(0), Bigint(rows - 1)))));
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
  auto engine = Engines().MakeConnection(kDefaultEngine, options);
  PAISQL_ASSERT(engine.ok(), engine.ok() ? "" : engine.error().detail.c_str());
  engine_ = std::move(engine).value();
}

EngineTest::~EngineTest() {
  engine_.reset();
  std::filesystem::remove_all(folder_);
}

std::string EngineTest::Run(const plan::Relation& root, TextForm form) {
  auto stream = engine_->Query(root, bindings_, settings_);
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
