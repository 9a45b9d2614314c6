#pragma once

// Spellings of Spark's dialect: names, literals, types. What a type is in Spark follows from how
// our files hold it (duckdb/values/timestamp_form.h): DATETIME is a TIMESTAMP in UTC, TIMESTAMP and
// TIMESTAMP_NTZ are a DECIMAL(21,9) of seconds, every text and JSON is a STRING. Intervals are what
// kernels take (CarriedType in kernel.h): an INT of months, a BIGINT of microseconds.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plan/relation.h"
#include "types/data_type.h"
#include "types/value.h"

namespace paisql::engine::spark {

// "c17": the name of every column in printed text.
std::string NameOf(plan::ColumnId id);
// "c17, c18", or "1" for none.
std::string NamesOf(const std::vector<plan::OutputColumn>& columns);
// " DESC NULLS LAST"
std::string DirectionOf(const plan::SortKey& key);
// `name` in backticks.
std::string QuoteName(std::string_view name);
// "((a OR b) OR (c OR d))" for the word " OR ": a chain of thousands would end the parser's stack.
std::string JoinByHalves(const std::vector<std::string>& parts, std::string_view word);
// 'text' in single quotes.
std::string QuoteText(std::string_view text);
// nullopt for a type that is not known.
std::optional<std::string> TypeText(const DataType& type);
// A MAP has no order and no equality in Spark.
bool HasMap(const DataType& type);
bool HasJson(const DataType& type);
// The text of a value of the type with each MAP in it as an array of its entries, which Spark
// compares, and the way back (spark_maps.cpp).
std::string MapsAsEntries(const std::string& text, const DataType& type);
std::string EntriesAsMaps(const std::string& text, const DataType& type);
// Whether results show values of the type otherwise than files hold them: instants are shown in the
// session's zone.
bool HasInstant(const DataType& type);
// nullopt where the literal depends on the session's zone, or the type has none.
std::optional<std::string> Literal(const Value& value);

}  // namespace paisql::engine::spark
