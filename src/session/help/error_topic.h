#pragma once

// Texts about error codes for HELP and docs/errors.md: when each comes; for common codes,
// statements that cause it and statements that do not.

#include <span>
#include <string_view>

#include "base/error.h"

namespace paisql::session {

struct ErrorMeaning {
  ErrorCode code;
  std::string_view when;  // "never: …" for what the platform alone raises
};

// Of the statements of `causes` the last one fails with the code, in a home with the tables of the
// test of these rows; those of `cured` run.
struct ErrorExample {
  ErrorCode code;
  std::string_view about;  // which of the causes this is
  std::string_view causes;
  std::string_view cured;
};

std::span<const ErrorMeaning> ErrorMeanings();  // in the order of the codes, one each
std::span<const ErrorExample> ErrorExamples();

}  // namespace paisql::session
