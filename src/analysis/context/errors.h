#pragma once

// The errors of one statement. Its parts that do not depend on each other (operands, columns,
// clauses, branches, definitions) are each analysed; one that fails leaves its error here and is
// replaced by something of unknown type, about whose users nobody complains again. Private to this
// room.

#include <optional>
#include <vector>

#include "base/result.h"

namespace paisql::analysis {

class ErrorCollector {
 public:
  // Keeps the error, and those that came with it; beyond kMaxErrors they are only trouble.
  void Add(Error error);
  // Keeps the error of a part that may fail on its own; true when it did not.
  bool Take(Status status);
  // The value, or nullopt and the error is kept.
  template <typename T>
  std::optional<T> TakeValue(Result<T> result) {
    if (result.ok()) return std::move(result).value();
    Add(std::move(result).error());
    return std::nullopt;
  }

  // Something that has failed before is used again.
  void NoteFailedUse() { ++trouble_; }
  // Grows with each error and each use of what has failed: who finds it changed while he worked
  // says nothing himself, because his own error would follow from that one.
  size_t trouble() const { return trouble_; }

  size_t size() const { return errors_.size(); }
  // Nothing more is looked for, and this is the one error of the statement.
  void Stop(Error error);
  // More errors help nobody, and looking for them may take long.
  bool full() const;

  // Takes out the errors after the first `count`: the first of them by its place.
  Error CutTo(size_t count);
  // All errors as one, in the order of their places and none twice; Ok when there are none.
  Status Combined() const;

 private:
  std::vector<Error> errors_;
  std::optional<Error> end_;  // see Stop
  size_t trouble_ = 0;
};

}  // namespace paisql::analysis
