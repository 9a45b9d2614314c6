#pragma once

// Rows that a session keeps under a name, which later statements read as a table: FROM _ reads
// those of the last result. While a result is shown its batches are kept as well (they are shared,
// nothing is copied), up to a number of rows and bytes; the first query that reads them writes them
// into a file of the session's lease, which goes with the rows, with the session, or with the sweep
// after a crash. Belongs to the session's thread. Private to this room.

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/arrow/batch.h"
#include "engine/result_stream.h"
#include "execution/staging.h"
#include "names/names.h"
#include "plan/relation.h"

namespace paisql::session {

struct Answer;

// The name of the last result.
inline constexpr const char* kLastResult = "_";

class KeptRelation {
 public:
  static constexpr int64_t kMaxBytes = int64_t{128} << 20;

  // `id` is the one by which plans know the relation (execution/host.h).
  KeptRelation(int64_t id, std::string name) : id_(id), name_(std::move(name)) {}

  int64_t id() const { return id_; }
  const std::string& name() const { return name_; }
  // How the name is known to the next statement's analysis.
  names::SessionTable Table(const std::string& project) const;
  // Its rows as files.
  Result<store::FileListing> Files(execution::Host& host);

  // A check knows the columns of a result, and no rows.
  void SetColumns(const std::vector<plan::OutputColumn>& columns);
  void Set(const Answer& answer);
  // Rows that stand in files already, which stay as long as the staging.
  void SetFiles(store::FileListing files, std::unique_ptr<execution::Staging> staging);
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

  // The name that people see.
  std::string Called() const;
  Status WriteFile(execution::Host& host);

  int64_t id_;
  std::string name_;
  std::optional<Rows> rows_;
  std::unique_ptr<execution::Staging> staging_;  // of the file
  std::optional<store::FileListing> files_;
};

// All relations of a session, each with an id of its own.
class Relations {
 public:
  Relations() { Named(kLastResult); }

  // The relation of this name, which is made when there is not one yet. It lives as long as this.
  KeptRelation& Named(const std::string& name);
  // One that no statement finds by its name, but those who have its table.
  KeptRelation& AddHidden(const std::string& name);
  // The hidden relation of this name, which is made when there is not one yet.
  KeptRelation& Hidden(const std::string& name);
  // How the names are known to the next statement's analysis.
  void AddTo(names::Names& names) const;
  // The rows of the relation with this id as files.
  Result<store::FileListing> Files(int64_t id, execution::Host& host);
  // Forgets all rows; the names stay.
  void Forget();

 private:
  std::vector<std::unique_ptr<KeptRelation>> relations_;
  std::set<int64_t> hidden_;  // ids
};

// The stream of a result that is shown; what goes through is kept with Keep.
class KeptStream : public engine::ResultStream {
 public:
  KeptStream(engine::ResultStream& rows, int64_t max_rows, std::string time_zone);

  const std::vector<engine::ResultColumn>& columns() const override { return rows_.columns(); }
  Result<engine::Batch> Next() override;
  // Once whoever shows the rows has read enough: reads what is left of them, up to the bounds, and
  // goes on for a moment to count them.
  void Keep(KeptRelation& relation);
  // After Keep: whether these are all rows, and how many have come.
  bool ended() const { return ended_; }
  int64_t row_count() const { return row_count_; }

 private:
  engine::ResultStream& rows_;
  int64_t max_rows_;
  int64_t row_count_ = 0;
  int64_t bytes_ = 0;
  bool ended_ = false;
  KeptRelation::Rows kept_;
};

}  // namespace paisql::session
