#pragma once

// State that all parts of one statement's printing share.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "engine/duckdb/spelling/spelling.h"
#include "engine/engine.h"
#include "types/value.h"

namespace paisql::engine {

// Rows that reach DuckDB through a table function (row_blocks.h) instead of through the statement's
// text, by columns in their raw types (constant.h). They outlive the plan: a result is read after
// the plan is gone.
struct RowColumn {
  TypeId raw_type = TypeId::kString;
  std::vector<bool> is_null;
  std::vector<int64_t> integers;  // kBoolean and kBigint
  std::vector<double> doubles;
  std::vector<std::string> texts;
};

struct RowBlock {
  std::vector<RowColumn> columns;
  size_t rows = 0;
};

// Adds every name of a function of ours (paisql_…) that stands in the text.
void FindFunctionNames(std::string_view text, std::set<std::string>& names);

struct ModelCall;
struct UserCall;

struct PrintContext {
  PrintContext(const ExecutionSettings& execution_settings, const Bindings& plan_bindings);

  const ExecutionSettings& settings;
  const Bindings& bindings;         // of the plan that is printed
  std::string zone;                 // the session's zone as a literal
  std::set<std::string> functions;  // ours that the statement names
  std::map<std::string, std::shared_ptr<const ModelCall>> models;     // of PREDICT, by function
  std::map<std::string, std::shared_ptr<const UserCall>> user_calls;  // by function
  std::vector<std::shared_ptr<const RowBlock>> blocks;  // paisql_rows(i) reads blocks[i]
  bool inner_limit = false;                             // see limit_check.h
  // DuckDB plans a statement that reads files when it is prepared and again when it is run, except
  // where it stops at a parameter. So the first reader's number of rows is one.
  bool plan_once = false;
  std::optional<int64_t> parameter;
  bool has_times = false;   // a relation has a column that is shown in the session's zone
  bool one_thread = false;  // the rows have to be computed one after another
  // DuckDB's optimizers that must be off because their time would grow faster than the statement.
  // They save time and change no answer.
  std::set<std::string> avoided_optimizers;
  std::optional<Error> error;  // the first; the printed text is then not to be used

  // "t1", "t2" …: aliases and lambda parameters that no other part of the statement has.
  std::string NewAlias(std::string_view prefix) {
    return std::string(prefix) + std::to_string(++aliases_);
  }
  // name(arguments), remembering that the function has to exist.
  std::string Native(std::string_view name, std::string_view arguments);
  // nullptr, and an error that names the function, where DuckDB has no way to write the overload.
  const Spelling* SpellingOf(const functions::Function* function,
                             const functions::Overload& overload, const SourceRange& range);
  void Fail(Limit limit, const SourceRange& range);
  // Whether the session's zone may matter to the statement's text. Setting it costs more than all
  // of a small statement.
  bool NeedsZone(std::string_view sql) const;
  // Whether there is an error; the statement's leash may have ended.
  bool Ended(const SourceRange& range);

 private:
  int aliases_ = 0;
};

}  // namespace paisql::engine
