// /console/api/tables: tables and views, what is known of them, and statements about them.

#include <array>

#include "console/route.h"
#include "console/tables/table_answers.h"

namespace paisql::console {

namespace {

constexpr std::array kTableRows = {
    Route{"GET", "/tables", ListTablesOfSchema},
    Route{"GET", "/tables/schemas", ListSchemasOfProject},
    Route{"GET", "/tables/one", TellTable},
    Route{"GET", "/tables/partitions", ListPartitionsOfTable},
    Route{"GET", "/tables/preview", PreviewTable},
    Route{"GET", "/tables/cell", TellCell},
    Route{"GET", "/tables/statistics", TellFileStatistics},
    Route{"GET", "/tables/column", CountColumn},
    Route{"GET", "/tables/history", TellHistory},
    Route{"GET", "/tables/lineage", TellLineage},
    Route{"GET", "/tables/uses", TellUses},
    Route{"POST", "/tables/change", ChangeTable},
};

}  // namespace

std::span<const Route> TableRoutes() { return kTableRows; }

}  // namespace paisql::console
