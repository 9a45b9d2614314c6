// What the engine's messages become, whatever values they quote.

#include "engine/duckdb/failure/errors.h"

#include <gtest/gtest.h>

namespace paisql::engine::test {
namespace {

Error Translated(std::string_view message) {
  return TranslateFailure(ClassOfMessage(message), message).error;
}

TEST(ErrorsTest, MessagesBecomeCodes) {
  const auto code = [](const char* message) { return Translated(message).code; };
  EXPECT_EQ(code("INTERRUPT Error: Interrupted!"), ErrorCode::kInstanceCancelled);
  EXPECT_EQ(code("Out of Range Error: Overflow in addition of INT64 (1 + 2)!"),
            ErrorCode::kDataOverflow);
  EXPECT_EQ(
      code("Conversion Error: Type INT32 with value 300 can't be cast because the value is out of "
           "range for the destination type INT8"),
      ErrorCode::kDataOverflow);
  EXPECT_EQ(code("Conversion Error: Could not convert string 'x' to INT32"),
            ErrorCode::kIllegalCast);
  EXPECT_EQ(code("Out of Memory Error: could not allocate block"), ErrorCode::kOutOfMemory);
  EXPECT_EQ(code("IO Error: Could not write file \"/x\": No space left on device"),
            ErrorCode::kEnvironment);
  EXPECT_EQ(code("Conversion Error: Could not convert string 'INTERRUPT Error: x' to INT32"),
            ErrorCode::kIllegalCast);
  EXPECT_NE(Translated("IO Error: No space left on device").hint, "");
  EXPECT_EQ(code("Invalid Input Error: missing ): ("), ErrorCode::kInvalidRegex);
  EXPECT_EQ(code("Something new"), ErrorCode::kUnsupported);
  const Error raised = Translated("Invalid Input Error: ODPS-0123091|value 'a|b'");
  EXPECT_EQ(raised.code, ErrorCode::kIllegalCast);
  EXPECT_EQ(raised.detail, "value 'a|b'");
  const Error quoting =
      Translated("Invalid Input Error: missing ): (\n\nLINE 1: SELECT c1 FROM secret\n  ^");
  EXPECT_EQ(quoting.detail, "missing ): (");
}

TEST(ErrorsTest, MessagesAreSaidInThePlatformsWords) {
  const auto detail = [](const char* message) { return Translated(message).detail; };
  EXPECT_EQ(detail("Conversion Error: Could not convert string '9999-12-31 00:00:00' to INT64"),
            "value '9999-12-31 00:00:00' cannot be casted from STRING to BIGINT");
  EXPECT_EQ(detail("Conversion Error: Could not convert string 'a' to b' to INT64"),
            "value 'a' to b' cannot be casted from STRING to BIGINT");
  EXPECT_EQ(
      detail("Conversion Error: Could not convert string 'a\nb' to DOUBLE\n\nLINE 1: SELECT\n ^"),
      "value 'a\nb' cannot be casted from STRING to DOUBLE");
  EXPECT_EQ(detail("Conversion Error: Type INT32 with value 300 can't be cast because the value is "
                   "out of range for the destination type INT8"),
            "value 300 does not fit into TINYINT");
  EXPECT_EQ(detail("Conversion Error: Casting value \"12.5\" to type DECIMAL(2,1) failed: value is "
                   "out of range!"),
            "value 12.5 does not fit into DECIMAL(2,1)");
  EXPECT_EQ(detail("Out of Range Error: Overflow in addition of INT64 (1 + 2)!"),
            "Overflow in addition of BIGINT (1 + 2)!");
  EXPECT_EQ(
      detail("Out of Range Error: Overflow in subtract of DECIMAL(18) (1 - 2). You might want "
             "to add an explicit cast to a bigger decimal."),
      "Overflow in subtraction of DECIMAL(18) (1 - 2)!");
  // What nobody has foreseen keeps no word.
  EXPECT_EQ(detail("Binder Error: Separator argument to StringAgg must be a constant"),
            "this combination of functions and clauses is not supported");
  EXPECT_EQ(detail("Invalid Input Error: Failed to parse format specifier : Empty format string"),
            "the format of a time is empty or not known");
  EXPECT_EQ(detail("Out of Range Error: VARPOP is out of range!"),
            "a value is out of the range of its type");
}

// A value may hold any of the words by which errors are told apart.
TEST(ErrorsTest, ValuesDecideNothing) {
  for (const std::string value :
       {"No space left on device", "Too many open files", "Out of Memory Error: x",
        "INTERRUPT Error: Interrupted!", "ODPS-0123091|x", "Invalid Input Error: ODPS-0123091|x",
        "max_temp_directory_size", "expression depth limit", "memory exhausted",
        "could not convert blob", "Requested allocation size of", "a\n\nLINE 1: b",
        "in operator +,", "Resource temporarily unavailable",
        "x when casting from source column c1"}) {
    const Error cast =
        Translated("Conversion Error: Could not convert string '" + value + "' to INT64");
    EXPECT_EQ(cast.code, ErrorCode::kIllegalCast) << value;
    EXPECT_EQ(cast.detail, "value '" + value + "' cannot be casted from STRING to BIGINT");
    const Error pattern = Translated("Invalid Input Error: missing ): (" + value);
    EXPECT_EQ(pattern.code, ErrorCode::kInvalidRegex) << value;
    const Error raised =
        Translated("Invalid Input Error: ODPS-0121095|in function f, '" + value + "'");
    EXPECT_EQ(raised.code, ErrorCode::kRuntimeArguments) << value;
    EXPECT_EQ(raised.detail, "in function f, '" + value + "'");
    EXPECT_EQ(Translated("Out of Range Error: unheard of " + value).code, ErrorCode::kDataOverflow)
        << value;
    EXPECT_EQ(Translated("IO Error: Could not read file \"/" + value + "\"").code, ErrorCode::kIo)
        << value;
  }
  // What looks like one of ours in another class is a value.
  EXPECT_EQ(Translated("Conversion Error: ODPS-0110061|x").code, ErrorCode::kIllegalCast);
}

TEST(ErrorsTest, WhatCanHaveRaisedThem) {
  using Kind = FailureOrigin::Kind;
  const auto origin = [](std::string_view message) {
    return TranslateFailure(ClassOfMessage(message), message).origin;
  };
  EXPECT_EQ(origin("Invalid Input Error: ODPS-0121145|in operator DIV, the divisor is 0").name,
            "div");
  EXPECT_EQ(origin("Invalid Input Error: ODPS-0121095|in function chr, in operator +, x").name,
            "chr");
  EXPECT_EQ(
      origin("Invalid Input Error: ODPS-0123091|in function cast, value 'in operator +, '").kind,
      Kind::kCast);
  EXPECT_EQ(origin("Out of Range Error: Overflow in addition of INT64 (1 + 2)!").name, "+");
  EXPECT_EQ(
      origin("Conversion Error: Could not convert string 'Overflow in addition' to INT64").kind,
      Kind::kCastInside);
  EXPECT_EQ(origin("Out of Range Error: unheard of").kind, Kind::kAnyFunction);
  EXPECT_EQ(origin("IO Error: unheard of").kind, Kind::kUnknown);
}

}  // namespace
}  // namespace paisql::engine::test
