#pragma once

// Files of ORC: a program of Python makes Parquet of them and back, because the engine reads no
// ORC. Private to this room.

#include <string>
#include <vector>

#include "base/result.h"
#include "store/types.h"

namespace paisql::session {

class State;

// `name` is what people call the file. kIo for a file that is not whole, kEnvironment without a
// Python that has pyarrow.
Status OrcToParquet(const std::string& from, const std::string& name, const std::string& to,
                    const std::vector<store::Column>& columns, State& state);
Status ParquetToOrc(const std::string& from, const std::string& to, State& state);

}  // namespace paisql::session
