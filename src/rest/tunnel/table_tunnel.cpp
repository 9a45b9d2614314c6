// The routes of the tunnel of tables.

#include "rest/tunnel/table_routes.h"

#include <array>

#include "rest/routes.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kTable = "/projects/{}/tables/{}";
constexpr std::string_view kTableOfSchema = "/projects/{}/schemas/{}/tables/{}";

constexpr std::array kTableTunnelRoutes = {
    Route{"POST", kTable, "downloads", BeginTableDownload},
    Route{"GET", kTable, "data", GetTableRows},
    Route{"GET", kTable, "downloadid", GetTableDownload},
    Route{"POST", kTable, "uploads", BeginUpload},
    Route{"PUT", kTable, "blockid", PutBlock, BodyKind::kRows},
    Route{"GET", kTable, "uploadid", GetUpload},
    Route{"POST", kTable, "uploadid", CommitUpload},
    Route{"POST", kTableOfSchema, "downloads", BeginTableDownload},
    Route{"GET", kTableOfSchema, "data", GetTableRows},
    Route{"GET", kTableOfSchema, "downloadid", GetTableDownload},
    Route{"POST", kTableOfSchema, "uploads", BeginUpload},
    Route{"PUT", kTableOfSchema, "blockid", PutBlock, BodyKind::kRows},
    Route{"GET", kTableOfSchema, "uploadid", GetUpload},
    Route{"POST", kTableOfSchema, "uploadid", CommitUpload},
};

}  // namespace

std::span<const Route> TableTunnelRoutes() { return kTableTunnelRoutes; }

}  // namespace paisql::rest
