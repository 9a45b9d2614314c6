// Places of elements, counted from 1: what to take out of an array of any type.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/duckdb/native/demand.h"
#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

// How many ways there are to take `taken` of `size`, at most a number that is too large for memory.
int64_t Combinations(int64_t size, int64_t taken) {
  constexpr int64_t kTooMany = int64_t{1} << 40;
  if (taken > size) return 0;
  int64_t number = 1;
  for (int64_t i = 1; i <= taken; ++i) {
    number = number * (size - taken + i) / i;
    if (number > kTooMany) return kTooMany;
  }
  return number;
}

// (number of elements, how many to take, from 1 to 5): all combinations, ordered by their last
// places, then by those before.
void CombinationPlaces(NativeCall& call) {
  const DuckdbApi& api = call.api();
  Demand demand(call);
  std::vector<int64_t> places;
  std::vector<duckdb_list_entry> lists;
  call.ForEach([&](idx_t row) {
    const auto size = call.Get<int64_t>(0, row);
    const auto taken = call.Get<int64_t>(1, row);
    const int64_t number = Combinations(size, taken);
    demand.Add(number, (taken + 1) * static_cast<int64_t>(sizeof(duckdb_list_entry)));
    if (!demand.FitsWith(0) || call.FailsWhereStopped()) return false;
    const uint64_t first = lists.size();
    std::vector<int64_t> next;
    for (int64_t i = 1; i <= taken; ++i) next.push_back(i);
    for (int64_t k = 0; k < number; ++k) {
      lists.push_back({places.size(), static_cast<uint64_t>(taken)});
      places.insert(places.end(), next.begin(), next.end());
      // The first place that can go on does, and those before it begin anew.
      size_t at = 0;
      while (at + 1 < next.size() && next[at] + 1 == next[at + 1]) {
        next[at] = static_cast<int64_t>(at) + 1;
        ++at;
      }
      ++next[at];
    }
    call.Set(row, duckdb_list_entry{first, lists.size() - first});
    return true;
  });
  api.list_vector_reserve(call.output(), lists.size());
  api.list_vector_set_size(call.output(), lists.size());
  const duckdb_vector inner = api.list_vector_get_child(call.output());
  std::copy(lists.begin(), lists.end(),
            static_cast<duckdb_list_entry*>(api.vector_get_data(inner)));
  api.list_vector_reserve(inner, places.size());
  api.list_vector_set_size(inner, places.size());
  std::copy(places.begin(), places.end(),
            static_cast<int64_t*>(api.vector_get_data(api.list_vector_get_child(inner))));
}

constexpr NativeRow kPlaceNativeRows[] = {
    {"paisql_combination_places", "(BIGINT, BIGINT) -> ARRAY<ARRAY<BIGINT>>",
     RunNative<CombinationPlaces>},
};

}  // namespace

const std::span<const NativeRow> kPlaceNatives = kPlaceNativeRows;

}  // namespace paisql::engine
