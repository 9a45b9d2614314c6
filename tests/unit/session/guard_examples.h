#pragma once

// Bad arguments for every overload with a guard: what guard_test.cpp calls it with. Whoever gives
// an overload a guard adds a row.

#include <string_view>
#include <vector>

namespace paisql::session {

struct GuardExample {
  std::string_view function;   // by its first name, not by an alias
  std::string_view signature;  // as in the function's row
  std::vector<std::string_view> arguments;
  std::string_view hive;  // the answer in Hive-compatible mode, as a result prints it
};
// In normal mode the answer is NULL, or '' where the guard says so, or the error where it refuses.

inline const std::vector<GuardExample>& GuardExamples() {
  static const std::vector<GuardExample> examples = {
      {"abs", "(INT) -> INT", {"CAST(-2147483648 AS INT)"}, "-2147483648"},
      {"abs", "(BIGINT) -> BIGINT", {"-9223372036854775808L"}, "-9223372036854775808"},
      {"acos", "(DOUBLE) -> DOUBLE", {"2.0"}, "NaN"},
      {"asin", "(DOUBLE) -> DOUBLE", {"-1.5"}, "NaN"},
      {"ceil", "(DOUBLE) -> BIGINT", {"1e300"}, "9223372036854775807"},
      {"ceil", "(DECIMAL) -> BIGINT", {"12345678901234567890BD"}, "NULL"},
      {"chr", "(BIGINT) -> STRING", {"300"}, "NULL"},
      {"conv", "(STRING, BIGINT, BIGINT) -> STRING", {"'1'", "3", "10"}, "NULL"},
      {"conv", "(BIGINT, BIGINT, BIGINT) -> STRING", {"-1L", "10", "2"}, "NULL"},
      {"conv", "(DOUBLE, BIGINT, BIGINT) -> STRING", {"-0.1D", "10", "2"}, "NULL"},
      {"conv", "(DECIMAL, BIGINT, BIGINT) -> STRING", {"-0.1BD", "10", "2"}, "NULL"},
      {"cot", "(DOUBLE) -> DOUBLE", {"0.0"}, "Infinity"},
      {"floor", "(DOUBLE) -> BIGINT", {"-1e300"}, "-9223372036854775808"},
      {"floor", "(DECIMAL) -> BIGINT", {"12345678901234567890BD"}, "NULL"},
      {"from_unixtime", "(BIGINT) -> DATETIME", {"999999999999"}, "NULL"},
      {"from_unixtime", "(BIGINT) -> STRING", {"999999999999"}, "NULL"},
      {"from_unixtime", "(BIGINT, STRING) -> STRING", {"999999999999", "'yyyy'"}, "NULL"},
      {"ln", "(DOUBLE) -> DOUBLE", {"0.0"}, "NULL"},
      {"log", "(DOUBLE, DOUBLE) -> DOUBLE", {"1.0", "2.0"}, "NULL"},
      {"log10", "(DOUBLE) -> DOUBLE", {"-1.0"}, "NULL"},
      {"log2", "(DOUBLE) -> DOUBLE", {"0.0"}, "NULL"},
      {"lpad", "(STRING, BIGINT, STRING) -> STRING", {"'a'", "3", "''"}, "NULL"},
      {"next_day", "(STRING, STRING) -> STRING", {"'2024-01-01'", "'XX'"}, "NULL"},
      {"next_day", "(DATE, STRING) -> STRING", {"DATE'2024-01-01'", "'XX'"}, "NULL"},
      {"next_day",
       "(DATETIME, STRING) -> STRING",
       {"DATETIME'2024-01-01 00:00:00'", "'XX'"},
       "NULL"},
      {"rpad", "(STRING, BIGINT, STRING) -> STRING", {"'a'", "3", "''"}, "NULL"},
      {"sqrt", "(DOUBLE) -> DOUBLE", {"-1.0"}, "NULL"},
      {"substr", "(STRING, BIGINT, BIGINT) -> STRING", {"'abc'", "1", "-1"}, ""},
      {"unhex", "(STRING) -> BINARY", {"'zz'"}, "NULL"},
      {"width_bucket",
       "(DOUBLE, DOUBLE, DOUBLE, BIGINT) -> BIGINT",
       {"1.0", "5.0", "2.0", "3"},
       "NULL"},
      {"width_bucket",
       "(DECIMAL, DECIMAL, DECIMAL, BIGINT) -> BIGINT",
       {"1BD", "5BD", "2BD", "3"},
       "NULL"},
  };
  return examples;
}

}  // namespace paisql::session
