#pragma once

// Keys stay unique by partition in a table with a PRIMARY KEY, whichever statement writes it: of
// several new rows of one key the last one is kept, and it takes the place of the row that is
// there.

#include <string>
#include <vector>

#include "analysis/keys.h"
#include "execution/staging.h"
#include "session/state.h"
#include "store/table_write.h"

namespace paisql::session {

// Looks at keys of staged files before they become rows of the table.
class KeyKeeper {
 public:
  // `staging` keeps the files that this writes, `write` gets to know what they rest on.
  KeyKeeper(State& state, const store::Table& table, execution::Staging& staging,
            store::TableWrite& write)
      : state_(state), table_(table), staging_(staging), write_(write) {}

  // Lists what the table holds in the partitions of the files, but for files that go.
  Status ListBeside(const std::vector<store::StagedFile>& files,
                    const std::vector<std::string>& going);
  // Staged files count as listed, too.
  void CountAsListed(const std::vector<store::StagedFile>& files);

  // Whether rows of the files have one key, or a key that a listed file has.
  Result<bool> Meets(const std::vector<store::StagedFile>& fresh);
  // One row stays of each key in `fresh`, the last one.
  Status KeepLatest(std::vector<store::StagedFile>& fresh);
  // The listed rows whose keys are fresh go: `gone` gets the files that hold some, `kept` files
  // with their other rows.
  Status TakeOut(const std::vector<store::StagedFile>& fresh, std::vector<std::string>& gone,
                 std::vector<store::StagedFile>& kept);

 private:
  Status MakePlans();
  store::FileListing ListingOf(const std::vector<store::StagedFile>& files) const;
  engine::Bindings Bind(const std::vector<store::StagedFile>& fresh) const;
  Result<bool> Repeats(const engine::Bindings& bindings);
  Result<std::vector<size_t>> Touched(const engine::Bindings& bindings);
  Result<std::vector<store::StagedFile>> Write(const plan::Relation& root,
                                               const engine::Bindings& bindings);

  State& state_;
  store::Table table_;
  execution::Staging& staging_;
  store::TableWrite& write_;
  std::optional<analysis::KeyPlans> plans_;
  store::FileListing listed_;
};

}  // namespace paisql::session
