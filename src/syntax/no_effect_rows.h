#pragma once

// The table of statements that change no answer here (no_effect.h), for documentation.

#include <span>
#include <string_view>

namespace paisql::syntax {

struct NoEffectRow {
  std::string_view statement;  // token_pattern.h has the language
  std::string_view reason;
};

std::span<const NoEffectRow> NoEffectRows();

}  // namespace paisql::syntax
