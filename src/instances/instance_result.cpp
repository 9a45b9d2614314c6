#include "instances/instance_result.h"

#include <algorithm>
#include <utility>

namespace paisql::instances {

namespace {

class NoRows final : public RowReader {
 public:
  Result<engine::Batch> Next() override { return engine::Batch(); }
};

}  // namespace

Error ExpiredRows() {
  return Error{ErrorCode::kFileOperation,
               "the rows of the instance have expired",
               {},
               "run its statements again"};
}

Result<std::unique_ptr<RowReader>> InstanceResult::Read(int64_t begin, int64_t count) const {
  if (expired && has_rows) return ExpiredRows();
  const int64_t first = std::clamp<int64_t>(begin, 0, rows);
  const int64_t most = std::clamp<int64_t>(count, 0, rows - first);
  if (kept == nullptr || most == 0) return std::unique_ptr<RowReader>(std::make_unique<NoRows>());
  return kept->Read(first, most);
}

}  // namespace paisql::instances
