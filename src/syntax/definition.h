#pragma once

// What a view with parameters or an SQL function defines, as its text in the catalog says:
// (@t TABLE (k STRING), @n BIGINT) RETURNS @r TABLE (…) AS query, expression, or BEGIN … END.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "syntax/query.h"
#include "syntax/script.h"

namespace paisql::syntax {

struct Parameter {
  struct Column {
    Identifier name;
    TypeName type;
  };
  Identifier name;
  std::optional<TypeName> type;  // of a value; neither of a table nor of a function
  bool table = false;
  std::vector<Column> columns;
  bool rest = false;  // TABLE (…, * ANY): all further columns
  bool function = false;
  ExpressionPtr fallback;  // the value of an argument that is left out; null: it may not be
};

struct Definition {
  std::vector<Parameter> parameters;
  std::optional<Identifier> result;  // the variable that RETURNS names
  std::optional<TypeName> result_type;
  std::vector<ColumnDefinition> result_columns;
  // One of the three; `body` has variables alone.
  std::unique_ptr<Query> query;
  ExpressionPtr value;
  std::optional<Script> body;
};

// Whether the text of a view is such a definition.
bool IsDefinition(std::string_view text);

// The definition that is `text`; ranges count in it.
Result<Definition> ParseDefinition(std::string_view text, Leash* leash = nullptr);
// The same of a part of a statement: it ends with the text and begins at the range's begin.
Result<Definition> ParseDefinitionAt(std::string_view text, const SourceRange& begin,
                                     Leash* leash = nullptr);

}  // namespace paisql::syntax
