#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kHash[] = {
    {"(ANY...) -> BIGINT", modes::kNotHive},
    {"(ANY...) -> INT", modes::kHive},
};
constexpr Overload kCrc32[] = {
    {"(STRING) -> BIGINT"},
    {"(BINARY) -> BIGINT"},
};
// The analysis asks the catalog and puts a constant in the place of these.
constexpr Overload kTableExists[] = {{"(const STRING) -> BOOLEAN"}};
constexpr Overload kPartitionExists[] = {{"(const STRING, const STRING...) -> BOOLEAN"}};
constexpr Overload kMaterializedViewIsValid[] = {{"(const STRING) -> BOOLEAN"},
                                                 {"(const STRING, const STRING...) -> BOOLEAN"}};
// The analysis finds the model and what its inputs and outputs are.
constexpr Overload kPredict[] = {{"(const STRING, ANY...) -> ANY"}};
constexpr Overload kGetUserId[] = {{"() -> STRING"}};
constexpr Overload kUniqueId[] = {{"() -> STRING"}};
constexpr Overload kCompress[] = {
    {"(STRING) -> BINARY"},
    {"(BINARY) -> BINARY"},
};
constexpr Overload kDecompress[] = {{"(BINARY) -> BINARY"}};
constexpr Overload kSymEncrypt[] = {
    {"(STRING, BINARY) -> BINARY"},
    {"(BINARY, BINARY) -> BINARY"},
    {"(STRING, BINARY, STRING) -> BINARY"},
    {"(BINARY, BINARY, STRING) -> BINARY"},
    {"(STRING, BINARY, STRING, STRING) -> BINARY"},
    {"(BINARY, BINARY, STRING, STRING) -> BINARY"},
};
constexpr Overload kSymDecrypt[] = {
    {"(BINARY, BINARY) -> BINARY"},
    {"(BINARY, BINARY, STRING) -> BINARY"},
    {"(BINARY, BINARY, STRING, STRING) -> BINARY"},
};

constexpr Function kSystemFunctions[] = {
    {"hash",
     kScalar,
     kHash,
     "HASH(a, ...): 31 * h + the code of each value, in 32 bits, as Hive's; NULL and '' have 0",
     &kNoFlags,
     {},
     "hash"},
    {"crc32", kScalar, kCrc32, "CRC32(text | binary)"},
    {"table_exists", kScalar, kTableExists, "TABLE_EXISTS('project.table')", &kReplaced},
    {"partition_exists", kScalar, kPartitionExists,
     "PARTITION_EXISTS('project.table', value, ...): a value for each level", &kReplaced},
    {"materialized_view_is_valid", kScalar, kMaterializedViewIsValid,
     "MATERIALIZED_VIEW_IS_VALID('project.view', value, ...): whether the view, or its partition "
     "of "
     "these values, holds what its query gives now",
     &kReplaced},
    {"predict",
     kScalar,
     kPredict,
     "PREDICT('model[:version][/signature]', a, ...): what a model of CREATE MODEL computes",
     &kNoFlags,
     {},
     "predict"},
    {"get_user_id", kScalar, kGetUserId, "GET_USER_ID(): the number of the user on this machine"},
    {"unique_id", kScalar, kUniqueId, "UNIQUE_ID(): a random identifier", &kVolatile},
    {"compress", kScalar, kCompress, "COMPRESS(text | binary): by gzip"},
    {"decompress", kScalar, kDecompress, "DECOMPRESS(binary): what COMPRESS was given"},
    {"sym_encrypt", kScalar, kSymEncrypt,
     "SYM_ENCRYPT(text | binary, key of 32 bytes[, 'AES-GCM-256'[, bound data]])", &kVolatile},
    {"sym_decrypt", kScalar, kSymDecrypt,
     "SYM_DECRYPT(binary, key of 32 bytes[, 'AES-GCM-256'[, bound data]])"},
};

}  // namespace

std::span<const Function> SystemFunctions() { return kSystemFunctions; }

}  // namespace paisql::functions
