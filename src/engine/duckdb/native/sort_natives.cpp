// The steps of ARRAY_SORT. Only DuckDB can run the comparison, which is a lambda, and only for many
// pairs at once. So the order is found by a sorting network: stages, each of which compares pairs
// that do not depend on each other (Batcher's merge exchange; Knuth, volume 3, 5.2.2, algorithm M).
// n elements take log²(n) / 2 stages of n / 2 pairs at most.
//
// The order so far is a list of the elements' places, from 1. A stage is a list of three numbers,
// so that stages and orders are of one type, as the engine's reduction of a list wants it.

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "engine/duckdb/native/native_row.h"

namespace paisql::engine {
namespace {

// Compares places i and i + distance where (i & mask) == rest.
struct Stage {
  uint64_t mask = 0;
  uint64_t rest = 0;
  uint64_t distance = 0;
};
constexpr size_t kStageParts = 3;

template <typename Body>
void ForEachStage(uint64_t size, Body body) {
  if (size < 2) return;
  const uint64_t widest = std::bit_ceil(size) / 2;
  for (uint64_t mask = widest; mask > 0; mask /= 2) {
    Stage stage{mask, 0, mask};
    for (uint64_t q = widest;; q /= 2) {
      body(stage);
      if (q == mask) break;
      stage.distance = q - mask;
      stage.rest = mask;
    }
  }
}

template <typename Body>
void ForEachPair(const Stage& stage, uint64_t size, Body body) {
  for (uint64_t i = 0; i + stage.distance < size; ++i) {
    if ((i & stage.mask) == stage.rest) body(i, i + stage.distance);
  }
}

// The lists of BIGINT in an argument.
class Numbers {
 public:
  Numbers(const NativeCall& call, size_t column) : call_(call), column_(column) {
    const duckdb_vector child = call.api().list_vector_get_child(call.Vector(column));
    data_ = static_cast<const int64_t*>(call.api().vector_get_data(child));
    validity_ = call.api().vector_get_validity(child);
  }
  // The row's first element.
  const int64_t* begin(idx_t row) const { return data_ + Entry(row).offset; }
  uint64_t size(idx_t row) const { return Entry(row).length; }
  bool IsNull(idx_t row, uint64_t index) const {
    const uint64_t at = Entry(row).offset + index;
    return validity_ != nullptr && ((validity_[at / 64] >> (at % 64)) & 1) == 0;
  }

 private:
  const duckdb_list_entry& Entry(idx_t row) const {
    return call_.Get<duckdb_list_entry>(column_, row);
  }
  const NativeCall& call_;
  size_t column_;
  const int64_t* data_;
  const uint64_t* validity_;
};

Stage StageOf(const Numbers& stages, idx_t row) {
  const int64_t* parts = stages.begin(row);
  return {static_cast<uint64_t>(parts[0]), static_cast<uint64_t>(parts[1]),
          static_cast<uint64_t>(parts[2])};
}

void PutNumbers(const NativeCall& call, duckdb_vector list, const std::vector<int64_t>& numbers) {
  const DuckdbApi& api = call.api();
  api.list_vector_reserve(list, numbers.size());
  api.list_vector_set_size(list, numbers.size());
  auto* data = static_cast<int64_t*>(api.vector_get_data(api.list_vector_get_child(list)));
  std::copy(numbers.begin(), numbers.end(), data);
}

// (number of elements): the first order, then the stages.
void SortStages(NativeCall& call) {
  const DuckdbApi& api = call.api();
  std::vector<int64_t> numbers;
  std::vector<duckdb_list_entry> lists;
  call.ForEach([&](idx_t row) {
    const auto size = static_cast<uint64_t>(call.Get<int64_t>(0, row));
    const uint64_t first = lists.size();
    lists.push_back({numbers.size(), size});
    for (uint64_t i = 0; i < size; ++i) numbers.push_back(static_cast<int64_t>(i + 1));
    ForEachStage(size, [&](const Stage& stage) {
      lists.push_back({numbers.size(), kStageParts});
      for (const uint64_t part : {stage.mask, stage.rest, stage.distance}) {
        numbers.push_back(static_cast<int64_t>(part));
      }
    });
    call.Set(row, duckdb_list_entry{first, lists.size() - first});
    return !call.FailsWhereStopped();
  });
  api.list_vector_reserve(call.output(), lists.size());
  api.list_vector_set_size(call.output(), lists.size());
  const duckdb_vector inner = api.list_vector_get_child(call.output());
  std::copy(lists.begin(), lists.end(),
            static_cast<duckdb_list_entry*>(api.vector_get_data(inner)));
  PutNumbers(call, inner, numbers);
}

// (order, stage): the places of the left sides of the stage's pairs, or of the right ones.
template <bool kRight>
void SortSide(NativeCall& call) {
  const Numbers orders(call, 0);
  const Numbers stages(call, 1);
  std::vector<int64_t> places;
  call.ForEach([&](idx_t row) {
    const uint64_t first = places.size();
    const int64_t* order = orders.begin(row);
    ForEachPair(StageOf(stages, row), orders.size(row), [&](uint64_t left, uint64_t right) {
      places.push_back(order[kRight ? right : left]);
    });
    call.Set(row, duckdb_list_entry{first, places.size() - first});
    return !call.FailsWhereStopped();
  });
  PutNumbers(call, call.output(), places);
}

// (order, stage, what the comparison says of its pairs): the next order. Of equal elements the one
// that came first stays in front.
void SortExchange(NativeCall& call) {
  const Numbers orders(call, 0);
  const Numbers stages(call, 1);
  const Numbers answers(call, 2);
  std::vector<int64_t> next;
  call.ForEach([&](idx_t row) {
    const uint64_t first = next.size();
    const uint64_t size = orders.size(row);
    next.insert(next.end(), orders.begin(row), orders.begin(row) + size);
    int64_t* order = next.data() + first;
    uint64_t pair = 0;
    bool known = true;
    ForEachPair(StageOf(stages, row), size, [&](uint64_t left, uint64_t right) {
      known = known && !answers.IsNull(row, pair);
      const int64_t answer = answers.begin(row)[pair++];
      if (answer > 0 || (answer == 0 && order[left] > order[right])) {
        std::swap(order[left], order[right]);
      }
    });
    if (!known) {
      call.Fail(ErrorCode::kRuntimeArguments, "in function array_sort, the comparison gives NULL");
      return false;
    }
    call.Set(row, duckdb_list_entry{first, size});
    return !call.FailsWhereStopped();
  });
  PutNumbers(call, call.output(), next);
}

constexpr NativeRow kSortNativeRows[] = {
    {"paisql_sort_stages", "(BIGINT) -> ARRAY<ARRAY<BIGINT>>", RunNative<SortStages>},
    {"paisql_sort_left", "(ARRAY<BIGINT>, ARRAY<BIGINT>) -> ARRAY<BIGINT>",
     RunNative<SortSide<false>>},
    {"paisql_sort_right", "(ARRAY<BIGINT>, ARRAY<BIGINT>) -> ARRAY<BIGINT>",
     RunNative<SortSide<true>>},
    {"paisql_sort_exchange", "(ARRAY<BIGINT>, ARRAY<BIGINT>, ARRAY<BIGINT>) -> ARRAY<BIGINT>",
     RunNative<SortExchange>},
};

}  // namespace

const std::span<const NativeRow> kSortNatives = kSortNativeRows;

}  // namespace paisql::engine
