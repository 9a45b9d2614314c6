#include "engine/duckdb/spelling/rows/tables.h"

namespace paisql::engine {
namespace {

// NULL for everything that is not text.
constexpr std::string_view kNoText = "CASE WHEN $1 IS NULL THEN NULL END";

constexpr Spelling kEncodingRows[] = {
    {"md5", "(STRING) -> STRING", "md5($1)"},
    {"sha1", "(STRING) -> STRING", "sha1($1)"},
    {"sha2", "(STRING, BIGINT) -> STRING", "paisql_sha2(encode($1), $2)"},
    {"sha2", "(BINARY, BIGINT) -> STRING", "paisql_sha2($1, $2)"},
    {"mask_hash", "(STRING) -> STRING", "sha256($1)"},
    {"mask_hash", "(BINARY) -> STRING", "sha256($1)"},
    {"mask_hash", "(BOOLEAN) -> STRING", kNoText},
    {"mask_hash", "(TINYINT) -> STRING", kNoText},
    {"mask_hash", "(SMALLINT) -> STRING", kNoText},
    {"mask_hash", "(INT) -> STRING", kNoText},
    {"mask_hash", "(BIGINT) -> STRING", kNoText},
    {"mask_hash", "(FLOAT) -> STRING", kNoText},
    {"mask_hash", "(DOUBLE) -> STRING", kNoText},
    {"mask_hash", "(DECIMAL) -> STRING", kNoText},
    {"mask_hash", "(DATE) -> STRING", kNoText},
    {"mask_hash", "(DATETIME) -> STRING", kNoText},
    {"mask_hash", "(TIMESTAMP) -> STRING", kNoText},
    {"mask_hash", "(TIMESTAMP_NTZ) -> STRING", kNoText},
    {"encode", "(STRING, STRING) -> BINARY", "paisql_encode($1, $2, '$mode')"},
    {"from_charset", "(BINARY, STRING) -> STRING", "paisql_decode($1, $2, '$mode')"},
    {"is_encoding", "(STRING, STRING, STRING) -> BOOLEAN",
     "paisql_is_encoding($1, $2, $3, '$mode')"},
    {"base32", "(BINARY) -> STRING", "paisql_base32($1)"},
    {"codepoint_array", "(STRING) -> ARRAY<BIGINT>",
     "CASE WHEN $1 = '' THEN CAST([] AS BIGINT[]) ELSE "
     "list_transform(string_split($1, ''), lambda _c: CAST(unicode(_c) AS BIGINT)) END"},
    {"codepoint_array", "(BINARY) -> ARRAY<BIGINT>",
     "list_transform(range(octet_length($1)), lambda _i: "
     "CAST('0x' || substr(hex($1), _i * 2 + 1, 2) AS BIGINT))"},
    {"safe_convert_bytes_to_string", "(STRING) -> STRING", "$1"},
    {"safe_convert_bytes_to_string", "(BINARY) -> STRING", "paisql_decode($1, 'UTF-8', 'null')"},
    {"base64", "(BINARY) -> STRING", "to_base64($1)"},
    {"unbase64", "(STRING) -> BINARY", "from_base64($1)"},
    {"url_encode", "(STRING) -> STRING",
     "replace(replace(replace(url_encode($1), '%20', '+'), '~', '%7E'), '%2A', '*')"},
    {"url_encode", "(STRING, STRING) -> STRING", "paisql_url_encode($1, $2, '$mode')"},
    {"url_decode", "(STRING) -> STRING", "url_decode(replace($1, '+', ' '))"},
    {"url_decode", "(STRING, STRING) -> STRING", "paisql_url_decode($1, $2, '$mode')"},
    {"parse_url", "(STRING, STRING) -> STRING", "paisql_parse_url($1, $2)"},
    {"parse_url", "(STRING, STRING, STRING) -> STRING", "paisql_parse_url_key($1, $2, $3)"},
    {"uuid", "() -> STRING", "CAST(uuid() AS VARCHAR)"},
};

}  // namespace

const std::span<const Spelling> kEncodingSpelling = kEncodingRows;

}  // namespace paisql::engine
