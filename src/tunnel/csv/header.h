#pragma once

// The first line of a file, when it has names: which field of a record belongs to which column.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/types.h"
#include "tunnel/csv/csv_reader.h"

namespace paisql::tunnel {

// The name of the column that a header's field names: lower case, and "_" for what no name may
// have. "" when nothing of a name is left.
std::string ColumnNameOf(std::string_view field);

// kTunnel: "the header " and `what`, with its place in the file.
Error HeaderError(const std::string& path, const CsvRecord& header, const std::string& what,
                  std::string hint);

struct FieldPlaces {
  size_t fields = 0;                              // that a record has to have
  std::vector<std::optional<size_t>> of_columns;  // nullopt: the file has no such column
};

// Fields in the columns' order, as they are without a header.
FieldPlaces PlacesInOrder(size_t columns);

// Where the header names columns of the table, in any order, these decide; `strict` wants all of
// them and no others. A column's comment names it, too: UPLOAD -create keeps there what a file
// calls it. A header that names no column at all is ignored, as the platform's client does,
// and `warning` is filled. A header that contradicts the table is kTunnel at line 1 of
// `path`.
Result<FieldPlaces> PlacesByHeader(const CsvRecord& header, const store::Table& table, bool strict,
                                   const std::string& path, std::string& warning);

}  // namespace paisql::tunnel
