#pragma once

// What built-in functions and operators mean: rows of tables (functions/rows/), which feed name
// resolution, overload choice, SHOW FUNCTIONS, HELP and the docs. How an engine writes a call
// stands with that engine, in a table keyed by the overload: spelling/spelling.h in the engine's
// folder. Rows are constant and live as long as the program.

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

// What stands in the place of a result that a guard withholds: a constant, the first argument, or
// the BIGINT next to it, which is 0 for NaN.
enum class Instead { kNull, kEmptyText, kFirstArgument, kNearestBigint, kInfinity, kNan };

// Arguments that a function cannot take, though their types fit: which ones is the engine's to
// write down. Such a call is `normal` in normal mode, an error in strict mode, and `hive` in
// Hive-compatible mode. Functions that raise an error, or answer NULL, in every mode have no guard.
struct Guard {
  // "in function sqrt, the argument is less than 0"; $2 is the second argument, which is a text.
  std::string_view message;
  Instead hive = Instead::kNull;
  ErrorCode code = ErrorCode::kRuntimeArguments;
  Instead normal = Instead::kNull;
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
struct Overload {
  std::string_view signature;
  Modes modes = modes::kAny;
  const Guard* guard = nullptr;  // lives as long as the program
  // It hands on what it is given or chooses among it, so an error is never its own.
  bool total = false;
};

constexpr Overload Total(std::string_view signature, Modes modes = modes::kAny) {
  return {signature, modes, nullptr, true};
}

// False for an overload that this mode does not have.
bool ExistsIn(const Overload& overload, const TypeMode& mode);

// What the engine may assume, and what analysis checks: flags.h has them.
struct FunctionFlags;
extern const FunctionFlags kNoFlags;

struct Function {
  std::string_view name;  // lower case; operators have names such as "+" and "is_null"
  FunctionKind kind = FunctionKind::kScalar;
  std::span<const Overload> overloads;
  std::string_view help;                   // one line for HELP and the docs
  const FunctionFlags* flags = &kNoFlags;  // lives as long as the row
  std::string_view alias_of = {};          // for docs: LOWER is TOLOWER
  // Where a signature cannot say the result's type: see functions/resolve/result_rules.h. the
  // result of "named_struct" depends on constant arguments and is asked for apart; ResolveOverload
  // does the others.
  std::string_view result_rule = {};
};

// RAND, UUID: each call may give something else, so nothing is folded, moved or left out.
bool IsVolatile(const Function& function);

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
// Functions that no user can name, which analysis makes calls of.
const Function* FindHidden(std::string_view name);

// False for a function without an overload in this mode: there it is unknown.
bool ExistsIn(const Function& function, const TypeMode& mode);

// Every function (no operators), sorted by name.
std::vector<const Function*> AllFunctions();
std::span<const Function> Operators();
std::span<const Function> HiddenFunctions();

// How a table beside this one names an overload: by its signature, and where several have the same,
// by its exact modes. nullptr without such an overload.
const Overload* FindOverload(const Function& function, std::string_view signature,
                             Modes modes = modes::kAny);

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
