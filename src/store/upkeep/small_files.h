#pragma once

// Chooses the files of a table that are worth merging. Each single-row INSERT leaves a file, and a
// scan pays for each file more than for some thousand rows. The newest files form tiers by weight;
// a tier with many files becomes one file, which then counts in the tier above or stays the last of
// its own. So a table keeps some dozen small files at most, each row is rewritten a few times, and
// the order of rows stays what it was, because only a run of neighbours is merged.

#include <cstddef>
#include <vector>

#include "store/types.h"

namespace paisql::store {

// How many of the newest files to look at. What is older waits for the next look.
inline constexpr int64_t kNewestFiles = 512;

// Which files of a table are small. A change of one row writes its whole file again, so where rows
// change, files become less large.
enum class SmallFile { kBelow16Mb, kBelow1Mb };

// How many of the last of `files`, which stand in the order of their rows, to merge; 0 for none.
size_t FilesToMerge(const std::vector<DataFile>& files, SmallFile small = SmallFile::kBelow16Mb);

}  // namespace paisql::store
