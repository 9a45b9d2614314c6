#pragma once

// Statements of the platform that change no answer here: how rows are stored, statistics, locks,
// what one owner has no use for. A script that has them goes on with a warning.

#include <optional>
#include <string>

#include "syntax/token_pattern.h"

namespace paisql::syntax {

struct NoEffect {
  TokenMatch match;
  std::string note;
};

std::optional<NoEffect> FindNoEffect(const TokenList& tokens);

// COUNT t PARTITION (…), READ t (a, b) PARTITION (…) 5, SHOW STATISTIC t: the client's short
// queries; SHOW VERSION, and SETPROJECT alone, which shows the settings.
std::optional<TokenMatch> FindTableRead(const TokenList& tokens);

// ALTER TABLE t [PARTITION (…)] MERGE SMALLFILES, which has no keyword of its own.
std::optional<TokenMatch> FindFileMerge(const TokenList& tokens);

}  // namespace paisql::syntax
