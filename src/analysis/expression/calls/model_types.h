#pragma once

// The types of SQL in which a model takes its inputs and gives its outputs. Private to this room.

#include <cstdint>
#include <optional>

#include "inference/signature.h"
#include "types/data_type.h"

namespace paisql::analysis {

// The type of one element: FLOAT for DT_FLOAT, INT for DT_INT32, … nullopt for elements that SQL
// does not hold (complex and quantised numbers, halves).
std::optional<DataType> SqlTypeOf(inference::ElementType type);

// Whether a value of `from`, an element or a whole input that is not an ARRAY, is taken for `to`,
// which SqlTypeOf gave: numbers for numbers, a whole number where one is wanted; else the same
// family.
bool TakesElement(const DataType& from, const DataType& to);

// How many elements a row has in this input: 1 for [?] and [?,1], k for [?,k], a·b for [?,a,b];
// nullopt where the shape leaves it open.
std::optional<int64_t> ElementsOfRow(const inference::TensorSpec& spec);

// Whether the first dimension stands for rows: any number of them, or just one at a time.
bool HasRows(const inference::TensorSpec& spec);

// The type of an output's value for a row: that of its elements for [?] and [?,1], else an ARRAY
// for each further dimension, and one ARRAY of all elements where the shape is open. nullopt for
// elements that SQL does not hold.
std::optional<DataType> TypeOfOutput(const inference::TensorSpec& spec);

}  // namespace paisql::analysis
