#include "functions/function.h"

#include <algorithm>

#include "base/text.h"
#include "functions/rows/tables.h"

namespace paisql::functions {

const FunctionFlags kNoFlags = {};

namespace {

constexpr Family kFamilies[] = {
    {"String: whole texts", StringFunctions},
    {"String: parts", StringPartFunctions},
    {"String: regular expressions", RegexFunctions},
    {"String: encodings and digests", EncodingFunctions},
    {"String: identity cards", IdentityCardFunctions},
    {"String: network addresses", NetworkFunctions},
    {"JSON", JsonFunctions},
    {"Math", MathFunctions},
    {"Math: trigonometry", TrigonometryFunctions},
    {"Math: number bases and random values", NumberTextFunctions},
    {"Date: arithmetic", DateArithmeticFunctions},
    {"Date: fields", DateFieldFunctions},
    {"Date: text and instants", DateTextFunctions},
    {"Conditional and others", ConditionalFunctions},
    {"Catalog, models, hash codes, compression and encryption", SystemFunctions},
    {"Collections: arrays", CollectionFunctions},
    {"Collections: maps", MapFunctions},
    {"Collections: structures", StructFunctions},
    {"Collections: with lambdas", LambdaFunctions},
    {"Table functions", TableFunctions},
    {"Aggregate", AggregateFunctions},
    {"Aggregate: maps, arrays and texts", MapAggregateFunctions},
    {"Aggregate: statistics", StatisticFunctions},
    {"Window", WindowFunctions},
};

const Function* FindByName(std::span<const Function> table, std::string_view name) {
  for (const Function& function : table) {
    if (function.name == name) return &function;
  }
  return nullptr;
}

}  // namespace

std::span<const Family> Families() { return kFamilies; }

std::vector<const Function*> AllFunctions() {
  std::vector<const Function*> all;
  for (const Family& family : kFamilies) {
    for (const Function& function : family.table()) all.push_back(&function);
  }
  std::sort(all.begin(), all.end(),
            [](const Function* a, const Function* b) { return a->name < b->name; });
  return all;
}

const Function* FindFunction(std::string_view name) {
  // Made by the first statement that calls a function, then only read.
  static const std::vector<const Function*> sorted = AllFunctions();
  const std::string wanted = ToLower(name);
  const auto found =
      std::lower_bound(sorted.begin(), sorted.end(), wanted,
                       [](const Function* f, const std::string& n) { return f->name < n; });
  return found != sorted.end() && (*found)->name == wanted ? *found : nullptr;
}

bool IsVolatile(const Function& function) { return function.flags->volatile_result; }

bool ExistsIn(const Overload& overload, const TypeMode& mode) {
  if (mode.hive_compatible) return (overload.modes & modes::kHive) != 0;
  return (overload.modes & (mode.odps2 ? modes::kOdps2 : modes::kOdps1)) != 0;
}

bool ExistsIn(const Function& function, const TypeMode& mode) {
  return std::any_of(function.overloads.begin(), function.overloads.end(),
                     [&](const Overload& overload) { return ExistsIn(overload, mode); });
}

const Function* FindOperator(std::string_view name) { return FindByName(Operators(), name); }

const Function* FindHidden(std::string_view name) { return FindByName(HiddenFunctions(), name); }

const Overload* FindOverload(const Function& function, std::string_view signature, Modes modes) {
  const Overload* only = nullptr;
  const Overload* exact = nullptr;
  size_t alike = 0;
  for (const Overload& overload : function.overloads) {
    if (overload.signature != signature) continue;
    ++alike;
    only = &overload;
    if (overload.modes == modes) exact = &overload;
  }
  return alike == 1 && modes == modes::kAny ? only : exact;
}

}  // namespace paisql::functions
