// The routes of the tunnel of tables.

#include "rest/tunnel/table_routes.h"

#include <array>

#include "rest/routes.h"

namespace paisql::rest {

namespace {

// Each path twice: of a table in the project's own schema, and of one in a named schema.
#define PAISQL_BOTH(method, rest, ...)                               \
  Route{method, "/projects/{}/tables/{}" rest, __VA_ARGS__}, Route { \
    method, "/projects/{}/schemas/{}/tables/{}" rest, __VA_ARGS__    \
  }

constexpr std::array kTableTunnelRoutes = {
    PAISQL_BOTH("POST", "", "downloads", BeginTableDownload),
    PAISQL_BOTH("GET", "", "linenum", TableHead),
    PAISQL_BOTH("GET", "", "data", GetTableRows),
    PAISQL_BOTH("GET", "", "downloadid", GetTableDownload),
    PAISQL_BOTH("POST", "", "uploads", BeginUpload),
    PAISQL_BOTH("PUT", "", "blockid", PutBlock, BodyKind::kRows),
    PAISQL_BOTH("GET", "", "uploadid", GetUpload),
    PAISQL_BOTH("POST", "", "uploadid", CommitUpload),
    PAISQL_BOTH("PUT", "/streams", "uploadid", PutStream, BodyKind::kRows),
    PAISQL_BOTH("GET", "/streams", "uploadid", GetStream),
    PAISQL_BOTH("POST", "/streams", "uploadid", AbortStream),
    PAISQL_BOTH("POST", "/streams", "", BeginStream),
    PAISQL_BOTH("PUT", "/upserts", "upsertid", PutUpsert, BodyKind::kRows),
    PAISQL_BOTH("GET", "/upserts", "upsertid", GetUpsert),
    PAISQL_BOTH("POST", "/upserts", "upsertid", CommitUpsert),
    PAISQL_BOTH("DELETE", "/upserts", "upsertid", AbortUpsert),
    PAISQL_BOTH("POST", "/upserts", "", BeginUpsert),
    PAISQL_BOTH("GET", "/preview", "", PreviewTable),
};

#undef PAISQL_BOTH

}  // namespace

std::span<const Route> TableTunnelRoutes() { return kTableTunnelRoutes; }

}  // namespace paisql::rest
