// Functions that make numbers, and texts of them.

#include <unistd.h>

#include <algorithm>
#include <map>
#include <optional>

#include "engine/duckdb/native/native_row.h"
#include "engine/duckdb/values/wide_integer.h"
#include "types/data_type.h"
#include "types/number/number_text.h"
#include "types/pattern/number_pattern.h"

namespace paisql::engine {
namespace {

// java.util.Random. Each call in a statement has a generator of its own, which goes on from row to
// row; the printer sees to it that one thread computes them all.
class JavaRandom {
 public:
  double Next(int64_t seed) {
    if (!started_) {
      state_ = (static_cast<uint64_t>(seed) ^ kFactor) & kMask;
      started_ = true;
    }
    const uint64_t high = Bits(26);
    const uint64_t low = Bits(27);
    return static_cast<double>((high << 27) + low) * 0x1.0p-53;
  }

 private:
  static constexpr uint64_t kFactor = 0x5DEECE66D;
  static constexpr uint64_t kMask = (uint64_t{1} << 48) - 1;

  uint64_t Bits(int count) {
    state_ = (state_ * kFactor + 0xB) & kMask;
    return state_ >> (48 - count);
  }

  uint64_t state_ = 0;
  bool started_ = false;
};

void Random(NativeCall& call) {
  auto& random = call.State<JavaRandom>();
  call.ForEach([&](idx_t row) {
    call.Set(row, random.Next(call.Get<int64_t>(0, row)));
    return true;
  });
}

class Patterns {
 public:
  const std::optional<NumberPattern>& Of(std::string_view text) {
    const auto known = patterns_.find(text);
    if (known != patterns_.end()) return known->second;
    constexpr size_t kKept = 256;
    if (patterns_.size() >= kKept) patterns_.clear();
    return patterns_.emplace(std::string(text), NumberPattern::Parse(text)).first->second;
  }

 private:
  std::map<std::string, std::optional<NumberPattern>, std::less<>> patterns_;
};

// The number's text by the pattern of the second argument; `append` writes it.
template <typename Append>
void FormatByPattern(NativeCall& call, Append append) {
  std::string text;
  call.ForEach([&](idx_t row) {
    const std::optional<NumberPattern>& pattern = call.State<Patterns>().Of(call.Text(1, row));
    if (!pattern) {
      return call.Refuse(
          row, 2, "in function format_number, malformed pattern " + std::string(call.Text(1, row)));
    }
    text.clear();
    append(*pattern, row, text);
    call.SetText(row, text);
    return true;
  });
}

void FormatNumber(NativeCall& call) {
  FormatByPattern(call, [&](const NumberPattern& pattern, idx_t row, std::string& text) {
    pattern.Append(call.Get<double>(0, row), text);
  });
}

void FormatDecimal(NativeCall& call) {
  FormatByPattern(call, [&](const NumberPattern& pattern, idx_t row, std::string& text) {
    pattern.AppendDecimal(call.Text(0, row), text);
  });
}

void GroupedDecimal(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    text.clear();
    AppendGroupedDecimal(call.Text(0, row), static_cast<size_t>(call.Get<int64_t>(1, row)), text);
    call.SetText(row, text);
    return true;
  });
}

// WIDTH_BUCKET of DECIMALs, whose texts the first three arguments are.
void WidthBucket(NativeCall& call) {
  constexpr size_t kMode = 4;
  call.ForEach([&](idx_t row) {
    int scale = 0;
    for (size_t i = 0; i < 3; ++i) {
      const std::string_view text = call.Text(i, row);
      const size_t point = std::min(text.find('.'), text.size() - 1);
      scale = std::max(scale, static_cast<int>(text.size() - 1 - point));
    }
    Int128 numbers[3] = {};
    bool fits = true;
    for (size_t i = 0; i < 3; ++i) {
      fits = fits && ReadDecimalField(call.Text(i, row), kMaxDecimalPrecision, scale, numbers[i]) ==
                         FieldFit::kFits;
    }
    const auto& [value, least, most] = numbers;
    const auto buckets = call.Get<int64_t>(3, row);
    if (fits && (value < least || value >= most)) {
      call.Set(row, value < least ? int64_t{0} : buckets + 1);
      return true;
    }
    Int128 range = 0;
    fits = fits && !__builtin_sub_overflow(most, least, &range);
    const std::optional<Int128> share =
        fits ? MultiplyAndDrop(value - least, buckets, 0) : std::nullopt;
    if (share) {
      call.Set(row, static_cast<int64_t>(*share / range) + 1);
      return true;
    }
    return call.Refuse(row, kMode, "in function width_bucket, the numbers have too many digits");
  });
}

void UserId(NativeCall& call) {
  const std::string id = std::to_string(getuid());
  for (idx_t row = 0; row < call.rows(); ++row) call.SetText(row, id);
}

constexpr NativeRow kNumberNativeRows[] = {
    {kRandomOfSeed, "(BIGINT) -> DOUBLE", RunNative<Random>, false, true, MakeState<JavaRandom>},
    {"paisql_format_number_pattern", "(DOUBLE, STRING, STRING) -> STRING", RunNative<FormatNumber>,
     false, false, MakeState<Patterns>},
    {"paisql_format_decimal_pattern", "(STRING, STRING, STRING) -> STRING",
     RunNative<FormatDecimal>, false, false, MakeState<Patterns>},
    {"paisql_grouped_decimal", "(STRING, BIGINT) -> STRING", RunNative<GroupedDecimal>},
    {"paisql_width_bucket_decimal", "(STRING, STRING, STRING, BIGINT, STRING) -> BIGINT",
     RunNative<WidthBucket>},
    {"paisql_user_id", "() -> STRING", RunNative<UserId>},
};

}  // namespace

const std::span<const NativeRow> kNumberNatives = kNumberNativeRows;

}  // namespace paisql::engine
