#include "functions/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kMd5[] = {{"(STRING) -> STRING", "md5($1)"}};
constexpr Overload kSha1[] = {{"(STRING) -> STRING", "sha1($1)"}};
constexpr Overload kSha2[] = {
    {"(STRING, const BIGINT) -> STRING",
     "CASE WHEN $2 IN (0, 256) THEN sha256($1) WHEN $2 IS NOT NULL THEN "
     "error('ODPS-0121125|function sha2 supports only 256 bits here') END"}};
constexpr Overload kBase64[] = {{"(BINARY) -> STRING", "to_base64($1)"}};
constexpr Overload kUnbase64[] = {{"(STRING) -> BINARY", "from_base64($1)"}};
// Form encoding: a blank is '+', and . - * _ stay as they are.
constexpr Overload kUrlEncode[] = {
    {"(STRING) -> STRING",
     "replace(replace(replace(url_encode($1), '%20', '+'), '~', '%7E'), '%2A', '*')"}};
constexpr Overload kUrlDecode[] = {{"(STRING) -> STRING", "url_decode(replace($1, '+', ' '))"}};
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
    {"sha2", kScalar, kSha2, "SHA2(text, 256)"},
    {"base64", kScalar, kBase64, "BASE64(binary)"},
    {"unbase64", kScalar, kUnbase64, "UNBASE64(text)"},
    {"url_encode", kScalar, kUrlEncode, "URL_ENCODE(text): form encoding in UTF-8"},
    {"url_decode", kScalar, kUrlDecode, "URL_DECODE(text): form encoding in UTF-8"},
    {"parse_url", kScalar, kParseUrl,
     "PARSE_URL(url, HOST | PATH | QUERY | REF | PROTOCOL | AUTHORITY | FILE | USERINFO[, key])"},
    {"uuid", kScalar, kUuid, "UUID(): a random identifier", kVolatile},
};

}  // namespace

std::span<const Function> EncodingFunctions() { return kTable; }

}  // namespace paisql::functions
