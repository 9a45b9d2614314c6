#pragma once

// Views with parameters and SQL functions: their text in the place of a call, with parameters as
// variables (analysis/variables.h). Private to this room.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analysis/context/state.h"
#include "analysis/query/query.h"
#include "syntax/definition.h"

namespace paisql::analysis {

// Swaps in the variables that another text sees, hides the names of WITH around it, and puts the
// statement's own back.
class VariableSwap {
 public:
  VariableSwap(State& state, const Variables* variables)
      : state_(state), variables_(std::exchange(state.variables, variables)) {
    std::swap(ctes_, state.ctes);
    std::swap(outer_clauses_, state.outer_clauses);
  }
  ~VariableSwap() {
    state_.variables = variables_;
    std::swap(ctes_, state_.ctes);
    std::swap(outer_clauses_, state_.outer_clauses);
  }
  VariableSwap(const VariableSwap&) = delete;
  VariableSwap& operator=(const VariableSwap&) = delete;

 private:
  State& state_;
  const Variables* variables_;
  CteNames ctes_;
  std::vector<OuterClause> outer_clauses_;
};

// What a call in FROM stands for: a view with parameters, or a function that gives rows.
struct RowsCall {
  const syntax::Definition& definition;
  std::string name;       // of the view or function; its alias where it has no name
  std::string title;      // for errors: "view p.v"
  std::string key;        // in the list of definitions that are being analysed
  std::string view = {};  // "p.v" of a view, whose tables its owner may read
  std::string project = {};
  names::Names names;  // that its text sees
};

// Whether the definition gives rows, so that it is called in FROM.
bool GivesRows(const syntax::Definition& definition);

// The functions of the script that a definition sees, and none of its variables.
Variables FunctionsOf(const Variables* variables);

// The function of the script or of the project, which is called at `range`; null for an unknown
// name.
Result<std::shared_ptr<const syntax::Definition>> FindFunction(State& state,
                                                               const std::string& name,
                                                               const SourceRange& range);
// Each argument as the type of its parameter says: expressions are converted. An error for another
// number of them.
// Arguments with a value of their own may be left out at the end.
Status CheckArguments(const syntax::Definition& definition, const std::string& name,
                      const std::vector<syntax::ExpressionPtr>& arguments,
                      const SourceRange& range);
Result<plan::ExpressionPtr> ValueArgument(State& state, const syntax::Parameter& parameter,
                                          plan::ExpressionPtr argument);

// The argument of the parameter `i`, or the value that it has without one.
const syntax::Expression& ArgumentOf(const syntax::Definition& definition,
                                     const std::vector<syntax::ExpressionPtr>& arguments, size_t i);
// The parameter with the function that its argument names or is, or that a parameter of the
// function around holds.
Result<Variable> FunctionArgument(State& state, const syntax::Parameter& parameter,
                                  const syntax::Expression& argument);

// The rows or the value of the definition's body, while `variables` holds the parameters. Rows that
// variables of the body hold go into `shared`.
Result<plan::RelationPtr> BodyRows(State& state, const syntax::Definition& definition,
                                   const std::string& name, Variables& variables, CteScope& shared);
Result<plan::ExpressionPtr> BodyValue(State& state, const syntax::Definition& definition,
                                      const std::string& name, Variables& variables);

// The same for parameters without arguments, as CREATE looks at it.
Result<plan::RelationPtr> RelationWithoutArguments(State& state,
                                                   const syntax::Definition& definition,
                                                   const std::string& name,
                                                   const SourceRange& range);
Result<plan::ExpressionPtr> ValueWithoutArguments(State& state,
                                                  const syntax::Definition& definition,
                                                  const std::string& name,
                                                  const SourceRange& range);

}  // namespace paisql::analysis
