#pragma once

// The queries of a stream: over the rows of its source, and over those that it writes. Both are
// computed row by row while it runs (python/paisql/alink_stream/row_query.py). Errors have the
// place of what is wrong in the query. Private to pai.

#include <nlohmann/json.hpp>
#include <vector>

#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"
#include "pai/value/query_resolver.h"

namespace paisql::pai {

// The names that FROM gives to the rows of the source, and to the rows that are written.
inline constexpr const char* kInputRows = "input";
inline constexpr const char* kOutputRows = "output";

// Whether a column of the type goes from one process of a stream to another.
bool TravelsInStream(const DataType& type);

// Whether a value is a query, in parentheses or not.
bool IsQuery(const syntax::PaiParameter& given);

// A query over the rows of `source`, by its name; without a source over the table that FROM names.
// `repeats`: the same rows always give the same. An error for a column, read or given, that does
// not travel in a stream; kUnsupported where the context has nobody who computes queries.
Result<RowQuery> ReadRowQuery(const syntax::PaiParameter& given, const BuildContext& context,
                              const RowSource* source, bool repeats);

// The query as the processes get it.
nlohmann::json QueryJson(const RowQuery& query);

}  // namespace paisql::pai
