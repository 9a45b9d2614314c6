#pragma once

// Statements that the grammar reads word for word: SQL and what looks like it. Private to this
// room.

#include "completion/offer.h"
#include "completion/reading/place.h"

namespace paisql::completion {

void CompleteStatement(const Place& place, Sources& sources, Offer& offer);

// Tables of a project whose name begins as typed. `kinds` chooses among them.
enum class TableKinds { kAll, kTables, kViews, kPartitioned };
void OfferTables(const std::string& project, TableKinds kinds, const Place& place, Sources& sources,
                 Offer& offer);
void OfferProjects(const Place& place, std::string_view behind, Sources& sources, Offer& offer);

}  // namespace paisql::completion
