#pragma once

// Texts of literals: quotes taken off, escapes resolved.

#include <string>
#include <string_view>

#include "base/error.h"

namespace paisql::syntax {

// A SQL string literal with its quotes, by the platform's page "Escape characters". Fails at
// `range`, the literal's place, for an escape such as \01.
std::string UnescapeSqlString(std::string_view literal, const SourceRange& range);

// `name` or a name as it stands; a doubled back-tick inside stands for one.
std::string UnquoteName(std::string_view name);

// X'6162' to its bytes; an odd number of digits gets a 0 in front.
std::string DecodeBinaryLiteral(std::string_view literal, const SourceRange& range);

// Escapes as the platform's client resolves them in command words and PAI values: \n \t
// \b \f \r, \uXXXX, and of any other escaped character the character itself. Other text
// stays.
std::string UnescapeJava(std::string_view text);

// The name in back-ticks, so that one that is a word of the language comes back as a name.
std::string QuoteName(std::string_view name);
// The text as a string literal of SQL.
std::string QuoteLiteral(std::string_view text);

}  // namespace paisql::syntax
