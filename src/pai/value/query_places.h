#pragma once

// Where a query that stands in a value of a PAI statement has its places in that statement.

#include <cstddef>
#include <string>

#include "base/error.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

// A value: it outlives the statement that it was made of.
class QueryPlaces {
 public:
  // The query is the bytes [begin, end) of the parameter's value.
  QueryPlaces(syntax::PaiParameter parameter, std::string statement_text, size_t begin, size_t end)
      : parameter_(std::move(parameter)),
        statement_text_(std::move(statement_text)),
        begin_(begin),
        end_(end) {}

  // The place of what has this place in the query; an unknown one stays unknown.
  SourceRange InStatement(const SourceRange& range) const;
  // The error with its place, and those that it comes with. One without a place gets the query's.
  Error InStatement(Error error) const;

 private:
  syntax::PaiParameter parameter_;
  std::string statement_text_;
  size_t begin_;
  size_t end_;
};

}  // namespace paisql::pai
