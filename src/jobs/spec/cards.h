#pragma once

// Chooses the cards for the processes of a job. Private to jobs.

#include <map>
#include <optional>
#include <vector>

#include "jobs/spec/quota.h"

namespace paisql::jobs {

// The cards of each process; a process with a share of a card has that card alone in its list.
using CardLists = std::vector<std::vector<int>>;

// The share in use of each card, by its number; kWholeCard = all of it.
using CardUse = std::map<int, int>;

// Cards for the demands: whole cards that nobody uses for 100 and its multiples, and for a share
// the fullest card that still has room, so that whole cards stay whole. nullopt when they do not
// all fit at once.
std::optional<CardLists> AssignCards(const std::vector<int>& gpus, const std::vector<Card>& cards,
                                     CardUse use);

// Adds what processes with these demands and cards use.
void AddUse(const std::vector<int>& gpus, const CardLists& lists, CardUse* use);

}  // namespace paisql::jobs
