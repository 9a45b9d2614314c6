#pragma once

// Literals as values, and with plan/fold.h the little folding that the language itself asks for:
// LIMIT, partition values, frame offsets, negative numbers, conversions of constants that lose
// nothing.

#include <optional>

#include "base/result.h"
#include "plan/fold.h"
#include "syntax/query.h"
#include "types/conversion.h"

namespace paisql::analysis {

// `negative` reads "-9223372036854775808" as one number. INTEGER literals are INT where they fit,
// else BIGINT, else DOUBLE; always BIGINT or DOUBLE in type edition 1.0.
Result<Value> LiteralValue(const syntax::Literal& literal, bool negative, const TypeMode& mode);

// DATE'…', DATETIME'…', TIMESTAMP'…': kInvalidDatetime for text that is not such a date.
Result<Value> TypedLiteralValue(const syntax::TypedLiteral& literal);

// INTERVAL '1-2' YEAR TO MONTH, INTERVAL 3 DAY.
Result<Value> IntervalValue(const std::string& amount, const syntax::IntervalLiteral& literal);

using plan::ConvertConstant;
using plan::FitsInteger;
using plan::Fold;
using plan::IntegerOf;

}  // namespace paisql::analysis
