#pragma once

// Conditions of a JOIN, guessed from equal names of columns. Private to this room.

#include "completion/offer.h"
#include "completion/reading/place.h"
#include "completion/reading/scope.h"

namespace paisql::completion {

// Right after the ON of a JOIN: "a.id = b.id" for each column that both sides have, those of equal
// types first, those of partitions last.
void OfferJoinConditions(const Place& place, const Scope& scope, Offer& offer);

// Within JOIN … USING (…): the columns that both sides have. Whether there are any.
bool OfferSharedColumns(const Place& place, const Scope& scope, Offer& offer);

}  // namespace paisql::completion
