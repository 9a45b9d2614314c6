#pragma once

// What a component that is SQL reads, and the columns that its parameters name. Errors have the
// place of the name or value that is wrong.

#include <string>
#include <string_view>
#include <vector>

#include "pai/component.h"
#include "pai/value/sql_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

// The table or query that is read, restricted to the partitions that the statement chooses.
struct ClassicInput {
  std::string relation;                // stands after FROM, with an alias after it
  std::vector<store::Column> columns;  // without the partition columns
  bool is_query = false;               // its rows come in another order each time
};

// `table` and `partitions` are parameters; the first one is given.
Result<ClassicInput> InputOf(const Parameters& parameters, const BuildContext& context,
                             std::string_view table = "inputTableName",
                             std::string_view partitions = "inputTablePartitions");

// The columns that a parameter lists, in its order; "f0..f9" stands for the columns from f0 to f9.
// All columns where it is not given. An empty list of columns, and a column that is named twice,
// are errors.
Result<std::vector<store::Column>> Selected(const Parameters& parameters,
                                            const BuildContext& context, std::string_view name,
                                            const std::vector<store::Column>& columns);
// The columns of a list; an empty one where it is not given.
Result<std::vector<store::Column>> SelectedOrNone(const Parameters& parameters,
                                                  const BuildContext& context,
                                                  std::string_view name,
                                                  const std::vector<store::Column>& columns);
// The columns of the parts of a list, which stands at `given`.
Result<std::vector<store::Column>> ColumnsIn(const std::vector<Part>& parts,
                                             const syntax::PaiParameter& given,
                                             const std::vector<store::Column>& columns);
// The one column that a parameter, or its default, names.
Result<store::Column> OneColumn(const Parameters& parameters, const BuildContext& context,
                                std::string_view name, const std::vector<store::Column>& columns);

bool IsNumber(const store::Column& column);  // TINYINT to DOUBLE, DECIMAL
std::vector<store::Column> NumbersOf(const std::vector<store::Column>& columns);
// An error at the parameter, or without a place where it is not given, for the first column that is
// no number.
Status NeedNumbers(const Parameters& parameters, std::string_view name,
                   const std::vector<store::Column>& columns);

// Whether a column of the name, in any letter case, is among them.
bool HasColumn(const std::vector<store::Column>& columns, std::string_view name);

// "`a`, `b`"; with an alias "t.`a`, t.`b`".
std::string ListOf(const std::vector<store::Column>& columns, std::string_view alias = "");
// In single quotes.
std::string QuotedText(std::string_view text);
// The decimal text of a DOUBLE literal, with all its digits.
std::string DoubleText(double value);

}  // namespace paisql::pai
