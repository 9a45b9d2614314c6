#pragma once

// A plan as one statement of Spark's dialect. Columns are named by their ids. What Spark cannot
// say, or says otherwise, becomes a call of a kernel: a function that the statement's session has
// to have. Files are views that it has to have, too.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/bindings.h"
#include "engine/engine.h"
#include "engine/kernel/kernel.h"
#include "engine/spark/print/spark_constant.h"
#include "engine/spark/spelling/spark_spelling.h"
#include "plan/relation.h"

namespace paisql::engine::spark {

// A set of Parquet files that Spark reads as one view. A column that a file lacks is NULL.
struct SparkSource {
  std::string view;  // says what it reads: two sources of one name are the same
  std::vector<std::pair<std::string, std::string>> columns;  // names and Spark's types
  std::vector<std::string> partition_columns;                // STRING, after those
  struct Group {
    std::vector<std::string> values;  // one a partition column
    std::vector<std::string> files;
    std::vector<int64_t> sizes;  // of the files, in bytes; a file from outside may change
  };
  std::vector<Group> groups;
};

// Rows that are computed once, before the statement, and that it reads as a view. They are those of
// `sql`; a recursion goes on with the rows of `next`, which reads those of the run before as the
// view `last`, until it gives none. It fails where it gives rows in more than `most_runs` runs.
struct SparkStep {
  std::string view;
  std::string sql;
  std::string next;
  std::string last;
  int most_runs = 0;
  std::string error;  // as kernels tell errors (python/paisql/spark/told_errors.py)
};

struct SparkStatement {
  std::vector<SparkStep> steps;  // in their order
  std::string sql;
  std::map<std::string, Kernel> kernels;  // by their functions' names
  std::vector<SparkSource> sources;
};

struct SparkPrinting {
  const Bindings& bindings;
  const ExecutionSettings& settings;
  KernelMaker& kernels;
  bool sail = false;
  // To be shown, not to be run: the rows of scripts that have not run are called "script_rows".
  bool shown = false;
};

class SparkPrinter {
 public:
  explicit SparkPrinter(const SparkPrinting& printing)
      : printing_(printing), bindings_(printing.bindings) {}

  // The rows as Query gives them: times are wall clock. Columns are r0, r1, ….
  Result<SparkStatement> PrintRows(const plan::Relation& root);
  // The rows as files have them: times are instants.
  Result<SparkStatement> PrintStored(const plan::Relation& root);

 private:
  Result<SparkStatement> Print(const plan::Relation& root, bool shown);

  // A whole SELECT, whose columns are c<id>.
  std::string PrintRelation(const plan::Relation& relation);
  std::string PrintScan(const plan::Scan& scan);
  std::string PrintValues(const plan::Values& values);
  std::string PrintValuesList(const plan::Values& values);
  // The rows of one list, which a kernel computes.
  std::string PrintValuesKernel(const plan::Values& values);
  std::string PrintValueRow(const plan::Values& values, size_t row);
  std::string PrintValueRows(const plan::Values& values, size_t begin, size_t end);
  std::string PrintNoRows(const std::vector<plan::OutputColumn>& columns, const SourceRange& range);
  std::string PrintProject(const plan::Project& project);
  std::string PrintPart(const plan::Relation& relation, bool guarded);
  std::string PrintFilter(const plan::Filter& filter, bool guarded);
  std::string PrintAggregateRelation(const plan::AggregateRelation& aggregate);
  // A FROM item.
  std::string JoinText(const plan::Relation& relation);
  std::string PrintSetOperation(const plan::SetOperation& operation);
  std::string PrintSort(const plan::Sort& sort);
  std::string PrintLimit(const plan::Limit& limit);
  std::string Rows(int64_t count, const plan::Limit& limit);
  std::string PrintUnnest(const plan::Unnest& unnest);
  std::string PrintWith(const plan::With& with);
  // A statement of its own that gives the rows of a part of the statement.
  std::string PrintApart(const plan::Relation& relation);
  void AddStep(int index, const plan::Relation& definition);
  void AddRecursion(int index, const plan::SetOperation& operation);
  std::string PrintCteScan(const plan::CteScan& scan);
  std::string PrintTransform(const plan::Transform& transform);
  // "(SELECT …) AS t5"
  std::string From(const plan::Relation& relation);

  std::string PrintExpression(const plan::Expression& expression);
  // nullopt where the expression itself, whatever its parts are, needs a kernel.
  std::optional<std::string> PrintNative(const plan::Expression& expression);
  // A constant that needs a kernel, computed here.
  std::optional<std::string> PrintConstant(const plan::Expression& expression);
  // A constant as a literal.
  std::optional<std::string> PrintLiteral(const plan::Expression& expression);
  std::optional<std::string> PrintCall(const plan::Call& call);
  std::optional<std::string> PrintCast(const plan::Cast& cast);
  std::optional<std::string> PrintCase(const plan::Case& expression);
  // The text of a call as a template over its arguments, nullopt for a kernel's. `lazy` becomes
  // true where no argument may be one.
  std::optional<std::string> TemplateOf(const plan::Call& call, bool& lazy) const;
  bool ComparesSides(const plan::Call& call) const;
  std::string PrintAggregate(const plan::Aggregate& aggregate);
  std::string PrintSingleValue(const plan::Aggregate& aggregate);
  // What a spelling puts around complete calls of an aggregate, which `complete` makes of a text.
  std::string Finished(const SparkSpelling& spelling,
                       const std::vector<plan::ExpressionPtr>& arguments, const DataType& type,
                       const SourceRange& range,
                       const std::function<std::string(std::string_view)>& complete);
  using TypedText = std::pair<std::string, DataType>;
  // A kernel's quotient of DECIMALs.
  std::string PrintQuotient(const TypedText& dividend, const TypedText& divisor,
                            const DataType& type, const SourceRange& range);
  // The value, or NULL in a row that FILTER leaves out.
  std::string PrintFiltered(const std::string& value, const plan::Expression& filter);
  // An argument of an aggregate, which is computed for the rows alone that FILTER keeps.
  std::string PrintGuarded(const plan::Expression& argument, const plan::Expression* filter);
  std::vector<std::string> PrintAll(const std::vector<plan::ExpressionPtr>& expressions);
  // Whether the whole expression can be printed without a kernel.
  bool IsNative(const plan::Expression& expression);
  // Whether a kernel of the operator itself may end the statement.
  bool MayFailInKernel(const plan::Expression& expression);
  bool MayFailInKernel(const plan::Relation& relation);

  std::string PrintKernel(const plan::Expression& expression, bool shown);
  std::string PrintListKernel(const plan::Aggregate& aggregate);
  // The list of the rows that a table function makes of one row.
  std::string PrintRowsKernel(const plan::Unnest& unnest);
  // Replaces what a kernel is given by columns; the texts of the arguments come in their order.
  struct Arguments {
    std::vector<KernelArgument> columns;
    std::vector<std::string> texts;
  };
  void TakeArguments(plan::ExpressionPtr& expression, Arguments& arguments);
  // A value of a file as a value of another type.
  std::string PrintConversion(const std::string& text, const DataType& from, const DataType& to,
                              const SourceRange& range);
  std::string CallKernel(Result<Kernel> kernel, std::vector<std::string> arguments,
                         const SourceRange& range);

  // The FROM item that has the values of the windows in the expressions beside the input's columns.
  // With any window, `windowless` gets the expressions with columns in the windows' place.
  std::string PrintWindows(const std::vector<plan::ExpressionPtr>& expressions,
                           const plan::Relation& input,
                           std::vector<plan::ExpressionPtr>& windowless);
  // A window under the name of its column.
  struct NamedWindow {
    plan::ColumnId id = 0;
    std::unique_ptr<plan::Window> window;
  };
  void TakeWindows(plan::ExpressionPtr& expression, std::vector<NamedWindow>& windows);
  bool IsNative(const plan::Window& window);
  std::string PrintWindow(const plan::Window& window, std::vector<std::string>& below);
  std::string PrintOver(const plan::Window& window, std::vector<std::string>& below);
  // The name of a column that has the expression, which is computed below where it is not there.
  std::string Below(const plan::Expression& expression, std::vector<std::string>& below);
  // Prints all windows that share one PARTITION BY. The printed rows keep `columns` beside the
  // windows' values.
  std::string PrintPartition(const std::string& from, const std::vector<NamedWindow*>& windows,
                             std::vector<KernelArgument>& columns);

  std::string Alias() { return "t" + std::to_string(++aliases_); }
  std::string TypeOf(const DataType& type, const SourceRange& range);
  // Notes the first error, and gives what stands in place of the text.
  std::string Refuse(std::string what, const SourceRange& range);
  void Fail(Error error);

  const SparkPrinting printing_;
  Bindings bindings_;  // of the copy of the plan that is printed
  SparkStatement statement_;
  std::optional<Error> error_;
  ComputedConstants constants_;
  const plan::Join* join_ = nullptr;  // whose condition is printed
  int aliases_ = 0;
  std::vector<std::string> definitions_;  // of the WITHs around what is printed
  std::map<int, std::string> views_;      // definitions that are steps
  bool guarded_ = false;                  // a kernel above may fail for rows that filters leave out
  bool keeps_place_ = false;              // kernels that are printed stay where they stand
  bool in_recursion_ = false;             // what is printed runs again and again
  std::set<int> unrepeatable_;            // definitions in the text (repeatable.h)
  plan::ColumnId next_column_ = 1'000'000'000;  // of kernels' own arguments
  // Texts with the names of their columns, where they are computed below what is printed:
  // aggregates' calls, and their arguments still further below. Equal texts stand once.
  using NamedTexts = std::vector<std::pair<std::string, std::string>>;
  struct Calls {
    NamedTexts arguments;
    NamedTexts calls;
    // Every argument is a column, because a row without values comes to the others: Spark makes no
    // group of no rows.
    bool totals = false;
  };
  Calls* calls_ = nullptr;  // of the GROUP BY whose aggregates are printed
  std::string Named(const std::string& text, NamedTexts& texts);
  // The rows of `from`, and one that has no values, with these columns.
  std::string WithEmptyRow(const std::string& from, const std::vector<std::string>& keys,
                           const NamedTexts& columns);
  // The name of an argument's column. Sail knows calls apart by the columns that they name: casts
  // and conditions in them make no difference to it.
  std::string ArgumentName(const std::string& text, Calls& calls);
};

}  // namespace paisql::engine::spark
