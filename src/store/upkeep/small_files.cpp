#include "store/upkeep/small_files.h"

namespace paisql::store {
namespace {

constexpr size_t kManyFiles = 16;
// Files below each of these weights are of one tier; heavier files are not small.
constexpr int64_t kMb = int64_t{1} << 20;
constexpr int64_t kTiers[] = {kMb / 16, kMb, 16 * kMb};

// Merging costs by bytes and, where these compress well, by rows.
int64_t Weight(const DataFile& file) {
  constexpr int64_t kBytesOfRow = 8;
  return file.bytes + file.rows * kBytesOfRow;
}

}  // namespace

size_t FilesToMerge(const std::vector<DataFile>& files, SmallFile small) {
  const int64_t heaviest = small == SmallFile::kBelow1Mb ? kMb : 16 * kMb;
  int64_t lower = 0;
  for (const int64_t limit : kTiers) {
    if (limit > heaviest) break;
    size_t run = 0;
    size_t of_tier = 0;
    for (auto file = files.rbegin(); file != files.rend() && Weight(*file) < limit; ++file) {
      ++run;
      if (Weight(*file) >= lower) ++of_tier;
    }
    if (of_tier >= kManyFiles) return run;
    lower = limit;
  }
  return 0;
}

}  // namespace paisql::store
