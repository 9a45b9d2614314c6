#pragma once

// What components for texts check about the columns that their parameters name. Private to
// pai/classic/texts.

#include <string>
#include <string_view>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

bool IsText(const store::Column& column);  // STRING, VARCHAR, CHAR

// The one column that a parameter names, which holds texts; without it the first column that does.
// `table` is the parameter of the input.
Result<store::Column> OneTextColumn(const Parameters& parameters, const BuildContext& context,
                                    std::string_view name,
                                    const std::vector<store::Column>& columns,
                                    std::string_view table = "inputTableName");
// The first column that holds texts.
Result<store::Column> FirstTextColumn(const Parameters& parameters, std::string_view table,
                                      const std::vector<store::Column>& columns);
// The columns that a parameter lists, which hold texts; without it all columns that do.
Result<std::vector<store::Column>> TextColumns(const Parameters& parameters,
                                               const BuildContext& context, std::string_view name,
                                               const std::vector<store::Column>& columns);

// The columns of a table that a learner writes, without what else they are in another table. An
// error at the parameter `blamed` where two have one name, and for a type that a job's process
// cannot write.
Result<std::vector<store::Column>> NewColumns(const Parameters& parameters, std::string_view blamed,
                                              const std::vector<store::Column>& columns);

// The words of a text, in SQL: an array of what blanks separate, without empty texts.
std::string WordsSql(const std::string& text);
// A relation of one row, for a column of words: `words` are arrays, of which WordKnownSql looks
// into one for each word.
std::string WordSetSql(const store::Column& column, const std::string& relation);
std::string WordKnownSql(const std::string& word, const std::string& alias);
// A query with its rows in the order of columns, so that each run writes the same table.
std::string SortedSql(const std::string& query, const std::string& columns);

}  // namespace paisql::pai
