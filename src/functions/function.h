#pragma once

// Built-in functions and operators are rows of tables (functions/*_functions.cpp,
// functions/rows/operators.cpp). The rows feed name resolution, overload choice, printing for an
// engine, SHOW FUNCTIONS, HELP and the docs. Rows are constant and live as long as the program.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "types/conversion.h"
#include "types/data_type.h"

namespace paisql::functions {

enum class FunctionKind { kScalar, kAggregate, kWindow, kOperator, kTable };

// In which of the platform's modes an overload exists: type edition 1.0, type edition 2.0, and
// Hive-compatible mode, where the edition does not matter.
using Modes = uint8_t;
namespace modes {
inline constexpr Modes kOdps1 = 1;
inline constexpr Modes kOdps2 = 2;
inline constexpr Modes kHive = 4;
inline constexpr Modes kNotHive = kOdps1 | kOdps2;
inline constexpr Modes kNotOdps1 = kOdps2 | kHive;
inline constexpr Modes kAny = kOdps1 | kOdps2 | kHive;
}  // namespace modes

// Arguments that a function cannot take, though their types fit. Such a call is `normal` in normal
// mode, an error in strict mode, and `hive` in Hive-compatible mode. The texts are written as
// Overload::duckdb is. Functions that raise an error, or answer NULL, in every mode have no guard:
// their template says so.
struct Guard {
  std::string_view bad;      // a condition; where it is NULL the arguments are fine
  std::string_view message;  // a text: "'in function sqrt, the argument is less than 0'"
  std::string_view hive = "NULL";
  ErrorCode code = ErrorCode::kRuntimeArguments;
  std::string_view normal = "NULL";
  // The function's own page says that it raises an error, so it does in normal mode, too.
  bool refuses = false;
};

// One way to call a function.
//
// `signature` is "(STRING, BIGINT) -> STRING". A parameter is
//   * a plain type name, BIGINT or STRING; DECIMAL for any precision; ANY for any type as it is
//   * a nested type, ARRAY<T> or MAP<K,V>; STRUCT<key:K,value:V> in results only
//   * a one-letter variable, the same type wherever it stands: arguments bound to one variable meet
//     in their common type (types/conversion.h)
//   * a constant, "const STRING": the argument must fold to a constant
//   * LAMBDA<K,V,R>, a function of a K and a V with the result R; such calls are resolved in steps
//     (lambda_resolution.h)
//   * a repetition, last only: "T..." is one or more, "T*" none or more
// The result is a type in the same language, or "DECIMAL" meaning the precision and scale rule of
// the row's name. Optional parameters are rows of their own: one overload for each number of
// arguments.
//
// `duckdb` is the expression an engine on DuckDB prints: $1 $2 … are the arguments (already cast to
// the parameters' types), $* all of them separated by commas, $2* those from the second on, $type
// the result's type, $tz the session's time zone as a string literal, $now the statement's start as
// an instant. Where the second parameter is a LAMBDA, $2(a, b) is its body with the texts a and b
// in place of its parameters; $v1 $v2 … are names for lambdas of the template's own, fresh in each
// call. For kAggregate and kWindow it is the plain call without OVER, FILTER and DISTINCT,
// which the printer puts in; `finish`, where it is not empty, is the expression around that
// complete call, which stands in it as $0; "a / b" is the DECIMAL quotient of two such calls. For
// kTable it is an expression for the list of the rows that one input row makes, each a STRUCT of
// the result's fields. "$decimal($1 * $2)" and "$decimal($1 / $2)" are the exact product and
// quotient of DECIMALs, for which the engine makes a function by the types; "$to_json($1)" and
// "$from_json($1)" likewise.
//
// $mode is null, error or hive, by the call's EvaluationMode, so that "paisql_add_$mode($1, $2)" is
// one of three functions.
struct Overload {
  std::string_view signature;
  std::string_view duckdb;
  std::string_view finish = {};
  Modes modes = modes::kAny;
  const Guard* guard = nullptr;  // lives as long as the program
};

// The template with its guard around it, for a call in this mode: what an engine prints.
std::string GuardedTemplate(const Overload& overload, EvaluationMode mode);

// False for an overload that this mode does not have.
bool ExistsIn(const Overload& overload, const TypeMode& mode);

// What the engine may assume, and what analysis checks.
struct FunctionFlags {
  bool volatile_result = false;  // RAND, UUID: not constant, not folded
  bool order_sensitive = false;  // aggregates that take WITHIN GROUP / ORDER BY
  bool needs_order_by = false;   // window functions that demand ORDER BY in OVER (rank, lag)
  bool ignores_frame = false;    // window functions for which no frame is printed
  bool nulls_argument = false;   // a last argument of BOOLEAN says whether NULLs are left out
  // Arguments of one variable meet in their ComparisonType, not in their CommonType.
  bool compares = false;
  // No argument leaves its family: 123 LIKE '1%' is an error. Nor does a time become another kind
  // of time.
  bool keeps_family = false;
  // The elements of an array are texts where the parameter wants texts: ARRAY<INT> is no
  // ARRAY<STRING>, though an INT becomes a STRING.
  bool keeps_elements = false;
  // A DECIMAL is not taken as the DOUBLE that the parameter wants.
  bool refuses_decimal = false;
  // Arguments that are all NULL constants have no type, so there is no such call.
  bool needs_type = false;
};

struct Function {
  std::string_view name;  // lower case; operators have names such as "+" and "is_null"
  FunctionKind kind = FunctionKind::kScalar;
  std::span<const Overload> overloads;
  std::string_view help;  // one line for HELP and the docs
  FunctionFlags flags = {};
  std::string_view alias_of = {};  // for docs: LOWER is TOLOWER
  // Where a signature cannot say the result's type: see functions/resolve/result_rules.h. the
  // result of "named_struct" depends on constant arguments and is asked for apart; ResolveOverload
  // does the others.
  std::string_view result_rule = {};
};

// A parameter or result type of a parsed signature.
struct Parameter {
  enum class Form { kType, kAnyDecimal, kAny, kVariable, kArray, kMap, kStruct, kLambda };
  Form form = Form::kType;
  DataType type;      // kType
  char variable = 0;  // kVariable
  // kArray: element; kMap: key, value; kStruct: fields; kLambda: its parameters, then its result
  std::vector<Parameter> parts;
  std::vector<std::string> names;  // kStruct
  bool constant = false;
  enum class Repeat { kOnce, kOneOrMore, kAny } repeat = Repeat::kOnce;
};

struct Signature {
  std::vector<Parameter> parameters;
  Parameter result;
};

// Parses a row's signature; a malformed one is our own bug and asserts.
Signature ParseSignature(std::string_view text);

// nullptr for an unknown name; letter case does not matter. Operators are found by FindOperator
// only.
const Function* FindFunction(std::string_view name);
const Function* FindOperator(std::string_view name);

// False for a function without an overload in this mode: there it is unknown.
bool ExistsIn(const Function& function, const TypeMode& mode);

// Every function (no operators), sorted by name.
std::vector<const Function*> AllFunctions();

// The overload that fits the argument types, with the types to convert each argument to.
struct Resolution {
  const Function* function = nullptr;
  const Overload* overload = nullptr;
  std::vector<DataType> argument_types;
  std::vector<bool> constant_arguments;
  DataType result;
};

// Chooses the overload with the cheapest conversions: equal types before implicit ones, widening
// within a family before text to number. kArgumentCount when no overload has this number of
// arguments ("function f needs 3 parameters, actually have 2"), kInvalidArgumentType with the
// candidates when the types do not fit. The error's range is left to the caller.
Result<Resolution> ResolveOverload(const Function& function, const std::vector<DataType>& arguments,
                                   const TypeMode& mode);

}  // namespace paisql::functions
