#include "functions/rows/tables.h"

namespace paisql::functions {
namespace {

constexpr Overload kMd5[] = {{"(STRING) -> STRING"}};
constexpr Overload kSha1[] = {{"(STRING) -> STRING"}};
constexpr Overload kSha2[] = {
    {"(STRING, BIGINT) -> STRING"},
    {"(BINARY, BIGINT) -> STRING"},
};
// NULL for every type but STRING.
constexpr Overload kMaskHash[] = {
    {"(STRING) -> STRING"},         {"(BINARY) -> STRING"},
    Total("(BOOLEAN) -> STRING"),   Total("(TINYINT) -> STRING"),
    Total("(SMALLINT) -> STRING"),  Total("(INT) -> STRING"),
    Total("(BIGINT) -> STRING"),    Total("(FLOAT) -> STRING"),
    Total("(DOUBLE) -> STRING"),    Total("(DECIMAL) -> STRING"),
    Total("(DATE) -> STRING"),      Total("(DATETIME) -> STRING"),
    Total("(TIMESTAMP) -> STRING"), Total("(TIMESTAMP_NTZ) -> STRING"),
};
constexpr Overload kEncode[] = {{"(STRING, STRING) -> BINARY"}};
constexpr Overload kFromCharset[] = {{"(BINARY, STRING) -> STRING"}};
constexpr Overload kIsEncoding[] = {{"(STRING, STRING, STRING) -> BOOLEAN"}};
constexpr Overload kBase32[] = {{"(BINARY) -> STRING"}};
constexpr Overload kCodepointArray[] = {
    {"(STRING) -> ARRAY<BIGINT>"},
    {"(BINARY) -> ARRAY<BIGINT>"},
};
constexpr Overload kBytesToString[] = {
    {"(STRING) -> STRING"},
    {"(BINARY) -> STRING"},
};
constexpr Overload kBase64[] = {{"(BINARY) -> STRING"}};
constexpr Overload kUnbase64[] = {{"(STRING) -> BINARY"}};
// Form encoding: a blank is '+', and . - * _ stay as they are.
constexpr Overload kUrlEncode[] = {
    {"(STRING) -> STRING"},
    {"(STRING, STRING) -> STRING"},
};
constexpr Overload kUrlDecode[] = {
    {"(STRING) -> STRING"},
    {"(STRING, STRING) -> STRING"},
};
constexpr Overload kParseUrl[] = {
    {"(STRING, STRING) -> STRING"},
    {"(STRING, STRING, STRING) -> STRING"},
};
constexpr Overload kUuid[] = {{"() -> STRING"}};

constexpr Function kEncodingFunctions[] = {
    {"md5", kScalar, kMd5, "MD5(text)"},
    {"sha1", kScalar, kSha1, "SHA1(text)"},
    {"sha", kScalar, kSha1, "SHA(text): SHA1", &kNoFlags, "sha1"},
    {"sha2", kScalar, kSha2,
     "SHA2(text | binary, 0 | 224 | 256 | 384 | 512): NULL for another number"},
    {"mask_hash", kScalar, kMaskHash, "MASK_HASH(text | binary): SHA2 of 256 bits, else NULL"},
    {"encode", kScalar, kEncode, "ENCODE(text, charset): the bytes of a text"},
    {"to_charset", kScalar, kEncode, "TO_CHARSET(text, charset): ENCODE", &kNoFlags, "encode"},
    {"from_charset", kScalar, kFromCharset, "FROM_CHARSET(binary, charset): the text of bytes"},
    {"is_encoding", kScalar, kIsEncoding,
     "IS_ENCODING(text, from, to): whether the charset `to` has all its characters"},
    {"base32", kScalar, kBase32, "BASE32(binary)"},
    {"base64", kScalar, kBase64, "BASE64(binary)"},
    {"unbase64", kScalar, kUnbase64, "UNBASE64(text)"},
    {"codepoint_array", kScalar, kCodepointArray,
     "CODEPOINT_ARRAY(text | binary): the codes of its characters, or its bytes", &kNeedsType},
    {"safe_convert_bytes_to_string", kScalar, kBytesToString,
     "SAFE_CONVERT_BYTES_TO_STRING(binary | text): a text, NULL where it is not UTF-8",
     &kNeedsType},
    {"url_encode", kScalar, kUrlEncode,
     "URL_ENCODE(text[, charset]): form encoding, UTF-8 by default"},
    {"url_decode", kScalar, kUrlDecode,
     "URL_DECODE(text[, charset]): form encoding, UTF-8 by default"},
    {"parse_url", kScalar, kParseUrl,
     "PARSE_URL(url, HOST | PATH | QUERY | REF | PROTOCOL | AUTHORITY | FILE | USERINFO[, key])"},
    {"uuid", kScalar, kUuid, "UUID(): a random identifier", &kVolatile},
};

}  // namespace

std::span<const Function> EncodingFunctions() { return kEncodingFunctions; }

}  // namespace paisql::functions
