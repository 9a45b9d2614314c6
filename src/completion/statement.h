#pragma once

// Statements that the grammar reads word for word: SQL and what looks like it. Private to this
// room.

#include "completion/offer.h"
#include "completion/reading/place.h"
#include "completion/reading/scope.h"

namespace paisql::completion {

void CompleteStatement(const Place& place, Sources& sources, Offer& offer);

// Tables of a project whose name begins as typed. `kinds` chooses among them.
enum class TableKinds { kAll, kTables, kViews, kPartitioned };
void OfferTables(const std::string& project, TableKinds kinds, const Place& place, Sources& sources,
                 Offer& offer);
void OfferProjects(const Place& place, std::string_view behind, Sources& sources, Offer& offer);

// Names and signatures of functions.

// Functions that begin as the word does, those of users first. `tables_only`: those that give rows,
// for LATERAL VIEW.
void OfferFunctions(const Place& place, bool tables_only, Sources& sources, Offer& offer);
// Those of users of a project that is named in front.
void OfferFunctionsOf(const std::string& project, const Place& place, Sources& sources,
                      Offer& offer);

// Names of functions without what follows them in a call.
void OfferFunctionNames(bool built_in, Sources& sources, Offer& offer);

// CREATE FUNCTION f AS 'module.Class' USING 'a.py,b.zip': modules and resources. Whether the
// statement is one, and the word stands after AS.
bool OfferClassAndResources(const Place& place, Sources& sources, Offer& offer);

// The constants that the argument at the word takes, in quotes where none is open: 'dd' in DATEADD.
// Whether it was such a place.
bool OfferConstants(const Place& place, Offer& offer);

// The signatures of the function in whose brackets the word stands, one a line; "" for none.
std::string SignatureAround(const Place& place, Sources& sources);

// Conditions of a JOIN, guessed from equal names of columns.

// Right after the ON of a JOIN: "a.id = b.id" for each column that both sides have, those of equal
// types first, those of partitions last.
void OfferJoinConditions(const Place& place, const Scope& scope, Offer& offer);

// Within JOIN … USING (…): the columns that both sides have. Whether there are any.
bool OfferSharedColumns(const Place& place, const Scope& scope, Offer& offer);

// Partitions: the columns within PARTITION (…) and the values of partition columns, also in WHERE.

// The columns that a PARTITION (…) has not named yet: "ds=".
void OfferPartitionColumns(const Place& place, Sources& sources, Offer& offer);

// Where a value is wanted that is compared with a partition column: its values, newest first.
// Whether it was such a place.
bool OfferPartitionValues(const Place& place, const Scope& scope, Sources& sources, Offer& offer);

// Offers partitions after the slash of "table/ds=20260101,hour=08". `typed` is the whole word:
// columns and values, separated by `separator`.
void OfferPartitionPath(const Relation& table, std::string_view front, std::string_view typed,
                        std::string_view separators, Sources& sources, Offer& offer);

}  // namespace paisql::completion
