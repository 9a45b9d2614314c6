#pragma once

// A plan as one statement of DuckDB. Columns are named by their ids, which are unique in the plan,
// so that references need no qualifier and correlated ones work by themselves.

#include <string>
#include <unordered_map>
#include <vector>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/print/relation/select.h"
#include "engine/duckdb/spelling/spelling.h"

namespace paisql::engine {

class Printer {
 public:
  explicit Printer(PrintContext& context) : context_(context) {}

  // A whole plan. Errors are left in the context.
  Select PrintRoot(const plan::Relation& root);
  std::string PrintExpression(const plan::Expression& expression);

 private:
  // From this depth on, DuckDB's search for common subexpressions takes too long.
  static constexpr size_t kDeep = 100;
  // From so many inner joins on, looking for their best order takes too long.
  static constexpr size_t kManyJoins = 32;
  // From so many keys on, naming them takes too long.
  static constexpr size_t kManyKeys = 64;
  // With more grouping sets than this, each group of sets is a statement's part of its own.
  static constexpr size_t kSetsAtOnce = 8;
  // DuckDB's planning of a union grows with the square of its parts.
  static constexpr size_t kMostSetParts = 1024;
  // From this weight on, a text does not stand twice in the statement.
  static constexpr size_t kHeavy = 200;

  // A text and how many nodes DuckDB makes of it, repetitions counted.
  struct Argument {
    std::string text;
    size_t weight = 0;
    bool bound = false;
  };

  Select PrintRelation(const plan::Relation& relation);
  Select PrintScan(const plan::Scan& scan);
  Select PrintValues(const plan::Values& values);
  bool PrintAsBlock(const plan::Values& values, Select& select);
  Select PrintProject(const plan::Project& project);
  Select PrintFilter(const plan::Filter& filter);
  Select PrintAggregateRelation(const plan::AggregateRelation& aggregate);
  Select PrintSets(const plan::AggregateRelation& aggregate);
  Select PrintJoin(const plan::Join& join);
  void CountJoins(plan::JoinType type, size_t inner_joins);
  Select PrintSetOperation(const plan::SetOperation& operation);
  Select PrintDistinct(const plan::Distinct& distinct);
  Select PrintSort(const plan::Sort& sort);
  Select PrintLimit(const plan::Limit& limit);
  Select PrintUnnest(const plan::Unnest& unnest);
  static const GeneratedList* GeneratedListOf(const plan::Unnest& unnest);
  Select PrintGenerated(const plan::Unnest& unnest, const GeneratedList& list);
  Select PrintWith(const plan::With& with);
  std::string PrintRecursion(const std::string& name, const plan::SetOperation& operation);
  Select PrintCteScan(const plan::CteScan& scan);
  Select PrintTransform(const plan::Transform& transform);

  std::string PrintByKind(const plan::Expression& expression);
  std::string PrintCall(const plan::Call& call);
  Argument PrintOneCall(const plan::Call& call, std::vector<Argument> arguments);
  // `text` is the call's guarded spelling.
  std::string ExpandCall(const plan::Call& call, std::string_view text,
                         const std::vector<std::string>& arguments);
  // x IN (…) whose list goes to DuckDB as rows.
  bool IsLongList(const plan::Call& call) const;
  std::string PrintLongList(const plan::Call& call, const std::string& operand);
  static bool IsConnective(const plan::Expression& expression);
  // A condition decides over rows where only true counts, as in WHERE; elsewhere it is a value.
  std::string PrintCondition(const plan::Expression& expression);
  std::string PrintConnective(const plan::Expression& expression, bool condition);
  std::string PrintInOrder(const std::vector<const plan::Expression*>& operands,
                           std::string_view word, bool condition);
  std::vector<std::string> PrintOperands(const std::vector<const plan::Expression*>& operands,
                                         std::string_view word, bool condition);
  std::string PrintCase(const plan::Case& expression);
  std::string PrintAggregate(const plan::Aggregate& aggregate);
  std::string PrintWindow(const plan::Window& window);
  std::string PrintInSubquery(const plan::InSubquery& in);
  std::string PrintRowInSubquery(const plan::InSubquery& in,
                                 const std::vector<std::string>& operands);
  std::string PrintRowInCondition(const plan::InSubquery& in);
  std::string PrintLambdaBody(const plan::Lambda& lambda,
                              const std::vector<std::string>& parameters, size_t depth);
  std::string PrintSubquery(const plan::Relation& relation);
  std::vector<std::string>* PlaceOfShared(const plan::Relation& relation) const;
  // An aggregate's spelling, or the quotient of two of them; print(text) prints one.
  template <typename Node, typename PrintPart>
  std::string PrintQuotient(std::string_view text, const Node& node, PrintPart print);
  // Prints an aggregate's argument so that it is computed only for the rows that FILTER keeps.
  std::string PrintGuarded(const plan::Expression& expression, const plan::Expression* filter);
  std::vector<std::string> PrintArguments(const std::vector<plan::ExpressionPtr>& arguments,
                                          const plan::Expression* filter);
  std::string PrintSortKeys(const std::vector<plan::SortKey>& keys,
                            const plan::Expression* filter = nullptr);
  std::string PrintFrame(const plan::Window& window);
  // FILTER and OVER of a call; `ours` where DuckDB calls functions of ours.
  std::string PrintOver(const plan::Window& window, bool ours);
  std::string PrintOffset(const plan::Window& window, const plan::FrameBound& bound);
  std::vector<std::string> PrintAll(const std::vector<plan::ExpressionPtr>& expressions);
  // Whether a comparison that stands in WHERE or ON may join tables: its sides are of different
  // ones. Keys of joins are looked up by hash, so they compare exactly.
  bool ComparesTables(const plan::Call& comparison) const;
  // A condition of WHERE or ON over these inputs, where NULL counts as false.
  void AppendConditions(const plan::Expression& condition,
                        const std::vector<const plan::Relation*>& inputs,
                        std::vector<std::string>& out);
  void AppendConditions(const plan::Expression& condition, std::vector<std::string>& out);

  PrintContext& context_;
  // Parameters of the lambdas around the expression: what stands for them.
  std::unordered_map<plan::ColumnId, std::string> bound_;
  // Constants of VALUES that differ from row to row: the column that holds them.
  std::unordered_map<const plan::Expression*, std::string> replaced_;
  // In a condition of WHERE or ON: the table, counted from 1, of each column of its inputs.
  std::unordered_map<plan::ColumnId, size_t> tables_;
  size_t depth_ = 0;
  bool condition_ = false;   // what is printed next is a condition
  bool in_where_ = false;    // of the innermost relation
  bool row_by_row_ = false;  // inside of what fails in strict mode
  size_t row_subqueries_ = 0;
  bool many_joins_ = false;
  bool cross_joins_ = false;
  size_t weight_ = 0;  // of what was printed so far
  size_t lambda_depth_ = 0;
  // How deep the subqueries nest that stand within each other in the text printed so far.
  size_t subquery_height_ = 0;
  // Subqueries that are definitions of a WITH instead: the outermost, and that of the innermost
  // WITH around what is printed, or nullptr in the step of a recursion.
  std::vector<std::string>* outermost_ = nullptr;
  std::vector<std::string>* innermost_ = nullptr;
};

// Whether a subquery stands anywhere in the expression.
bool HasSubquery(const plan::Expression& expression);

}  // namespace paisql::engine
