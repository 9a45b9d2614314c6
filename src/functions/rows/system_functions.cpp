#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kHash[] = {
    {"(ANY...) -> BIGINT", "CAST(paisql_hash($*) AS BIGINT)", {}, modes::kNotHive},
    {"(ANY...) -> INT", "paisql_hash($*)", {}, modes::kHive},
};
constexpr Overload kCrc32[] = {
    {"(STRING) -> BIGINT", "paisql_crc32(encode($1))"},
    {"(BINARY) -> BIGINT", "paisql_crc32($1)"},
};
// The analysis asks the catalog and puts a constant in the place of these.
constexpr Overload kTableExists[] = {{"(const STRING) -> BOOLEAN", "$1"}};
constexpr Overload kPartitionExists[] = {{"(const STRING, const STRING...) -> BOOLEAN", "$1"}};
constexpr Overload kGetUserId[] = {{"() -> STRING", "paisql_user_id()"}};
constexpr Overload kUniqueId[] = {{"() -> STRING", "CAST(uuid() AS VARCHAR) || '_1'"}};
constexpr Overload kCompress[] = {
    {"(STRING) -> BINARY", "paisql_compress(encode($1))"},
    {"(BINARY) -> BINARY", "paisql_compress($1)"},
};
constexpr Overload kDecompress[] = {{"(BINARY) -> BINARY", "paisql_decompress($1, '$mode')"}};
constexpr Overload kSymEncrypt[] = {
    {"(STRING, BINARY) -> BINARY",
     "paisql_sym_encrypt(encode($1), $2, 'AES-GCM-256', '', '$mode')"},
    {"(BINARY, BINARY) -> BINARY", "paisql_sym_encrypt($1, $2, 'AES-GCM-256', '', '$mode')"},
    {"(STRING, BINARY, STRING) -> BINARY", "paisql_sym_encrypt(encode($1), $2, $3, '', '$mode')"},
    {"(BINARY, BINARY, STRING) -> BINARY", "paisql_sym_encrypt($1, $2, $3, '', '$mode')"},
    {"(STRING, BINARY, STRING, STRING) -> BINARY",
     "paisql_sym_encrypt(encode($1), $2, $3, $4, '$mode')"},
    {"(BINARY, BINARY, STRING, STRING) -> BINARY", "paisql_sym_encrypt($1, $2, $3, $4, '$mode')"},
};
constexpr Overload kSymDecrypt[] = {
    {"(BINARY, BINARY) -> BINARY", "paisql_sym_decrypt($1, $2, 'AES-GCM-256', '', '$mode')"},
    {"(BINARY, BINARY, STRING) -> BINARY", "paisql_sym_decrypt($1, $2, $3, '', '$mode')"},
    {"(BINARY, BINARY, STRING, STRING) -> BINARY", "paisql_sym_decrypt($1, $2, $3, $4, '$mode')"},
};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kVolatile = {.volatile_result = true};

constexpr Function kTable[] = {
    {"hash",
     kScalar,
     kHash,
     "HASH(a, ...): 31 * h + the code of each value, in 32 bits, as Hive's; NULL and '' have 0",
     {},
     {},
     "hash"},
    {"crc32", kScalar, kCrc32, "CRC32(text | binary)"},
    {"table_exists", kScalar, kTableExists, "TABLE_EXISTS('project.table')"},
    {"partition_exists", kScalar, kPartitionExists,
     "PARTITION_EXISTS('project.table', value, ...): a value for each level"},
    {"get_user_id", kScalar, kGetUserId, "GET_USER_ID(): the number of the user on this machine"},
    {"unique_id", kScalar, kUniqueId, "UNIQUE_ID(): a random identifier", kVolatile},
    {"compress", kScalar, kCompress, "COMPRESS(text | binary): by gzip"},
    {"decompress", kScalar, kDecompress, "DECOMPRESS(binary): what COMPRESS was given"},
    {"sym_encrypt", kScalar, kSymEncrypt,
     "SYM_ENCRYPT(text | binary, key of 32 bytes[, 'AES-GCM-256'[, bound data]])", kVolatile},
    {"sym_decrypt", kScalar, kSymDecrypt,
     "SYM_DECRYPT(binary, key of 32 bytes[, 'AES-GCM-256'[, bound data]])"},
};

}  // namespace

std::span<const Function> SystemFunctions() { return kTable; }

}  // namespace paisql::functions
