#pragma once

// The rows of the last result, which queries read as FROM _. While a result is shown its batches
// are kept beside (they are shared, nothing is copied), up to a number of rows and bytes; the first
// query that reads them writes them into a file of the session's lease, which goes with the next
// result, with the session, or with the sweep after a crash. Belongs to the session's thread.
// Private to this room.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"
#include "execution/staging.h"
#include "names/names.h"
#include "plan/relation.h"

namespace paisql::session {

struct Answer;

class LastResult {
 public:
  static constexpr const char* kName = "_";
  static constexpr int64_t kMaxBytes = int64_t{128} << 20;

  // How the name is known to the next statement's analysis.
  names::SessionTable Table(const std::string& project) const;
  // Its rows as files.
  Result<store::FileListing> Files(execution::Host& host);

  // A check knows the columns of a result, and no rows.
  void SetColumns(const std::vector<plan::OutputColumn>& columns);
  void Set(const Answer& answer);
  void Forget();

 private:
  friend class KeptStream;
  struct Rows {
    std::vector<engine::ResultColumn> columns;
    std::vector<std::shared_ptr<const engine::Batch>> batches;
    std::string problem;    // why they are not kept
    bool too_many = false;  // because there are more of them than are kept
    std::string time_zone;  // in which the times of the batches are wall clock
  };

  Status WriteFile(execution::Host& host);

  std::optional<Rows> rows_;
  std::unique_ptr<execution::Staging> staging_;  // of the file
  std::optional<store::FileListing> files_;
};

// The stream of a result that is shown; what goes through becomes the last result with Keep.
class KeptStream : public engine::ResultStream {
 public:
  KeptStream(engine::ResultStream& rows, int64_t max_rows, std::string time_zone);

  const std::vector<engine::ResultColumn>& columns() const override { return rows_.columns(); }
  Result<engine::Batch> Next() override;
  // Once whoever shows the rows has read enough: reads what is left of them, up to the bounds, and
  // goes on for a moment to count them.
  void Keep(LastResult& last);
  // Behind Keep: whether these are all rows, and how many have come.
  bool ended() const { return ended_; }
  int64_t row_count() const { return row_count_; }

 private:
  engine::ResultStream& rows_;
  int64_t max_rows_;
  int64_t row_count_ = 0;
  int64_t bytes_ = 0;
  bool ended_ = false;
  LastResult::Rows kept_;
};

}  // namespace paisql::session
