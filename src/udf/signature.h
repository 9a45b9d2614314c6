#pragma once

// What @annotate('bigint,string->double') says of a function in Python, and @Resolve of one in
// Java. The language is that of the platform's page on Python UDFs: types in any letter case, with
// blanks between them, one arrow, and * for any number of arguments of any types.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "types/data_type.h"

namespace paisql::udf {

struct Signature {
  std::vector<DataType> arguments;  // those before the *
  bool any_more = false;            // "*" or "string,*": more arguments of any types may follow
  std::vector<DataType> results;    // one of a UDF and a UDAF, one a column of a UDTF

  bool operator==(const Signature&) const = default;
};

// kSemantic, without a place, for any other text.
Result<Signature> ParseSignature(std::string_view text);
// Those of a text that has ; between them: a class in Java may have several.
Result<std::vector<Signature>> ParseSignatures(std::string_view text);

}  // namespace paisql::udf
