#pragma once

// What a user can cause is a value: an Error has a code of the platform, the place in the
// statement, a detail in the platform's words and a hint that names the cure. What only we can
// cause is an assertion (base/assert.h).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paisql {

enum class ErrorCode {
#define PAISQL_ERROR(name, code, text) name,
#include "base/error_codes.def"
#undef PAISQL_ERROR
};

// "ODPS-0130131" and "Table not found" for a code.
std::string_view ErrorCodeName(ErrorCode code);
std::string_view ErrorCodeText(ErrorCode code);

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
