#pragma once

// Questions before rows are lost. Only who sits at a prompt is asked; scripts know what they do.

#include <cstdint>
#include <string>
#include <string_view>

#include "session/state.h"

namespace paisql::session {

struct Loss {
  int64_t rows = 0;
  int64_t bytes = 0;
  int64_t partitions = 0;
};

// The loss of a whole table.
Result<Loss> LossOf(const store::Table& table, Run& run);
// The loss of some of its partitions.
Result<Loss> LossOf(const store::Table& table, const std::vector<int64_t>& partitions, Run& run);

// Ok when nobody has to be asked, because no more rows are lost than the setting allows, or when
// the answer is yes; else kInstanceCancelled, and the outcome says that it was declined: whoever
// says no is not told of an error. `what` is the statement: "DROP TABLE p.t".
Status ConfirmLoss(std::string_view what, const Loss& loss, const SourceRange& range, Run& run);

// The same for any other question; `refused` says what then has not happened.
Status Confirm(std::string question, std::string refused, const SourceRange& range, Run& run);

}  // namespace paisql::session
