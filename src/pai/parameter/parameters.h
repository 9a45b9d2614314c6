#pragma once

// The parameters of one statement, checked against the algorithm's table. Private to pai.

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pai/parameter/parameter.h"
#include "pai/value/build_context.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

class Parameters {
 public:
  // kInvalidCommand for an unknown, doubled or missing parameter and for a value of another type,
  // each with its place. An alias stands for its parameter. SET odps.pai.property.x=v; stands for
  // -Dx=v, unless the statement has an x of its own.
  // `any_case`: letter case does not matter in names.
  static Result<Parameters> Check(const syntax::PaiStatement& statement, std::string_view algorithm,
                                  std::span<const Parameter> table, const BuildContext& context,
                                  bool any_case = false);

  // nullptr when it was not given or is empty.
  const syntax::PaiParameter* Find(std::string_view name) const;
  // Whether it was given and is empty, for parameters to which that says something.
  bool IsEmpty(std::string_view name) const;

  // A whole number as it was given, else the table's default, 0 where that has none.
  int64_t Number(std::string_view name) const;
  // The same for a number with a decimal point.
  double Decimal(std::string_view name) const;
  // The trimmed text as it was given, else the default.
  std::string Text(std::string_view name) const;
  // One of the table's words, in small letters, as it was given, else the default.
  std::string Word(std::string_view name) const;
  // Whether it was given as true, or is not given and true by default.
  bool IsTrue(std::string_view name) const;
  // The place of its value, or of nothing where it was not given.
  SourceRange PlaceOf(std::string_view name) const;

  // A line for each value without effect that asks for something.
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  std::span<const Parameter> table_;
  std::map<std::string, syntax::PaiParameter> values_;
  std::vector<std::string> notes_;
};

}  // namespace paisql::pai
