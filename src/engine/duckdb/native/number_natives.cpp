// Functions that make numbers, and texts of them.

#include <unistd.h>

#include <map>
#include <optional>

#include "engine/duckdb/native/native_row.h"
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

void FormatNumber(NativeCall& call) {
  std::string text;
  call.ForEach([&](idx_t row) {
    const std::optional<NumberPattern>& pattern = call.State<Patterns>().Of(call.Text(1, row));
    if (!pattern) {
      return call.Refuse(
          row, 2, "in function format_number, malformed pattern " + std::string(call.Text(1, row)));
    }
    text.clear();
    pattern->Append(call.Get<double>(0, row), text);
    call.SetText(row, text);
    return true;
  });
}

void UserId(NativeCall& call) {
  const std::string id = std::to_string(getuid());
  for (idx_t row = 0; row < call.rows(); ++row) call.SetText(row, id);
}

constexpr NativeRow kTable[] = {
    {kRandomOfSeed, "(BIGINT) -> DOUBLE", RunNative<Random>, false, true, MakeState<JavaRandom>},
    {"paisql_format_number_pattern", "(DOUBLE, STRING, STRING) -> STRING", RunNative<FormatNumber>,
     false, false, MakeState<Patterns>},
    {"paisql_user_id", "() -> STRING", RunNative<UserId>},
};

}  // namespace

const std::span<const NativeRow> kNumberNatives = kTable;

}  // namespace paisql::engine
