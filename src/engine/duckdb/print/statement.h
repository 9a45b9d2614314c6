#pragma once

// Whole statements: a plan's rows for a reader, or for Parquet files.

#include <string>
#include <string_view>

#include "engine/duckdb/print/print_context.h"
#include "engine/duckdb/print/relation/select.h"

namespace paisql::engine {

// The plan's rows as they are printed: times as wall clock. With `exact`, every column is also cast
// to its type, which heals a function whose result in DuckDB is not the type that its row of the
// function table promises.
std::string PrintQuery(const plan::Relation& root, bool exact, PrintContext& context);

// The plan's rows as files have them, in columns of the target's names. There are no dynamic
// partitions.
std::string PrintStored(const plan::Relation& root, const WriteTarget& target,
                        PrintContext& context);

// The options of every COPY that writes a data file. Snappy, as Spark and pandas write by default:
// every reader knows it, and it costs DuckDB nothing beside zstd.
inline constexpr std::string_view kFileOptions = "FORMAT parquet, COMPRESSION snappy";

// COPY (…) TO the target's folder with one row of statistics a file. `file_name` is used without
// partitions.
std::string PrintCopy(const plan::Relation& root, const WriteTarget& target,
                      const std::string& file_name, PrintContext& context);

// "<128 random bits>.parquet": never begins with "_" or ".", which Spark would skip.
std::string NewFileName();

}  // namespace paisql::engine
