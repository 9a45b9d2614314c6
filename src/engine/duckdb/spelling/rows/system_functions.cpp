#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

constexpr Spelling kSystemRows[] = {
    {"hash", "(ANY...) -> BIGINT", "CAST(paisql_hash($*) AS BIGINT)"},
    {"hash", "(ANY...) -> INT", "paisql_hash($*)"},
    {"crc32", "(STRING) -> BIGINT", "paisql_crc32(encode($1))"},
    {"crc32", "(BINARY) -> BIGINT", "paisql_crc32($1)"},
    {"predict", "(const STRING, ANY...) -> ANY", "$predict($2*)"},
    {"get_user_id", "() -> STRING", "paisql_user_id()"},
    {"unique_id", "() -> STRING", "CAST(uuid() AS VARCHAR) || '_1'"},
    {"compress", "(STRING) -> BINARY", "paisql_compress(encode($1))"},
    {"compress", "(BINARY) -> BINARY", "paisql_compress($1)"},
    {"decompress", "(BINARY) -> BINARY", "paisql_decompress($1, '$mode')"},
    {"sym_encrypt", "(STRING, BINARY) -> BINARY",
     "paisql_sym_encrypt(encode($1), $2, 'AES-GCM-256', '', '$mode')"},
    {"sym_encrypt", "(BINARY, BINARY) -> BINARY",
     "paisql_sym_encrypt($1, $2, 'AES-GCM-256', '', '$mode')"},
    {"sym_encrypt", "(STRING, BINARY, STRING) -> BINARY",
     "paisql_sym_encrypt(encode($1), $2, $3, '', '$mode')"},
    {"sym_encrypt", "(BINARY, BINARY, STRING) -> BINARY",
     "paisql_sym_encrypt($1, $2, $3, '', '$mode')"},
    {"sym_encrypt", "(STRING, BINARY, STRING, STRING) -> BINARY",
     "paisql_sym_encrypt(encode($1), $2, $3, $4, '$mode')"},
    {"sym_encrypt", "(BINARY, BINARY, STRING, STRING) -> BINARY",
     "paisql_sym_encrypt($1, $2, $3, $4, '$mode')"},
    {"sym_decrypt", "(BINARY, BINARY) -> BINARY",
     "paisql_sym_decrypt($1, $2, 'AES-GCM-256', '', '$mode')"},
    {"sym_decrypt", "(BINARY, BINARY, STRING) -> BINARY",
     "paisql_sym_decrypt($1, $2, $3, '', '$mode')"},
    {"sym_decrypt", "(BINARY, BINARY, STRING, STRING) -> BINARY",
     "paisql_sym_decrypt($1, $2, $3, $4, '$mode')"},
};

}  // namespace

const std::span<const Spelling> kSystemSpelling = kSystemRows;

}  // namespace paisql::engine
