#include "jobs/spec/cards.h"

#include <algorithm>
#include <numeric>

namespace paisql::jobs {

namespace {

// The fullest card with room for the share.
std::optional<int> CardForShare(int share, const std::vector<Card>& cards, const CardUse& use) {
  std::optional<int> best;
  for (const Card& card : cards) {
    const int used = use.at(card.id);
    if (used + share <= kWholeCard && (!best.has_value() || used > use.at(*best))) best = card.id;
  }
  return best;
}

}  // namespace

std::optional<CardLists> AssignCards(const std::vector<int>& gpus, const std::vector<Card>& cards,
                                     CardUse use) {
  for (const Card& card : cards) use.emplace(card.id, 0);
  // Large demands first: a small one finds room beside them, but not the other way round.
  std::vector<size_t> order(gpus.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&gpus](size_t left, size_t right) { return gpus[left] > gpus[right]; });
  CardLists lists(gpus.size());
  for (const size_t index : order) {
    const int wanted = gpus[index];
    if (wanted > 0 && wanted < kWholeCard) {
      const std::optional<int> card = CardForShare(wanted, cards, use);
      if (!card.has_value()) return std::nullopt;
      lists[index] = {*card};
      use[*card] += wanted;
      continue;
    }
    for (int missing = wanted; missing > 0; missing -= kWholeCard) {
      const auto card = std::find_if(cards.begin(), cards.end(),
                                     [&use](const Card& one) { return use.at(one.id) == 0; });
      if (card == cards.end()) return std::nullopt;
      lists[index].push_back(card->id);
      use[card->id] = kWholeCard;
    }
  }
  return lists;
}

void AddUse(const std::vector<int>& gpus, const CardLists& lists, CardUse* use) {
  for (size_t i = 0; i < lists.size() && i < gpus.size(); ++i) {
    for (const int card : lists[i]) (*use)[card] += std::min(gpus[i], kWholeCard);
  }
}

}  // namespace paisql::jobs
