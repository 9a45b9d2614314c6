#pragma once

// Queries of PAI statements without a session that knows what they mean.

#include <string>
#include <vector>

#include "pai/value/query_resolver.h"

namespace paisql::pai {

// Every query gives a column `a`, but for one with the word `wrong`: it is an error at that word.
class FakeQueries : public QueryResolver {
 public:
  Result<Answer> Ask(const std::string&, const SourceRange&) override { return Answer{{}, true}; }

  Result<std::vector<store::Column>> Resolve(const std::string& query,
                                             const QueryPlaces& places) override {
    texts.push_back(query);
    if (const size_t at = query.find("wrong"); at != std::string::npos) {
      Error error{ErrorCode::kSemantic, "it is wrong", {at, at + 5, 1, 1}, ""};
      const size_t other = query.find("too");
      if (other != std::string::npos) {
        error.others.push_back({ErrorCode::kSemantic, "too", {other, other + 3, 1, 1}, ""});
      }
      return places.InStatement(error);
    }
    store::Column column;
    column.id = 1;
    column.name = "a";
    column.type = TypeId::kBigint;
    return std::vector<store::Column>{column};
  }

  Result<RowQuery> ResolveRows(const std::string& query, const QueryPlaces& places,
                               const RowSource*, bool) override {
    PAISQL_ASSIGN(std::vector<store::Column> columns, Resolve(query, places));
    return RowQuery{{}, {}, std::move(columns), "{}"};
  }

  std::vector<std::string> texts;
};

}  // namespace paisql::pai
