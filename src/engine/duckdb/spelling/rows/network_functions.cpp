#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kNetworkRows[] = {
    {"net_host", "(STRING) -> STRING", "paisql_host_of_url($1)"},
    {"net_ip_from_string", "(STRING) -> BINARY", "paisql_ip_from_string($1, '$mode')"},
    {"net_safe_ip_from_string", "(STRING) -> BINARY", "paisql_ip_from_string($1, 'null')"},
    {"net_ip_net_mask", "(BIGINT, BIGINT) -> BINARY", "paisql_ip_net_mask($1, $2, '$mode')"},
    {"net_ip_to_string", "(BINARY) -> STRING", "paisql_ip_to_string($1, '$mode')"},
    {"net_ipv4_to_int64", "(BINARY) -> BIGINT", "paisql_ipv4_to_int64($1, '$mode')"},
};

}  // namespace

const std::span<const Spelling> kNetworkSpelling = kNetworkRows;

}  // namespace paisql::engine
