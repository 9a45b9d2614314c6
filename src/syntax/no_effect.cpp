#include "syntax/no_effect.h"

#include <span>

#include "syntax/unsupported_rows.h"

namespace paisql::syntax {

namespace {

constexpr std::string_view kStoredInOneWay = "tables are stored in one way";
constexpr std::string_view kOneOwner = "one user owns the home";
constexpr std::string_view kCounted = "rows are counted when they are written";
constexpr std::string_view kSnapshots = "each statement reads a snapshot of its tables";
constexpr std::string_view kNoIndex = "tables have no indexes";

// `name` is the table that must be there.
constexpr NoEffectRow kRows[] = {
    {"ALTER TABLE name spec ARCHIVE|UNARCHIVE …", kStoredInOneWay},
    {"ALTER TABLE name ARCHIVE|UNARCHIVE spec", kStoredInOneWay},
    {"ALTER TABLE name spec FREEZE|CONCATENATE|RECLUSTER …", kStoredInOneWay},
    {"ALTER TABLE name CLUSTERED BY group [ SORTED BY group ] INTO number SHARDS", kStoredInOneWay},
    {"ALTER TABLE name NOT SORTED|SKEWED", kStoredInOneWay},
    {"ALTER TABLE name NOT STORED AS DIRECTORIES", kStoredInOneWay},
    {"ALTER TABLE name SKEWED BY group ON group [ STORED AS DIRECTORIES ]", kStoredInOneWay},
    {"ALTER TABLE name SET SKEWED LOCATION group", kStoredInOneWay},
    {"ALTER TABLE name INTO number BUCKETS|SHARDS …", kStoredInOneWay},
    {"ALTER TABLE name DISTRIBUTE BY group …", kStoredInOneWay},
    {"ALTER TABLE name spec SET SERDE|SERDEPROPERTIES|FILEFORMAT …", kStoredInOneWay},
    {"ALTER TABLE name spec SET PARTITIONPROPERTIES group", kStoredInOneWay},
    {"ALTER TABLE name UPDATE STATISTICS …", kCounted},
    {"ANALYZE TABLE name spec COMPUTE|DELETE STATISTICS …", kCounted},
    {"ADD|REMOVE STATISTIC name …", kCounted},
    {"EXSTORE name specs", kStoredInOneWay},
    {"CREATE INDEX word ON [ TABLE ] name group …", kNoIndex},
    {"DROP INDEX [ IF EXISTS ] word ON name", kNoIndex},
    {"ALTER INDEX word ON name …", kNoIndex},
    {"LOCK TABLE name spec …", kSnapshots},
    {"UNLOCK TABLE name spec", kSnapshots},
    {"LOCK|UNLOCK DATABASE|SCHEMA …", kSnapshots},
    {"ALLOW|DISALLOW PROJECT …", "a home's projects see each other"},
    {"CLEAR EXPIRED GRANTS …", "permissions do not expire"},
    {"ALTER USER …", "users have no properties"},
    {"USE QUOTA …", "all statements run on this machine"},
};

constexpr std::string_view kTableReads[] = {
    "COUNT name spec",
    "READ name [ group ] spec [ number ]",
    "SHOW STATISTIC name spec [ COLUMNS [ group ] ]",
    "SHOW VERSION",
    "SETPROJECT",
};

constexpr std::string_view kFileMerges[] = {
    "ALTER TABLE name spec MERGE SMALLFILES",
    "ALTER TABLE name MERGE SMALLFILES spec",
};

std::optional<TokenMatch> FirstMatch(const TokenList& tokens,
                                     std::span<const std::string_view> statements) {
  for (const std::string_view statement : statements) {
    std::optional<TokenMatch> match = MatchStatement(tokens, statement);
    if (match.has_value()) return match;
  }
  return std::nullopt;
}

}  // namespace

std::span<const NoEffectRow> NoEffectRows() { return kRows; }

std::optional<NoEffect> FindNoEffect(const TokenList& tokens) {
  for (const NoEffectRow& row : kRows) {
    std::optional<TokenMatch> match = MatchStatement(tokens, row.statement);
    if (!match.has_value()) continue;
    std::string note = match->words + " has no effect: " + std::string(row.reason);
    return NoEffect{std::move(*match), std::move(note)};
  }
  return std::nullopt;
}

std::optional<TokenMatch> FindTableRead(const TokenList& tokens) {
  return FirstMatch(tokens, kTableReads);
}

std::optional<TokenMatch> FindFileMerge(const TokenList& tokens) {
  return FirstMatch(tokens, kFileMerges);
}

}  // namespace paisql::syntax
