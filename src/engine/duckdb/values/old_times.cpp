#include "engine/duckdb/values/old_times.h"

#include <algorithm>
#include <fstream>

namespace paisql::engine {

bool HaveOldTimes(const std::vector<store::Column>& columns) {
  return std::any_of(columns.begin(), columns.end(),
                     [](const store::Column& column) { return column.times_in_64_bits; });
}

// A Parquet file ends with its metadata, and those with the writer's name, the order of each column
// and eight bytes.
bool WrittenByScript(const std::string& path) {
  constexpr std::streamoff kTail = 16384;
  constexpr std::string_view kArrow = "parquet-cpp-arrow";
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (!file || size <= 0) return false;
  std::string tail(static_cast<size_t>(std::min(size, kTail)), '\0');
  file.seekg(size - static_cast<std::streamoff>(tail.size()));
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  return file && tail.rfind(kArrow) != std::string::npos;
}

}  // namespace paisql::engine
