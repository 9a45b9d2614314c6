#pragma once

// A random order of a table's rows that a query computes, the same one each time: the number of a
// row and a seed give its place. Places are distinct numbers below 2^40 (a Feistel network in whole
// numbers), so that a bound on them takes any number of rows exactly, without sorting.

#include <cstdint>
#include <string>

#include "pai/classic/classic_input.h"

namespace paisql::pai {

// A name that no column has: `name`, with as many underscores after it as it takes.
std::string FreeName(const std::vector<store::Column>& columns, std::string name);

// An expression that numbers the input's rows from 0: those of a table in the order in which it
// holds them, those of a query in the order of their values, since it may give them in any.
std::string RowNumber(const ClassicInput& input);

struct RandomOrder {
  std::string relation;  // the rows with all their columns, and the two below
  std::string number;    // the name of the column with the row's number
  std::string place;
};
RandomOrder InRandomOrder(const ClassicInput& input, const std::string& number, int64_t seed,
                          const BuildContext& context);

inline constexpr int64_t kPlaces = int64_t{1} << 40;
// The place of a row's number, as the query computes it.
int64_t PlaceOf(int64_t number, int64_t seed);
// Of the numbers from 0 to rows - 1, `chosen` have places below it.
int64_t PlacesBound(int64_t rows, int64_t chosen, int64_t seed);

// How many rows a query, or a part of one that stands after FROM, has; 0 while checking.
Result<int64_t> CountRows(const std::string& relation, const Parameters& parameters,
                          const BuildContext& context);

}  // namespace paisql::pai
