#pragma once

// Resolves the queries that are inputs of a job: the job reads their rows.

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "jobs/spec/job_spec.h"
#include "pai/value/query_places.h"

namespace paisql::pai {

// A query that gives each row of a stream's source no row, or one.
struct RowQuery {
  store::Table source;                 // what FROM names
  std::vector<store::Column> read;     // the columns of it, its partition columns too, that count
  std::vector<store::Column> columns;  // of the rows that it gives
  // The JSON from which another process makes the same query
  // (session/statements/jobs/row_query.h).
  std::string description;
};

// The rows that a query has as FROM `name`; without them FROM names a table.
struct RowSource {
  std::string name;
  std::vector<store::Column> columns;
};

// The rows of a query that a component asks while it is built, as plain texts; nullopt for NULL.
struct Answer {
  std::vector<std::vector<std::optional<std::string>>> rows;
  bool unknown = false;  // a check reads no rows
};

class QueryResolver {
 public:
  virtual ~QueryResolver() = default;

  // Runs a query that a component has written. Errors are placed at `range`.
  virtual Result<Answer> Ask(const std::string& query, const SourceRange& range) = 0;

  // Analyses a query that is computed row by row as rows come, and keeps nothing of it. `repeats`:
  // the same rows always give the same, so that functions of chance and of time are errors.
  virtual Result<RowQuery> ResolveRows(const std::string& query, const QueryPlaces& places,
                                       const RowSource* source, bool repeats) = 0;

  // The columns of a query's rows, numbered from 1. The resolver keeps the query, which is to be
  // computed when the job is submitted; queries of one job come in the order of its inputs. Errors
  // have their place in the statement.
  virtual Result<std::vector<store::Column>> Resolve(const std::string& query,
                                                     const QueryPlaces& places) = 0;
};

}  // namespace paisql::pai
