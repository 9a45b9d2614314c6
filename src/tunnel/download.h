#pragma once

// TUNNEL DOWNLOAD: the query for a table's rows, and the text that its file has.

#include <string>

#include "tunnel/options.h"
#include "tunnel/row_writer.h"
#include "tunnel/table.h"

namespace paisql::tunnel {

// A table as a query of any session names it.
std::string NameInQueries(const store::Table& table);

// The query whose rows the options ask for; `from` is the table as a query names it.
Result<std::string> DownloadQuery(const TunnelTable& source, const std::string& from,
                                  const TunnelOptions& options);

// How rows are written into the file. One whose name ends with .gz or .zst is packed. `pattern`
// outlives what is written.
RowWriter::Options RowsOfFile(const std::string& name, RowForm form, const TunnelOptions& options,
                              const DatePattern& pattern);

}  // namespace paisql::tunnel
