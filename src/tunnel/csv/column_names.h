#pragma once

// UPLOAD -create: what the columns are called whose names a file's header writes.

#include <string>
#include <vector>

#include "base/result.h"
#include "tunnel/csv/csv_reader.h"

namespace paisql::tunnel {

struct NamedColumn {
  std::string name;   // one that a table may have
  std::string title;  // what the file writes, where the name could not be that; else ""
};

// A column for each field of the header, no two with the same name. Characters
// that a name may not have become "_"; if nothing is left, or two names become equal, the column is
// c1, c2, … by its place. kTunnel, at the header's line of `path`, when a name is missing, is not
// UTF-8 or appears twice.
Result<std::vector<NamedColumn>> NameColumns(const CsvRecord& header, const std::string& path);

}  // namespace paisql::tunnel
