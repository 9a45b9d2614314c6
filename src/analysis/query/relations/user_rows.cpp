// Rows of table functions that users have written.

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "plan/traverse.h"
#include "plan/user_function_use.h"

namespace paisql::analysis {
namespace {

// The function's columns with the user's names.
Result<std::vector<plan::OutputColumn>> OwnColumns(State& state, const udf::FunctionSpec& spec,
                                                   const std::vector<syntax::Identifier>& names) {
  if (!names.empty() && names.size() != spec.results.size()) {
    return SemanticError(names.front().range,
                         fmt::format("function {} gives {} columns, {} names are given", spec.name,
                                     spec.results.size(), names.size()),
                         "AS names each column after the arrow of @annotate");
  }
  std::vector<plan::OutputColumn> columns;
  for (size_t i = 0; i < spec.results.size(); ++i) {
    const std::string name = names.empty() ? fmt::format("_c{}", i) : names[i].text;
    columns.push_back(state.Column(name, spec.results[i]));
  }
  return columns;
}

// The input's columns under their ids, then the arguments. A relation of no column gets one, so
// that its rows can be counted.
plan::RelationPtr WithArguments(State& state, plan::RelationPtr input,
                                std::vector<plan::ExpressionPtr> arguments,
                                const SourceRange& range) {
  auto project = std::make_unique<plan::Project>();
  project->range = range;
  project->output = input->output;
  for (const plan::OutputColumn& column : input->output) {
    project->expressions.push_back(MakeColumn(column, range));
  }
  if (project->output.empty()) {
    project->output.push_back(state.Column("row", TypeId::kBigint));
    project->expressions.push_back(std::make_unique<plan::Constant>(Value::Bigint(0)));
  }
  for (plan::ExpressionPtr& argument : arguments) {
    project->output.push_back(state.Column("argument", argument->type));
    project->expressions.push_back(std::move(argument));
  }
  project->input = std::move(input);
  return project;
}

// The last columns alone, which get ids of their own.
plan::RelationPtr LastColumns(State& state, plan::RelationPtr input, size_t first) {
  auto project = std::make_unique<plan::Project>();
  project->range = input->range;
  for (size_t i = first; i < input->output.size(); ++i) {
    const plan::OutputColumn& column = input->output[i];
    project->output.push_back(state.Column(column.name, column.type));
    project->expressions.push_back(MakeColumn(column, input->range));
  }
  project->input = std::move(input);
  return project;
}

}  // namespace

Result<plan::RelationPtr> UserRows(State& state, plan::RelationPtr input, UserRowsCall call,
                                   bool outer, const std::vector<syntax::Identifier>& names) {
  auto rows = std::make_unique<plan::Transform>();
  rows->range = rows->command_range = call.range;
  rows->function = std::move(call.use);
  rows->outer = outer;
  PAISQL_ASSIGN(std::vector<plan::OutputColumn> own,
                OwnColumns(state, *rows->function->spec, names));
  const size_t inputs = input->output.size();
  const size_t arguments = call.arguments.size();
  rows->input = WithArguments(state, std::move(input), std::move(call.arguments), call.range);
  // The function runs once, before the query around it.
  if (plan::IsCorrelated(*rows->input)) {
    return SemanticError(call.range,
                         fmt::format("function {} cannot read columns of the query around its own",
                                     rows->function->spec->name),
                         "join what it needs in its own FROM");
  }
  rows->carried = rows->input->output.size() - arguments;
  rows->output.assign(rows->input->output.begin(),
                      rows->input->output.begin() + static_cast<std::ptrdiff_t>(rows->carried));
  rows->output.insert(rows->output.end(), std::make_move_iterator(own.begin()),
                      std::make_move_iterator(own.end()));
  if (inputs > 0) return plan::RelationPtr(std::move(rows));
  return LastColumns(state, std::move(rows), 1);
}

}  // namespace paisql::analysis
