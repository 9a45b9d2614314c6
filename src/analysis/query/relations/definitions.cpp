#include "analysis/query/relations/definitions.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/coercion.h"
#include "analysis/expression/expressions.h"
#include "analysis/query/relations/from.h"
#include "base/text.h"
#include "types/conversion.h"

namespace paisql::analysis {
namespace {

bool IsAny(const syntax::TypeName& type) { return EqualsIgnoreCase(type.text, "ANY"); }

// kUnknown stands for ANY: nobody can say more before there is an argument.
Result<DataType> ParameterType(State& state, const syntax::TypeName& type) {
  if (IsAny(type)) return DataType(TypeId::kUnknown);
  return ResolveTypeName(state, type);
}

void Bind(Variables& variables, Variable variable) {
  const std::string key = ToLower(variable.name);
  variables[key] = std::make_shared<const Variable>(std::move(variable));
}

std::shared_ptr<const plan::Expression> Kept(plan::ExpressionPtr expression) {
  return {std::move(expression)};
}

plan::ExpressionPtr Value(State& state, const syntax::Expression& expression) {
  const Scope nothing(nullptr);
  ExpressionAnalyzer analyzer(state, nothing, {.name = "a variable"});
  return analyzer.Analyze(expression);
}

// @v := … of the body.
Status Assign(State& state, const syntax::AssignStep& step, Variables& variables,
              CteScope* shared) {
  Variable variable;
  variable.name = step.variable.text;
  if (step.value != nullptr) {
    plan::ExpressionPtr value = Value(state, *step.value);
    if (step.type) {
      syntax::Parameter declared;
      declared.type = step.type;
      PAISQL_ASSIGN(value, ValueArgument(state, declared, std::move(value)));
    }
    variable.expression = Kept(std::move(value));
  } else if (step.query != nullptr && shared != nullptr) {
    PAISQL_ASSIGN(plan::RelationPtr rows, QueryRelation(state, *step.query, nullptr));
    variable.shared = &shared->Add(step.variable.text, std::move(rows));
  } else if (step.query != nullptr) {
    variable.query = step.query.get();
    variable.scope = std::make_shared<const Variables>(variables);
  }
  Bind(variables, std::move(variable));
  return Status::Ok();
}

Result<const Variable*> RunBody(State& state, const syntax::Definition& definition,
                                const std::string& name, Variables& variables, CteScope* shared) {
  for (const syntax::StepPtr& step : definition.body->steps) {
    PAISQL_TRY(Assign(state, syntax::As<syntax::AssignStep>(*step), variables, shared));
  }
  const std::string result = definition.result ? definition.result->text : name;
  const Variable* const variable = FindVariable(&variables, result);
  if (variable != nullptr) return variable;
  const SourceRange range =
      definition.body->steps.empty() ? SourceRange() : definition.body->steps.back()->range;
  return SemanticError(range, fmt::format("variable @{} is not set", result),
                       "its value is the result: write @" + result + " := …");
}

// Which function @f is the call alone knows.
bool TakesFunctions(const syntax::Definition& definition) {
  return std::ranges::any_of(definition.parameters, [](const auto& one) { return one.function; });
}

// Parameters without arguments.
Result<Variables> NoArguments(State& state, const syntax::Definition& definition,
                              CteScope& shared) {
  Variables variables = FunctionsOf(state.variables);
  for (const syntax::Parameter& parameter : definition.parameters) {
    Variable variable;
    variable.name = parameter.name.text;
    if (parameter.table) {
      std::vector<plan::OutputColumn> columns;
      for (const syntax::Parameter::Column& column : parameter.columns) {
        PAISQL_ASSIGN(DataType type, ParameterType(state, column.type));
        columns.push_back(state.Column(column.name.text, std::move(type)));
      }
      plan::RelationPtr rows =
          parameter.rest ? OpenRelation(state) : FailedRelation(std::move(columns));
      variable.shared = &shared.Add(parameter.name.text, std::move(rows));
    } else if (parameter.type) {
      PAISQL_ASSIGN(DataType type, ParameterType(state, *parameter.type));
      auto value = std::make_unique<plan::Constant>(paisql::Value::Null(std::move(type)));
      value->range = parameter.name.range;
      variable.expression = Kept(std::move(value));
    }
    Bind(variables, std::move(variable));
  }
  return variables;
}

}  // namespace

Variables FunctionsOf(const Variables* variables) {
  Variables functions;
  if (variables == nullptr) return functions;
  for (const auto& [key, variable] : *variables) {
    if (variable->definition != nullptr) functions.emplace(key, variable);
  }
  return functions;
}

Result<std::shared_ptr<const syntax::Definition>> FindFunction(State& state,
                                                               const std::string& name,
                                                               const SourceRange& range) {
  const std::string key = FunctionKey(name);
  if (const Variable* own = FindVariable(state.variables, key)) return own->definition;
  const std::string place = ToLower(state.names.place()) + "." + key;
  if (const auto known = state.functions.find(place); known != state.functions.end()) {
    return known->second;
  }
  std::shared_ptr<const syntax::Definition> definition;
  PAISQL_ASSIGN(const std::optional<store::Table> row,
                state.names.catalog().FindTable(state.names.place(), key));
  if (row.has_value()) {
    PAISQL_TRY(state.CheckUse({"function", row->project, name, row->owner}, range));
    PAISQL_ASSIGN(syntax::Definition made,
                  syntax::ParseDefinition(row->view_text, state.context.leash));
    definition = std::make_shared<const syntax::Definition>(std::move(made));
  }
  state.functions.emplace(place, definition);
  return definition;
}

Status CheckArguments(const syntax::Definition& definition, const std::string& name,
                      const std::vector<syntax::ExpressionPtr>& arguments,
                      const SourceRange& range) {
  const size_t wanted = definition.parameters.size();
  size_t least = wanted;
  while (least > 0 && definition.parameters[least - 1].fallback != nullptr) --least;
  if (arguments.size() >= least && arguments.size() <= wanted) return Status::Ok();
  return Error{ErrorCode::kArgumentCount,
               fmt::format("function {} needs {} parameter{}, actually have {}", name, wanted,
                           wanted == 1 ? "" : "s", arguments.size()),
               range, ""};
}

const syntax::Expression& ArgumentOf(const syntax::Definition& definition,
                                     const std::vector<syntax::ExpressionPtr>& arguments,
                                     size_t i) {
  return i < arguments.size() ? *arguments[i] : *definition.parameters[i].fallback;
}

bool GivesRows(const syntax::Definition& definition) {
  if (definition.query != nullptr || !definition.result_columns.empty()) return true;
  return definition.body && !definition.result_type &&
         std::ranges::any_of(definition.parameters, [](const auto& one) { return one.table; });
}

Result<plan::ExpressionPtr> ValueArgument(State& state, const syntax::Parameter& parameter,
                                          plan::ExpressionPtr argument) {
  PAISQL_ASSIGN(const DataType type, ParameterType(state, *parameter.type));
  if (IsFailed(type) || IsFailed(argument->type)) return argument;
  const ConversionKind kind = Conversion(argument->type, type, state.types());
  if (kind != ConversionKind::kNone && kind != ConversionKind::kExplicit) {
    return CoerceTo(state, std::move(argument), type);
  }
  return Error{ErrorCode::kInvalidArgumentType,
               fmt::format("@{} is {}, which {} does not become", parameter.name.text,
                           type.ToString(), argument->type.ToString()),
               argument->range, "write a CAST"};
}

Result<plan::RelationPtr> BodyRows(State& state, const syntax::Definition& definition,
                                   const std::string& name, Variables& variables,
                                   CteScope& shared) {
  const VariableSwap swap(state, &variables);
  std::vector<store::Column> columns;
  for (const syntax::ColumnDefinition& column : definition.result_columns) {
    store::Column one;
    one.name = column.name.text;
    PAISQL_ASSIGN(one.type, ResolveTypeName(state, column.type));
    columns.push_back(std::move(one));
  }
  plan::RelationPtr rows;
  SourceRange range;
  if (definition.body) {
    PAISQL_ASSIGN(const Variable* const result,
                  RunBody(state, definition, name, variables, &shared));
    if (result->shared == nullptr) {
      return SemanticError({}, fmt::format("@{} is a value and no table", result->name),
                           "a view gives rows: write @v := SELECT …");
    }
    rows = ScanOfCte(state, *result->shared, range);
  } else if (definition.query != nullptr) {
    range = definition.query->range;
    PAISQL_ASSIGN(rows, QueryRelation(state, *definition.query, nullptr));
  } else {
    return SemanticError(definition.value->range, "a view needs a query", "write SELECT …");
  }
  return DeclaredColumns(state, std::move(rows), columns, range);
}

Result<plan::ExpressionPtr> BodyValue(State& state, const syntax::Definition& definition,
                                      const std::string& name, Variables& variables) {
  const VariableSwap swap(state, &variables);
  plan::ExpressionPtr value;
  if (definition.value != nullptr) {
    value = Value(state, *definition.value);
  } else if (definition.body) {
    PAISQL_ASSIGN(const Variable* const result,
                  RunBody(state, definition, name, variables, nullptr));
    syntax::Variable node;
    node.name.text = result->name;
    value = Value(state, node);
  } else {
    PAISQL_UNREACHABLE("a function that gives rows is called in FROM");
  }
  if (!definition.result_type) return value;
  syntax::Parameter declared;
  declared.name.text = definition.result ? definition.result->text : name;
  declared.type = definition.result_type;
  return ValueArgument(state, declared, std::move(value));
}

Result<plan::RelationPtr> RelationWithoutArguments(State& state,
                                                   const syntax::Definition& definition,
                                                   const std::string& name,
                                                   const SourceRange& range) {
  if (TakesFunctions(definition)) return OpenRelation(state);
  CteScope shared(state);
  PAISQL_ASSIGN(Variables variables, NoArguments(state, definition, shared));
  Result<plan::RelationPtr> rows = BodyRows(state, definition, name, variables, shared);
  if (!rows.ok()) {
    Error error = std::move(rows).error();
    if (!error.range.known()) error.range = range;
    return error;
  }
  return shared.Wrap(std::move(rows).value());
}

Result<plan::ExpressionPtr> ValueWithoutArguments(State& state,
                                                  const syntax::Definition& definition,
                                                  const std::string& name,
                                                  const SourceRange& range) {
  for (const syntax::Parameter& parameter : definition.parameters) {
    if (!parameter.table) continue;
    return SemanticError(parameter.name.range, "a function that gives a value takes no tables",
                         "write AS SELECT …, or RETURNS @r TABLE (…), and call it in FROM");
  }
  if (TakesFunctions(definition)) return FailedExpression(range);
  CteScope shared(state);
  PAISQL_ASSIGN(Variables variables, NoArguments(state, definition, shared));
  return BodyValue(state, definition, name, variables);
}

}  // namespace paisql::analysis
