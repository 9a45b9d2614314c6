#pragma once

// Names and signatures of functions. Private to this room.

#include "completion/offer.h"
#include "completion/reading/place.h"

namespace paisql::completion {

// Functions that begin as the word does. `tables_only`: those that give rows, for LATERAL VIEW.
void OfferFunctions(const Place& place, bool tables_only, Offer& offer);

// Names of functions without what follows them in a call.
void OfferFunctionNames(Offer& offer);

// The constants that the argument at the word takes, in quotes where none is open: 'dd' in DATEADD.
// Whether it was such a place.
bool OfferConstants(const Place& place, Offer& offer);

// The signatures of the function in whose brackets the word stands, one a line; "" for none.
std::string SignatureAround(const Place& place);

}  // namespace paisql::completion
