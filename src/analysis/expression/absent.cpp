#include "analysis/expression/absent.h"

#include <cctype>
#include <string>

#include <fmt/format.h>

#include "base/text.h"

namespace paisql::analysis {
namespace {

struct Absent {
  std::string_view name;  // of a function also the beginning of its name, which then ends in _
  std::string_view cure;
};

constexpr Absent kTypes[] = {
    {"VECTOR", "use ARRAY<FLOAT>"},
    {"BLOB", "use BINARY, or keep the bytes in files"},
    {"GEOGRAPHY", "use two columns of DOUBLE, or STRING with the text of the shape"},
    {"UNIONTYPE", "use STRUCT with a field for each type"},
};

constexpr std::string_view kModelCure =
    "no model answers here: call one in a script of SELECT TRANSFORM or in a PAI job";
constexpr std::string_view kShapeCure =
    "shapes are not known here: compute with columns of longitude and latitude";

constexpr std::string_view kBlobCure = "the type BLOB is not offered: use BINARY";
constexpr std::string_view kBucketCure =
    "SQL reads no objects of a bucket: OSS GET copies one, CREATE EXTERNAL TABLE reads its rows";
constexpr std::string_view kKeysetCure =
    "no key service answers here: use SYM_ENCRYPT(a, key) with a key of 32 bytes";
constexpr std::string_view kSuffixCure =
    "the list of public suffixes is not kept here: use NET_HOST and SPLIT_PART";
constexpr std::string_view kVectorCure =
    "the type VECTOR is not offered: compute with ARRAY<DOUBLE>, ZIP_WITH and ARRAY_REDUCE";

constexpr Absent kFunctions[] = {
    {"AI_", kModelCure},
    {"ML_PREDICT", kModelCure},
    {"ST_", kShapeCure},
    {"BITMAP_", "keep the values: COLLECT_SET(a) makes an array, COUNT(DISTINCT a) counts"},
    {"HLL_COUNT_", "keep the values: APPROX_DISTINCT(a) or COUNT(DISTINCT a) counts them"},
    {"COSINE_DISTANCE", kVectorCure},
    {"INNER_PRODUCT_DISTANCE", kVectorCure},
    {"L2_DISTANCE", kVectorCure},
    {"VECTOR_SEARCH", kVectorCure},
    {"ADD_KEY_TO_KEYSET", kKeysetCure},
    {"ENHANCED_SYM_", kKeysetCure},
    {"KEYSET_", kKeysetCure},
    {"NEW_KEYSET", kKeysetCure},
    {"NEW_WRAPPED_KEYSET", kKeysetCure},
    {"REWRAP_KEYSET", kKeysetCure},
    {"ROTATE_KEYSET", kKeysetCure},
    {"ROTATE_WRAPPED_KEYSET", kKeysetCure},
    {"USE_WRAPPED_KEYSET", kKeysetCure},
    {"NET_PUBLIC_SUFFIX", kSuffixCure},
    {"NET_REG_DOMAIN", kSuffixCure},
    {"TCPING", "SQL opens no connections: write a job or a script of SELECT TRANSFORM"},
    {"GET_BLOB_FROM_OSS", kBlobCure},
    {"GET_BLOB_METADATA", kBlobCure},
    {"GET_DATA_FROM_OSS", kBucketCure},
    {"GET_SIGNED_URL_FROM_OSS", kBucketCure},
    {"FORMAT_STRING", "write CONCAT, TO_CHAR or FORMAT_NUMBER"},
};

bool IsWordCharacter(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool HasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !IsWordCharacter(text[at - 1]);
    if (begins && (end == text.size() || !IsWordCharacter(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::optional<Error> AbsentType(std::string_view spelling, const SourceRange& range) {
  const std::string upper = ToUpper(spelling);
  for (const Absent& type : kTypes) {
    if (!HasWord(upper, type.name)) continue;
    return Error{ErrorCode::kUnsupported, fmt::format("type {} is not supported", type.name), range,
                 std::string(type.cure)};
  }
  return std::nullopt;
}

std::optional<Error> AbsentFunction(std::string_view name, const SourceRange& range) {
  const std::string upper = ToUpper(name);
  for (const Absent& function : kFunctions) {
    const bool family = function.name.ends_with('_');
    if (family ? !upper.starts_with(function.name) : upper != function.name) continue;
    return Error{ErrorCode::kUnsupported, fmt::format("function {} is not supported", upper), range,
                 std::string(function.cure)};
  }
  return std::nullopt;
}

}  // namespace paisql::analysis
