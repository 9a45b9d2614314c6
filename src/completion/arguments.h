#pragma once

// Single words that several commands share: files, jobs, tables with a partition. Each function
// gives all that can take the place of one word. Private to this room.

#include <string>
#include <string_view>

#include "completion/completion.h"
#include "completion/offer.h"
#include "completion/reading/words.h"

namespace paisql::completion {

// An offer for the word, or for what of it is after its first `skip` bytes. A quote that opens
// there stays in front.
Offer OfferFor(const RawWord& word, size_t skip = 0);

// The path that the offer's word begins with; `quote` is the one that stands in front of it.
void OfferFiles(char quote, Sources& sources, Offer& offer);
void OfferOssFiles(char quote, Sources& sources, Offer& offer);
// "[project.]table[/p=v,q=w]"; views where they may stand.
void OfferTablePath(bool views, Sources& sources, Offer& offer);
// Ids and names, newest first. `unfinished`: those that wait or run, where there are any.
void OfferJobs(bool unfinished, Sources& sources, Offer& offer);
void OfferResources(Sources& sources, Offer& offer);
void OfferAllProjects(Sources& sources, Offer& offer);
// Names of settings, each with the last argument after it. `changed`: only those that have been
// SET, where there are any.
void OfferSettings(std::string_view behind, bool changed, Sources& sources, Offer& offer);
void OfferSettingValues(std::string_view name, char quote, Sources& sources, Offer& offer);
void OfferTimeZones(Sources& sources, Offer& offer);
void OfferHelpTopics(Sources& sources, Offer& offer);

}  // namespace paisql::completion
