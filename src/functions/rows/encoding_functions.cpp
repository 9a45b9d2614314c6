#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kMd5[] = {{"(STRING) -> STRING", "md5($1)"}};
constexpr Overload kSha1[] = {{"(STRING) -> STRING", "sha1($1)"}};
constexpr Overload kSha2[] = {
    {"(STRING, BIGINT) -> STRING", "paisql_sha2(encode($1), $2)"},
    {"(BINARY, BIGINT) -> STRING", "paisql_sha2($1, $2)"},
};
// NULL for everything that is no text.
constexpr std::string_view kNoText = "CASE WHEN $1 IS NULL THEN NULL END";
constexpr Overload kMaskHash[] = {
    {"(STRING) -> STRING", "sha256($1)"}, {"(BINARY) -> STRING", "sha256($1)"},
    {"(BOOLEAN) -> STRING", kNoText},     {"(TINYINT) -> STRING", kNoText},
    {"(SMALLINT) -> STRING", kNoText},    {"(INT) -> STRING", kNoText},
    {"(BIGINT) -> STRING", kNoText},      {"(FLOAT) -> STRING", kNoText},
    {"(DOUBLE) -> STRING", kNoText},      {"(DECIMAL) -> STRING", kNoText},
    {"(DATE) -> STRING", kNoText},        {"(DATETIME) -> STRING", kNoText},
    {"(TIMESTAMP) -> STRING", kNoText},   {"(TIMESTAMP_NTZ) -> STRING", kNoText},
};
constexpr Overload kEncode[] = {{"(STRING, STRING) -> BINARY", "paisql_encode($1, $2, '$mode')"}};
constexpr Overload kFromCharset[] = {
    {"(BINARY, STRING) -> STRING", "paisql_decode($1, $2, '$mode')"}};
constexpr Overload kIsEncoding[] = {
    {"(STRING, STRING, STRING) -> BOOLEAN", "paisql_is_encoding($1, $2, $3, '$mode')"}};
constexpr Overload kBase64[] = {{"(BINARY) -> STRING", "to_base64($1)"}};
constexpr Overload kUnbase64[] = {{"(STRING) -> BINARY", "from_base64($1)"}};
// Form encoding: a blank is '+', and . - * _ stay as they are.
constexpr Overload kUrlEncode[] = {
    {"(STRING) -> STRING",
     "replace(replace(replace(url_encode($1), '%20', '+'), '~', '%7E'), '%2A', '*')"},
    {"(STRING, STRING) -> STRING", "paisql_url_encode($1, $2, '$mode')"},
};
constexpr Overload kUrlDecode[] = {
    {"(STRING) -> STRING", "url_decode(replace($1, '+', ' '))"},
    {"(STRING, STRING) -> STRING", "paisql_url_decode($1, $2, '$mode')"},
};
constexpr Overload kParseUrl[] = {
    {"(STRING, STRING) -> STRING", "paisql_parse_url($1, $2)"},
    {"(STRING, STRING, STRING) -> STRING", "paisql_parse_url_key($1, $2, $3)"},
};
constexpr Overload kUuid[] = {{"() -> STRING", "CAST(uuid() AS VARCHAR)"}};

constexpr FunctionKind kScalar = FunctionKind::kScalar;
constexpr FunctionFlags kVolatile = {.volatile_result = true};

constexpr Function kTable[] = {
    {"md5", kScalar, kMd5, "MD5(text)"},
    {"sha1", kScalar, kSha1, "SHA1(text)"},
    {"sha", kScalar, kSha1, "SHA(text): SHA1", {}, "sha1"},
    {"sha2", kScalar, kSha2,
     "SHA2(text | binary, 0 | 224 | 256 | 384 | 512): NULL for another number"},
    {"mask_hash", kScalar, kMaskHash, "MASK_HASH(text | binary): SHA2 of 256 bits, else NULL"},
    {"encode", kScalar, kEncode, "ENCODE(text, charset): the bytes of a text"},
    {"to_charset", kScalar, kEncode, "TO_CHARSET(text, charset): ENCODE", {}, "encode"},
    {"from_charset", kScalar, kFromCharset, "FROM_CHARSET(binary, charset): the text of bytes"},
    {"is_encoding", kScalar, kIsEncoding,
     "IS_ENCODING(text, from, to): whether the charset `to` has all its characters"},
    {"base64", kScalar, kBase64, "BASE64(binary)"},
    {"unbase64", kScalar, kUnbase64, "UNBASE64(text)"},
    {"url_encode", kScalar, kUrlEncode,
     "URL_ENCODE(text[, charset]): form encoding, UTF-8 by default"},
    {"url_decode", kScalar, kUrlDecode,
     "URL_DECODE(text[, charset]): form encoding, UTF-8 by default"},
    {"parse_url", kScalar, kParseUrl,
     "PARSE_URL(url, HOST | PATH | QUERY | REF | PROTOCOL | AUTHORITY | FILE | USERINFO[, key])"},
    {"uuid", kScalar, kUuid, "UUID(): a random identifier", kVolatile},
};

}  // namespace

std::span<const Function> EncodingFunctions() { return kTable; }

}  // namespace paisql::functions
