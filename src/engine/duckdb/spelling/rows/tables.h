#pragma once

// The tables of spellings, one a family. Private to this folder; spelling.cpp makes one of them.

#include <span>

#include "engine/duckdb/spelling/spelling.h"

namespace paisql::engine {

extern const std::span<const Spelling> kAggregateSpelling;
extern const std::span<const Spelling> kCollectionSpelling;
extern const std::span<const Spelling> kConditionalSpelling;
extern const std::span<const Spelling> kDateArithmeticSpelling;
extern const std::span<const Spelling> kDateFieldSpelling;
extern const std::span<const Spelling> kDateTextSpelling;
extern const std::span<const Spelling> kEncodingSpelling;
extern const std::span<const Spelling> kHiddenSpelling;
extern const std::span<const Spelling> kIdentityCardSpelling;
extern const std::span<const Spelling> kJsonSpelling;
extern const std::span<const Spelling> kLambdaSpelling;
extern const std::span<const Spelling> kMapAggregateSpelling;
extern const std::span<const Spelling> kMapSpelling;
extern const std::span<const Spelling> kMathSpelling;
extern const std::span<const Spelling> kNetworkSpelling;
extern const std::span<const Spelling> kNumberTextSpelling;
extern const std::span<const Spelling> kOperatorSpelling;
extern const std::span<const Spelling> kRegexSpelling;
extern const std::span<const Spelling> kStatisticSpelling;
extern const std::span<const Spelling> kStringPartSpelling;
extern const std::span<const Spelling> kStringSpelling;
extern const std::span<const Spelling> kStructSpelling;
extern const std::span<const Spelling> kSystemSpelling;
extern const std::span<const Spelling> kTableSpelling;
extern const std::span<const Spelling> kTrigonometrySpelling;
extern const std::span<const Spelling> kWindowSpelling;

}  // namespace paisql::engine
