#pragma once

// Spellings of DuckDB's dialect: names, literals, types.

#include <functional>
#include <string>
#include <string_view>

#include "plan/relation.h"
#include "types/data_type.h"

namespace paisql::engine {

// "c17": the name of every column in printed text.
std::string ColumnName(plan::ColumnId id);
// Calls `visit` with each such name in a text and its id.
void ForEachColumnName(std::string_view text,
                       const std::function<void(std::string_view, plan::ColumnId)>& visit);
// "name" in double quotes.
std::string QuoteName(std::string_view name);
// 'text' in single quotes; a NUL byte, which cannot stand in a statement, becomes chr(0).
std::string QuoteText(std::string_view text);
// A quoted path in which no character is a wildcard of read_parquet.
std::string QuotePath(std::string_view path);
// "DECIMAL(38,18)", "STRUCT("a" INTEGER)[]". Instants that have become wall clock (PrintWallClock
// in cast.h) have another type than the column.
enum class TimeForm { kStored, kWallClock };
std::string TypeText(const DataType& type, TimeForm form = TimeForm::kStored);
std::string CastText(std::string_view operand, const DataType& type);
// Whether a template or expression may stand as an operand without parentheses around it: a plain
// word or one call whose parentheses span to the end.
bool IsSelfContained(std::string_view text);

}  // namespace paisql::engine
