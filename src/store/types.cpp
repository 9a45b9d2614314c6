#include "store/types.h"

#include <algorithm>
#include <iterator>

#include "base/assert.h"
#include "store/place.h"

namespace paisql::store {

namespace {

constexpr std::string_view kJobStateTexts[] = {"waiting", "running", "succeeded", "failed",
                                               "killed"};

}  // namespace

std::string_view JobStateText(JobState state) { return kJobStateTexts[static_cast<size_t>(state)]; }

std::optional<JobState> JobStateOfText(std::string_view text) {
  const auto found = std::find(std::begin(kJobStateTexts), std::end(kJobStateTexts), text);
  if (found == std::end(kJobStateTexts)) return std::nullopt;
  return static_cast<JobState>(found - std::begin(kJobStateTexts));
}

std::string Table::QualifiedName() const {
  return (IsTemporaryPlace(project) ? ProjectOfPlace(project) : project) + "." + name;
}

std::string Partition::Name(const Table& table) const {
  PAISQL_ASSERT(values.size() == table.partition_columns.size(),
                "a partition has one value for each partition column of its table");
  std::string name;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) name += '/';
    name += table.partition_columns[i].name + "=" + values[i];
  }
  return name;
}

}  // namespace paisql::store
