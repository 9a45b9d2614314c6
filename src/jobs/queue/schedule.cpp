#include "jobs/queue/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/display/amounts.h"
#include "base/text.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

template <typename Value>
std::optional<Value> ListFrom(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  try {
    return json.get<Value>();
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

int64_t GpuSum(const Demand& demand) {
  return std::accumulate(demand.gpus.begin(), demand.gpus.end(), int64_t{0});
}

// Sums over several claims.
struct Load {
  int64_t cpu = 0;
  int64_t memory_mb = 0;
  int64_t gpus = 0;

  void Add(const Demand& demand) {
    cpu += demand.cpu;
    memory_mb += demand.memory_mb;
    gpus += GpuSum(demand);
  }
};

struct Held {
  Load load;
  CardUse use;
};

Held HeldBy(const std::vector<QueuedClaim>& claims) {
  Held held;
  for (const QueuedClaim& queued : claims) {
    if (!queued.claim.granted) continue;
    held.load.Add(queued.demand);
    AddUse(queued.demand.gpus, queued.cards, &held.use);
  }
  return held;
}

bool FitsBeside(const Demand& demand, const Quota& quota, const Load& load) {
  return load.cpu + demand.cpu <= quota.cpu && load.memory_mb + demand.memory_mb <= quota.memory_mb;
}

// Whether the claim at `index` may pass those before it that wait.
bool MayGoAhead(const std::vector<QueuedClaim>& claims, size_t index) {
  Load reserved;
  std::optional<size_t> first_waiting;
  for (size_t i = 0; i < claims.size(); ++i) {
    const QueuedClaim& other = claims[i];
    const bool waits = i < index && !other.claim.granted;
    if (waits && !first_waiting.has_value()) first_waiting = i;
    // Jobs that have gone ahead already stand after the first that waits.
    const bool ahead = other.claim.granted && first_waiting.has_value() && i > *first_waiting;
    if (waits || ahead) reserved.Add(other.demand);
  }
  if (!first_waiting.has_value()) return true;
  const QueuedClaim& own = claims[index];
  // Cards are not only a sum: a share on a free card would keep a job from it that needs it whole.
  if (GpuSum(own.demand) > 0 && reserved.gpus > 0) return false;
  // Waiting jobs have quotas of their own, which the job may not use up either.
  return FitsBeside(own.demand, own.quota, reserved) &&
         std::all_of(claims.begin(), claims.begin() + static_cast<ptrdiff_t>(index),
                     [&](const QueuedClaim& other) {
                       return other.claim.granted || FitsBeside(own.demand, other.quota, reserved);
                     });
}

bool IsNothing(const Demand& demand) {
  return demand.cpu == 0 && demand.memory_mb == 0 && GpuSum(demand) == 0;
}

bool TryGrant(const std::vector<QueuedClaim>& claims, size_t index, QueuedClaim* own) {
  if (IsNothing(own->demand)) {
    own->cards.assign(own->demand.gpus.size(), {});
    own->claim.granted = true;
    return true;
  }
  const Held held = HeldBy(claims);
  if (!FitsBeside(own->demand, own->quota, held.load) || !MayGoAhead(claims, index)) return false;
  std::optional<CardLists> cards = AssignCards(own->demand.gpus, own->quota.cards, held.use);
  if (!cards.has_value()) return false;
  own->cards = std::move(*cards);
  own->claim.granted = true;
  return true;
}

std::string IsFree(int64_t count) { return count == 1 ? "is free" : "are free"; }

}  // namespace

QueuedClaim ReadClaim(const store::Claim& claim) {
  QueuedClaim queued;
  queued.claim = claim;
  queued.demand = {claim.cpu, claim.memory_mb,
                   ListFrom<std::vector<int>>(claim.gpus).value_or(std::vector<int>())};
  queued.quota = QuotaFromJson(claim.quota);
  queued.cards = ListFrom<CardLists>(claim.cards).value_or(CardLists());
  return queued;
}

bool IsReadable(const store::Claim& claim) {
  return ListFrom<std::vector<int>>(claim.gpus).has_value() &&
         ListFrom<CardLists>(claim.cards).has_value() && !(QuotaFromJson(claim.quota) == Quota());
}

store::Claim WriteClaim(const QueuedClaim& queued) {
  store::Claim claim = queued.claim;
  claim.cpu = queued.demand.cpu;
  claim.memory_mb = queued.demand.memory_mb;
  claim.gpus = Json(queued.demand.gpus).dump();
  claim.quota = QuotaJson(queued.quota);
  claim.cards = Json(queued.cards).dump();
  return claim;
}

void Schedule(std::vector<QueuedClaim>* claims) {
  for (size_t i = 0; i < claims->size(); ++i) {
    QueuedClaim& own = (*claims)[i];
    if (!own.claim.granted) TryGrant(*claims, i, &own);
  }
}

std::string WaitsFor(const std::vector<QueuedClaim>& claims, const std::string& job_id) {
  const auto own = std::find_if(claims.begin(), claims.end(), [&job_id](const QueuedClaim& one) {
    return one.claim.job_id == job_id;
  });
  if (own == claims.end()) return "";
  const Held held = HeldBy(claims);
  const Demand& demand = own->demand;
  std::vector<std::string> parts;
  const int64_t free_cpu = std::max<int64_t>(own->quota.cpu - held.load.cpu, 0);
  if (demand.cpu > free_cpu) {
    parts.push_back(CoresText(demand.cpu) + fmt::format(", of which {} {}",
                                                        static_cast<double>(free_cpu) / kWholeCore,
                                                        IsFree(free_cpu == kWholeCore ? 1 : 0)));
  }
  const int64_t free_memory = std::max<int64_t>(own->quota.memory_mb - held.load.memory_mb, 0);
  if (demand.memory_mb > free_memory) {
    parts.push_back(fmt::format("{} MB of memory, of which {} {}", demand.memory_mb, free_memory,
                                IsFree(free_memory)));
  }
  if (!AssignCards(demand.gpus, own->quota.cards, held.use).has_value()) {
    const auto free_cards =
        std::count_if(own->quota.cards.begin(), own->quota.cards.end(), [&held](const Card& card) {
          const auto used = held.use.find(card.id);
          return used == held.use.end() || used->second == 0;
        });
    const double wanted = static_cast<double>(GpuSum(demand)) / kWholeCard;
    parts.push_back(fmt::format("{} GPU{}, of which {} {}", wanted, wanted == 1 ? "" : "s",
                                free_cards, IsFree(free_cards)));
  }
  if (!parts.empty()) return Join(parts, "; ");
  const auto before =
      std::count_if(claims.begin(), own, [](const QueuedClaim& one) { return !one.claim.granted; });
  return Counted(before, "job") + " that came before";
}

}  // namespace paisql::jobs
