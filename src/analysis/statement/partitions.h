#pragma once

// Values of partition columns as canonical text. Private to this room.

#include "analysis/context/state.h"
#include "syntax/statement.h"

namespace paisql::analysis {

// "45" for BIGINT '045'; errors at the value's place for anything but a constant of the
// column's type.
Result<std::string> PartitionValue(State& state, const syntax::Expression& value,
                                   const store::Column& column);

// The level of a key in the table, kInvalidColumn for an unknown one.
Result<size_t> PartitionLevel(const syntax::Identifier& name, const store::Table& table);

}  // namespace paisql::analysis
