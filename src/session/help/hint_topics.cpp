// HELP's topics about hints, /*+ … */ after SELECT. analysis/query/hints.cpp has their syntax.

#include "session/help/topic.h"

namespace paisql::session {

namespace {

constexpr std::string_view kNoEffect =
    "It is checked, and changes no answer: the engine chooses how to join by itself.";

constexpr Topic kHintTopics[] = {
    {"MAPJOIN", "HINT MAPJOIN|HINTS|HINT", "a hint: the named tables of a join are small",
     "SELECT /*+ MAPJOIN(a, b) */ ...",
     "With it ON needs no equality between both sides, and a product of tables is allowed.\n"
     "The side that an outer join keeps whole cannot be named.",
     "SELECT /*+ MAPJOIN(b) */ a.id, b.name FROM t1 a JOIN t2 b ON a.id < b.id;"},
    {"DISTMAPJOIN", "HINT DISTMAPJOIN", "a hint: the named table of a join is of middle size",
     "SELECT /*+ DISTMAPJOIN(a(shard_count=5, replica_count=1)) */ ...",
     "As with MAPJOIN, ON needs no equality between both sides.",
     "SELECT /*+ DISTMAPJOIN(b) */ a.id, b.name FROM t1 a JOIN t2 b ON a.id = b.id;"},
    {"SKEWJOIN", "HINT SKEWJOIN", "a hint: few values make most of a join's rows",
     "SELECT /*+ SKEWJOIN(a), SKEWJOIN(a(c)), SKEWJOIN(a(c)((1), (2))) */ ...", kNoEffect,
     "SELECT /*+ SKEWJOIN(b) */ a.id, b.name FROM t1 a JOIN t2 b ON a.id = b.id;"},
    {"DYNAMICFILTER", "HINT DYNAMICFILTER", "a hint: a join's small side filters the other one",
     "SELECT /*+ DYNAMICFILTER(a, b) */ ...", kNoEffect,
     "SELECT /*+ DYNAMICFILTER(a, b) */ a.id, b.name FROM t1 a JOIN t2 b ON a.id = b.id;"},
    {"SUBQUERY_MAPJOIN", "HINT SUBQUERY_MAPJOIN", "a hint: the result of a subquery is small",
     "... WHERE a IN (SELECT /*+ SUBQUERY_MAPJOIN */ ...)", kNoEffect, ""},
    {"MATERIALIZE", "HINT MATERIALIZE", "a hint: a query of WITH is computed once",
     "WITH a AS (SELECT /*+ MATERIALIZE */ ...) SELECT ...", kNoEffect,
     "WITH a AS (SELECT /*+ MATERIALIZE */ id FROM t1) SELECT * FROM a;"},
};

}  // namespace

std::span<const Topic> HintTopics() { return kHintTopics; }

}  // namespace paisql::session
