#include "jobs/spec/quota.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/display/amounts.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "jobs/spec/cards.h"

namespace paisql::jobs {

namespace {

using Json = nlohmann::json;

std::string CardsText(size_t count) { return Counted(count, "GPU"); }

// "1 GPU", "1.5 GPUs"
std::string GpusText(int64_t hundredths) {
  return fmt::format("{} GPU{}", static_cast<double>(hundredths) / kWholeCard,
                     hundredths == kWholeCard ? "" : "s");
}

// The stated amount, and the amount counted for processes that state nothing.
struct Amount {
  int64_t stated = 0;
  int64_t unstated = 0;

  void Add(int64_t count, int64_t value, bool is_default, int64_t when_unstated) {
    if (value > 0 && !is_default) {
      stated += count * value;
    } else {
      unstated += count * when_unstated;
    }
  }
  int64_t Within(int64_t limit) const {
    return std::min(stated, limit) + std::clamp<int64_t>(limit - stated, 0, unstated);
  }
};

// One process's wish for cards, and whether the statement made it.
struct GpuWish {
  int gpu = 0;
  bool stated = false;
};

std::vector<GpuWish> GpuWishes(const std::vector<RoleSpec>& roles) {
  std::vector<GpuWish> wishes;
  for (const RoleSpec& role : roles) {
    wishes.insert(wishes.end(), static_cast<size_t>(role.count), {role.gpu, !role.default_gpu});
  }
  return wishes;
}

// The amount of each process when those that may be cut get `most` at most.
std::vector<int> CutTo(const std::vector<GpuWish>& wishes, int most, bool cut_stated) {
  std::vector<int> gpus;
  for (const GpuWish& wish : wishes) {
    gpus.push_back(wish.stated && !cut_stated ? wish.gpu : std::min(wish.gpu, most));
  }
  return gpus;
}

// The processes' demands for cards. What is a default, or may be cut, is cut as little as it takes
// that all fit: to whole cards, then to a half, a third and so on of one, at last to none.
Result<std::vector<int>> GpuDemands(const std::vector<RoleSpec>& roles, const Quota& quota,
                                    bool fit) {
  const std::vector<GpuWish> wishes = GpuWishes(roles);
  if (quota.cards.empty()) return std::vector<int>(wishes.size(), 0);
  const int cards = static_cast<int>(quota.cards.size());
  int64_t stated = 0;
  for (const GpuWish& wish : wishes) stated += wish.stated ? wish.gpu : 0;
  if (!fit && !AssignCards(CutTo(wishes, 0, false), quota.cards, {}).has_value()) {
    return TooMuch(GpusText(stated), CardsText(quota.cards.size()));
  }
  std::vector<int> limits;
  for (int whole = cards; whole > 0; --whole) limits.push_back(whole * kWholeCard);
  for (int part = 2; part <= kWholeCard; ++part) limits.push_back(kWholeCard / part);
  for (const int most : limits) {
    std::vector<int> gpus = CutTo(wishes, most, fit);
    if (AssignCards(gpus, quota.cards, {}).has_value()) return gpus;
  }
  return CutTo(wishes, 0, fit);
}

}  // namespace

Error TooMuch(const std::string& asked, const std::string& there) {
  return Error{ErrorCode::kInvalidCommand,
               "the job requests " + asked + ", and all jobs together may use " + there,
               {},
               "ask for less, or SET paisql.quota.fit=true; to run with what there is"};
}

std::string CoresText(int64_t cpu) {
  return fmt::format("{} core{}", static_cast<double>(cpu) / kWholeCore,
                     cpu == kWholeCore ? "" : "s");
}

Quota NarrowQuota(const Quota& machine, const QuotaLimits& limits) {
  Quota quota = machine;
  if (limits.cpu.has_value()) quota.cpu = *limits.cpu;
  if (limits.memory_mb.has_value()) quota.memory_mb = *limits.memory_mb;
  if (!limits.gpus.has_value()) return quota;
  quota.cards.clear();
  for (const std::string& part : Split(*limits.gpus, ',')) {
    Card card;
    card.id = WholeNumberOr(Trim(part), -1);
    if (card.id < 0) continue;
    for (const Card& found : machine.cards) {
      if (found.id == card.id) card = found;
    }
    quota.cards.push_back(card);
  }
  return quota;
}

Result<Demand> DemandOf(const std::vector<RoleSpec>& roles, const Quota& quota, bool fit) {
  Amount cpu;
  Amount memory;
  for (const RoleSpec& role : roles) {
    cpu.Add(role.count, role.cpu, role.default_cpu, kUnstatedCpu);
    memory.Add(role.count, role.memory_mb, role.default_memory, kUnstatedMemoryMb);
  }
  if (cpu.stated > quota.cpu && !fit) return TooMuch(CoresText(cpu.stated), CoresText(quota.cpu));
  if (memory.stated > quota.memory_mb && !fit) {
    return TooMuch(fmt::format("{} MB of memory", memory.stated),
                   fmt::format("{} MB", quota.memory_mb));
  }
  PAISQL_ASSIGN(std::vector<int> gpus, GpuDemands(roles, quota, fit));
  return Demand{cpu.Within(quota.cpu), memory.Within(quota.memory_mb), std::move(gpus)};
}

std::string QuotaJson(const Quota& quota) {
  Json cards = Json::array();
  for (const Card& card : quota.cards) {
    cards.push_back({{"id", card.id}, {"memory_mb", card.memory_mb}});
  }
  return Json{{"cpu", quota.cpu}, {"memory_mb", quota.memory_mb}, {"cards", cards}}.dump();
}

Quota QuotaFromJson(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  Quota quota;
  try {
    quota.cpu = json.at("cpu");
    quota.memory_mb = json.at("memory_mb");
    for (const Json& card : json.at("cards")) {
      quota.cards.push_back({card.at("id"), card.at("memory_mb")});
    }
  } catch (const Json::exception&) {
    return {};
  }
  return quota;
}

}  // namespace paisql::jobs
