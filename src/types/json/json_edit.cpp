#include "types/json/json_edit.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/whole_number.h"

namespace paisql {
namespace {

// The value that holds the last step of the place; nullptr when the way there ends before.
JsonValue* Holder(JsonValue& root, const std::vector<std::string>& place) {
  JsonValue* holder = &root;
  for (size_t i = 0; i + 1 < place.size() && holder != nullptr; ++i) {
    if (holder->kind == JsonKind::kObject) {
      holder = holder->Member(place[i]);
    } else if (holder->kind == JsonKind::kArray) {
      const auto size = static_cast<int64_t>(holder->items.size());
      std::optional<int64_t> number = ParseNumber<int64_t>(place[i]);
      if (number && *number < 0) *number += size;
      const bool inside = number && *number >= 0 && *number < size;
      holder = inside ? &holder->items[static_cast<size_t>(*number)] : nullptr;
    } else {
      holder = nullptr;
    }
  }
  return holder;
}

void Strip(JsonValue& value, const JsonStripping& stripping) {
  for (JsonValue& item : value.items) Strip(item, stripping);
  const bool object = value.kind == JsonKind::kObject;
  size_t kept = 0;
  for (size_t i = 0; i < value.items.size(); ++i) {
    const JsonValue& item = value.items[i];
    const bool empty =
        stripping.empty_values && item.items.empty() &&
        (item.kind == JsonKind::kObject || (stripping.arrays && item.kind == JsonKind::kArray));
    if ((object || stripping.arrays) && (item.is_null() || empty)) continue;
    if (kept != i) {
      value.items[kept] = std::move(value.items[i]);
      if (object) value.keys[kept] = std::move(value.keys[i]);
    }
    ++kept;
  }
  value.items.resize(kept);
  if (object) value.keys.resize(kept);
}

}  // namespace

void SetJson(JsonValue& root, const std::vector<std::string>& place, JsonValue value, bool create) {
  JsonValue* holder = place.empty() ? nullptr : Holder(root, place);
  if (holder == nullptr) return;
  if (holder->kind == JsonKind::kObject) {
    if (create || holder->Member(place.back()) != nullptr) {
      holder->Put(place.back(), std::move(value));
    }
    return;
  }
  std::optional<int64_t> number = ParseNumber<int64_t>(place.back());
  if (holder->kind != JsonKind::kArray || !number) return;
  const auto size = static_cast<int64_t>(holder->items.size());
  if (*number < 0) *number += size;
  if (*number >= 0 && *number < size) {
    holder->items[static_cast<size_t>(*number)] = std::move(value);
  } else if (create) {
    holder->items.insert(*number < 0 ? holder->items.begin() : holder->items.end(),
                         std::move(value));
  }
}

void InsertJson(JsonValue& root, const std::vector<std::string>& place, JsonValue value,
                bool behind) {
  JsonValue* holder = place.empty() ? nullptr : Holder(root, place);
  if (holder == nullptr) return;
  if (holder->kind == JsonKind::kObject) {
    if (holder->Member(place.back()) == nullptr) holder->Put(place.back(), std::move(value));
    return;
  }
  std::optional<int64_t> number = ParseNumber<int64_t>(place.back());
  if (holder->kind != JsonKind::kArray || !number) return;
  const auto size = static_cast<int64_t>(holder->items.size());
  if (*number < -size) {
    *number = 0;
  } else if (*number >= size) {
    *number = size;
  } else {
    if (*number < 0) *number += size;
    if (behind) ++*number;
  }
  holder->items.insert(holder->items.begin() + *number, std::move(value));
}

void StripJsonNulls(JsonValue& root, const JsonStripping& stripping) {
  const bool held_nothing = root.items.empty();
  Strip(root, stripping);
  const bool emptied = root.items.empty() && !held_nothing;
  const bool empty =
      root.items.empty() && stripping.empty_values &&
      (root.kind == JsonKind::kObject || (root.kind == JsonKind::kArray && stripping.arrays));
  if (emptied || empty) root = JsonValue();
}

bool JsonContains(const JsonValue& value, const JsonValue& candidate) {
  if (value.kind == JsonKind::kArray) {
    const auto held = [&](const JsonValue& wanted) {
      return std::any_of(value.items.begin(), value.items.end(),
                         [&](const JsonValue& item) { return JsonContains(item, wanted); });
    };
    if (candidate.kind != JsonKind::kArray) return held(candidate);
    return std::all_of(candidate.items.begin(), candidate.items.end(), held);
  }
  if (value.kind != JsonKind::kObject || candidate.kind != JsonKind::kObject) {
    return value == candidate;
  }
  for (size_t i = 0; i < candidate.keys.size(); ++i) {
    const JsonValue* member = value.Member(candidate.keys[i]);
    if (member == nullptr || !JsonContains(*member, candidate.items[i])) return false;
  }
  return true;
}

}  // namespace paisql
