#pragma once

// The columns of tables that learners make.

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "pai/component.h"

namespace paisql::pai {

// A new table's column of a name and a type.
using NamedType = std::pair<std::string_view, TypeId>;

std::vector<store::Column> OutputColumns(std::initializer_list<NamedType> columns);

// What a list of columns that is not given stands for.
enum class Appended { kNone, kAll };

// The columns of the input that a parameter lists, then the new ones. An error for a name that is
// there twice.
Result<std::vector<store::Column>> WithAppended(const Parameters& parameters,
                                                const BuildContext& context,
                                                const std::vector<store::Column>& input,
                                                std::string_view appended,
                                                std::initializer_list<NamedType> added,
                                                Appended absent = Appended::kNone);

// The columns of the input that a parameter lists for an output; an error for one of a type that a
// job's process cannot write.
Result<std::vector<store::Column>> HandedOn(const Parameters& parameters,
                                            const BuildContext& context, std::string_view name,
                                            const std::vector<store::Column>& input);

// Columns as a new table has them: numbered from 1, without comments and defaults.
std::vector<store::Column> Renumbered(const std::vector<store::Column>& columns);

}  // namespace paisql::pai
