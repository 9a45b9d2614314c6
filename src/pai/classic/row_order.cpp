#include "pai/classic/row_order.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/value/query_resolver.h"

namespace paisql::pai {

namespace {

constexpr int kHalfBits = 20;
constexpr int64_t kHalf = (int64_t{1} << kHalfBits) - 1;
constexpr int kRounds = 5;
constexpr int kFactorBits = 41;  // times 21 bits stays a BIGINT
constexpr int kShift = 21;

struct RoundKey {
  int64_t added = 0;
  int64_t factor = 0;
};

// SplitMix64: numbers that seem random from consecutive ones.
uint64_t Scattered(uint64_t number) {
  number += 0x9E3779B97F4A7C15U;
  number = (number ^ (number >> 30U)) * 0xBF58476D1CE4E5B9U;
  number = (number ^ (number >> 27U)) * 0x94D049BB133111EBU;
  return number ^ (number >> 31U);
}

std::array<RoundKey, kRounds> KeysOf(int64_t seed) {
  std::array<RoundKey, kRounds> keys;
  uint64_t next = static_cast<uint64_t>(seed) * 2 * kRounds;
  for (RoundKey& key : keys) {
    key.added = static_cast<int64_t>(Scattered(next++)) & kHalf;
    const int64_t low = static_cast<int64_t>(Scattered(next++)) & ((int64_t{1} << kFactorBits) - 1);
    key.factor = low | (int64_t{1} << (kFactorBits - 1)) | 1;
  }
  return keys;
}

int64_t PlaceWith(const std::array<RoundKey, kRounds>& keys, int64_t number) {
  int64_t left = number >> kHalfBits;
  int64_t right = number & kHalf;
  for (const RoundKey& key : keys) {
    const int64_t mixed = (((right + key.added) * key.factor) >> kShift) & kHalf;
    left = std::exchange(right, left ^ mixed);
  }
  return (left << kHalfBits) | right;
}

// What ORDER BY takes.
std::string OrderedValue(const store::Column& column) {
  std::string name = QuotedName(column.name);
  switch (column.type.id()) {
    case TypeId::kArray:
    case TypeId::kMap:
    case TypeId::kStruct:
      return "TO_JSON(" + name + ")";
    case TypeId::kJson:
      return "JSON_FORMAT(" + name + ")";
    default:
      return name;
  }
}

// Columns of our own begin with it, and none of the input does.
std::string FreePrefix(const std::vector<store::Column>& columns) {
  std::string prefix = "pai_";
  while (std::ranges::any_of(
      columns, [&](const store::Column& one) { return ToLower(one.name).starts_with(prefix); })) {
    prefix += "_";
  }
  return prefix;
}

// Type edition 1.0 has no INT, which shifts take. They cost a tenth of divisions.
bool HasShifts(const BuildContext& context) {
  if (context.settings == nullptr) return true;
  const auto set = context.settings->find("odps.sql.type.system.odps2");
  return set == context.settings->end() || !EqualsIgnoreCase(set->second, "false");
}

}  // namespace

std::string FreeName(const std::vector<store::Column>& columns, std::string name) {
  while (HasColumn(columns, name)) name += "_";
  return name;
}

std::string RowNumber(const ClassicInput& input) {
  std::vector<std::string> order;
  if (input.is_query)
    std::ranges::transform(input.columns, std::back_inserter(order), OrderedValue);
  return "ROW_NUMBER() OVER (ORDER BY " + (order.empty() ? "1" : Join(order, ", ")) + ") - 1";
}

RandomOrder InRandomOrder(const ClassicInput& input, const std::string& number, int64_t seed,
                          const BuildContext& context) {
  const bool shifts = HasShifts(context);
  const std::string prefix = FreePrefix(input.columns);
  RandomOrder order{"", prefix + "number", prefix + "place"};
  std::map<std::string, std::string> names = {{"number", order.number},
                                              {"place", order.place},
                                              {"expression", number},
                                              {"input", input.relation},
                                              {"half", std::to_string(kHalf)}};
  std::string query = FillSql("SELECT *, {expression} AS {number} FROM {input} t", names);
  const auto wrap = [&](std::string_view columns) {
    names["query"] = std::move(query);
    query = FillSql("SELECT *, " + std::string(columns) + " FROM ({query}) t", names);
  };
  names["right"] = prefix + "0";
  names["next"] = prefix + "1";
  wrap((shifts ? "SHIFTRIGHT({number}, 20)" : "{number} DIV 1048576") +
       std::string(" AS {right}, {number} & {half} AS {next}"));
  int round = 1;
  for (const RoundKey& key : KeysOf(seed)) {
    names["left"] = prefix + std::to_string(round - 1);
    names["right"] = prefix + std::to_string(round);
    names["next"] = prefix + std::to_string(++round);
    names["added"] = std::to_string(key.added);
    names["factor"] = std::to_string(key.factor);
    const std::string product = "({right} + {added}) * {factor}";
    wrap("{left} ^ (" + (shifts ? "SHIFTRIGHT(" + product + ", 21)" : product + " DIV 2097152") +
         " & {half}) AS {next}");
  }
  wrap("{right} * 1048576 + {next} AS {place}");
  order.relation = "(" + query + ")";
  return order;
}

int64_t PlaceOf(int64_t number, int64_t seed) { return PlaceWith(KeysOf(seed), number); }

// Only places near the one that is expected are kept: within so many standard deviations, or, where
// the bound is not among them, all.
int64_t PlacesBound(int64_t rows, int64_t chosen, int64_t seed) {
  if (chosen <= 0) return 0;
  if (chosen >= rows) return kPlaces;
  const std::array<RoundKey, kRounds> keys = KeysOf(seed);
  const double share = static_cast<double>(chosen) / static_cast<double>(rows);
  const double deviation = std::sqrt(share * (1 - share) / static_cast<double>(rows));
  for (const double deviations : {8.0, 1e9}) {
    const double low = std::max(0.0, share - deviations * deviation);
    const double high = std::min(1.0, share + deviations * deviation);
    const auto least = static_cast<int64_t>(low * static_cast<double>(kPlaces));
    const auto most = static_cast<int64_t>(high * static_cast<double>(kPlaces));
    int64_t before = 0;
    std::vector<int64_t> near;
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t place = PlaceWith(keys, i);
      before += place < least ? 1 : 0;
      if (place >= least && place <= most) near.push_back(place);
    }
    const int64_t last = chosen - before - 1;
    if (last < 0 || last >= static_cast<int64_t>(near.size())) continue;
    std::ranges::nth_element(near, near.begin() + last);
    return near[static_cast<size_t>(last)] + 1;
  }
  return kPlaces;
}

Result<int64_t> CountRows(const std::string& relation, const Parameters& parameters,
                          const BuildContext& context) {
  PAISQL_ASSIGN(const Answer answer, context.queries->Ask("SELECT COUNT(*) FROM " + relation + " t",
                                                          parameters.PlaceOf("inputTableName")));
  if (answer.unknown) return 0;
  return ParseNumber<int64_t>(answer.rows.front().front().value_or("0")).value_or(0);
}

}  // namespace paisql::pai
