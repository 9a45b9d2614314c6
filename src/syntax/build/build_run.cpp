// Lists that may have a run of literals, which the parser has not seen.

#include "syntax/build/tree_builder.h"

namespace paisql::syntax {

// The run becomes the part of a list that follows what there is already.
void TreeBuilder::AddRun(const antlr4::Token* before, bool rows, LongList& list, size_t size) {
  const LiteralRun* run = tokens_.RunBehind(before);
  if (run == nullptr || run->rows != rows) return;
  ++built_runs_;
  list.run_at = size;
  list.run = LiteralTextRun(std::string(tokens_.TextOf(run->range)), run->range);
  // Each literal is read, so that one which cannot be read is found here.
  if (rows) {
    list.run.ForEachRow([this](const ValuesRow&) {
      tokens_.GoOn();
      return true;
    });
  } else {
    list.run.ForEachItem([this](const Expression&) {
      tokens_.GoOn();
      return true;
    });
  }
}

}  // namespace paisql::syntax
