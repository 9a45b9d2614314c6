#pragma once

// The tables of spellings; dialect.h says what a row is.

#include <span>

#include "syntax/dialect/dialect.h"

namespace paisql::syntax {

std::span<const DialectRow> TypeDialect();      // of one word each
std::span<const DialectRow> TypeFormDialect();  // forms of types that the parser stops at
std::span<const DialectRow> TextFunctionDialect();
std::span<const DialectRow> TimeFunctionDialect();
std::span<const DialectRow> FunctionDialect();
std::span<const DialectRow> NameDialect();
std::span<const DialectRow> QueryDialect();
std::span<const DialectRow> StatementDialect();
std::span<const DialectRow> DefinitionDialect();

}  // namespace paisql::syntax
