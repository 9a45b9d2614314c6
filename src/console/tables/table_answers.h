#pragma once

// The answers of the rows of table_routes.cpp. Private to this folder.

#include "console/console.h"
#include "rest/call.h"

namespace paisql::console {

rest::Answer ListSchemasOfProject(const rest::Call& call, Console& console);
rest::Answer ListTablesOfSchema(const rest::Call& call, Console& console);
rest::Answer TellTable(const rest::Call& call, Console& console);
rest::Answer ListPartitionsOfTable(const rest::Call& call, Console& console);
rest::Answer PreviewTable(const rest::Call& call, Console& console);
rest::Answer TellCell(const rest::Call& call, Console& console);
rest::Answer TellFileStatistics(const rest::Call& call, Console& console);
rest::Answer CountColumn(const rest::Call& call, Console& console);
rest::Answer TellHistory(const rest::Call& call, Console& console);
rest::Answer TellLineage(const rest::Call& call, Console& console);
rest::Answer TellUses(const rest::Call& call, Console& console);
rest::Answer ChangeTable(const rest::Call& call, Console& console);

}  // namespace paisql::console
