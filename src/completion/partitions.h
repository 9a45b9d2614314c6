#pragma once

// Partitions: the columns within PARTITION (…) and the values of partition columns, also in WHERE.
// Private to this room.

#include "completion/offer.h"
#include "completion/reading/place.h"
#include "completion/reading/scope.h"

namespace paisql::completion {

// The columns that a PARTITION (…) has not named yet: "ds=".
void OfferPartitionColumns(const Place& place, Sources& sources, Offer& offer);

// Where a value is wanted that is compared with a partition column: its values, newest first.
// Whether it was such a place.
bool OfferPartitionValues(const Place& place, const Scope& scope, Sources& sources, Offer& offer);

// What stands after the slash of "table/ds=20260101,hour=08", `typed` being all of the word:
// columns and values, separated by `separator`.
void OfferPartitionPath(const Relation& table, std::string_view front, std::string_view typed,
                        std::string_view separators, Sources& sources, Offer& offer);

}  // namespace paisql::completion
