#pragma once

// What a user can cause is a value: an Error has a code of the platform, the place in the
// statement, a detail in the platform's words and a hint that names the cure. What only we can
// cause is an assertion (base/assert.h).

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace paisql {

inline constexpr int kOwnErrorCodes = 90'000'000;

// The number of a code of the platform, ODPS-0130131 is 130131; of ours, PAISQL-0001, with those
// that begin above. Every code has a row in error_codes.def, which error.cpp alone reads. A new
// code gets its name where it is raised, constexpr ErrorCode kTooDeep = CodeOf("ODPS-0139999"): a
// name here is for what many rooms raise, and compiles the whole house anew.
enum class ErrorCode {
  kMetadata = 110005,
  kAuthorization = 110011,
  kInvalidCommand = 110021,
  kInvalidObjectType = 110031,
  kInvalidMetaOperation = 110041,
  kDdlFailed = 110061,
  kInstanceCancelled = 120031,
  kInvalidRegex = 121011,
  kRuntimeCast = 121035,
  kRuntimeArguments = 121095,
  kConstantExpected = 121105,
  kUnsupported = 121125,
  kOutOfMemory = 121135,
  kDataOverflow = 121145,
  kFileOperation = 123019,
  kPartition = 123031,
  kScript = 123055,
  kInvalidDatetime = 123081,
  kIllegalCast = 123091,
  kJobKilled = 123105,
  kDatetimeFormat = 123111,
  kMapJoin = 123121,
  kIo = 130025,
  kInvalidTable = 130061,
  kSemantic = 130071,
  kSubqueryRows = 130111,
  kInvalidArgumentType = 130121,
  kTableNotFound = 130131,
  kIllegalImplicitCast = 130141,
  kIllegalDataType = 130151,
  kParse = 130161,
  kWindow = 130181,
  kInvalidColumn = 130191,
  kTableExists = 130211,
  kArgumentCount = 130221,
  kIllegalUnion = 130241,
  kCartesianProduct = 130252,
  kPartitionNotFound = 130271,
  kExtractType = 140111,
  kProjectNotFound = 420111,
  kResourceNotFound = 410100,
  kJobFailed = 1202005,
  kJobNotFound = 1226011,
  kModelNotFound = 1228011,
  kAlgorithmNotFound = 1229011,
  kTunnel = 123198,
  kEnvironment = kOwnErrorCodes + 1,
  kUnknownOutcome = kOwnErrorCodes + 2,
  kDamaged = kOwnErrorCodes + 3,
  kModel = kOwnErrorCodes + 4,
};

consteval ErrorCode CodeOf(std::string_view name) {
  constexpr std::string_view kOwn = "PAISQL-";
  int number = 0;
  for (const char c : name.substr(name.find('-') + 1)) number = number * 10 + (c - '0');
  return static_cast<ErrorCode>(number + (name.starts_with(kOwn) ? kOwnErrorCodes : 0));
}

// "ODPS-0130131" and "Table not found" for a code.
std::string_view ErrorCodeName(ErrorCode code);
std::string_view ErrorCodeText(ErrorCode code);
// The code of a name; nothing where there is none.
std::optional<ErrorCode> FindErrorCode(std::string_view name);
std::vector<ErrorCode> AllErrorCodes();

// A half-open range of bytes of one statement's text; line and column are those of its first
// character, 1-based, columns counted in Unicode code points. line 0 means "nowhere in the text".
struct SourceRange {
  size_t begin = 0;
  size_t end = 0;
  int line = 0;
  int column = 0;

  bool known() const { return line > 0; }
};

// What an error is about, for code that goes on by it: its texts are for people and are never
// compared.
struct ErrorSubject {
  enum class Kind {
    kNone,
    kTable,            // that is not there: "project.table"
    kPartitionedRows,  // that no partition of the table holds: "project.table"
    kSystemLimit,      // of open files, processes or sizes, which the error's hint tells to raise
    kConflict,         // that somebody else has changed meanwhile: "project.table", or ""
  };
  Kind kind = Kind::kNone;
  std::string name;  // in lower case

  bool operator==(const ErrorSubject&) const = default;
};

struct Error {
  ErrorCode code = ErrorCode::kSemantic;
  std::string detail;
  SourceRange range;
  std::string hint;
  // Further errors of the same statement that do not follow from this one, in the order of their
  // places; these have none of their own.
  std::vector<Error> others{};
  // The platform computes constants while it plans, and then knows no place: [0,0] is shown in
  // place of the range, which is still known for the line of source below the message.
  bool while_planning = false;
  ErrorSubject about{};

  // "ODPS-0130131:[1,15] Table not found - table p.t cannot be resolved", without the hint and
  // the others; the position is left out when the range is unknown.
  std::string ToString() const;
};

}  // namespace paisql
