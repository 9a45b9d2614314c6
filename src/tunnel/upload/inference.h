#pragma once

// TUNNEL UPLOAD -create: the columns of a table that holds what files hold. All records are read,
// so that the upload after it finds no value that does not fit. Who only looks at a file
// (\peek) reads its first records.

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/result.h"
#include "tunnel/input.h"
#include "tunnel/options.h"
#include "types/data_type.h"

namespace paisql::tunnel {

struct InferredColumn {
  std::string name;
  DataType type;
  std::string title;   // the header's text, if it cannot be a column's name; else ""
  std::string remark;  // why the type is not narrower; may be ""
};

struct InferredTable {
  std::vector<InferredColumn> columns;
  int64_t records = 0;
  std::vector<std::string> warnings;  // what the upload will warn of, too
};

// The header of the first file names the columns; without one they are c1, c2, … An error of the
// header is kTunnel with its line. Each file is read once. `check` is asked now and then whether to
// go on.
Result<InferredTable> InferTable(const std::vector<InputFile>& files, const TunnelOptions& options,
                                 const std::function<Status()>& check,
                                 int64_t most_records = std::numeric_limits<int64_t>::max());

// Whether the first record may be a header: none of its fields is a number or a time.
Result<bool> BeginsWithNames(const InputFile& file, const TunnelOptions& options);

}  // namespace paisql::tunnel
