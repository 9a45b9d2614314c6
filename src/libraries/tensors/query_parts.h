#pragma once

// The rows of a query while a session computes them: files that come one after the other, and a
// list that tells of each (docs/internals/formats.md, "Rows of a query").

#include <cstdint>
#include <string>
#include <vector>

namespace paisql::tensors {

class QueryParts {
 public:
  struct Part {
    std::string path;
    int64_t rows = 0;
  };

  // `table`: what errors call the rows.
  QueryParts(std::string list, std::string table);

  // The parts that have come since the last call; none where none has. Throws ReadError when the
  // query has failed, when who computes it is gone, and for a text that is not a list. One call at
  // a time.
  std::vector<Part> Take();
  // No part is to come.
  bool at_end() const { return at_end_; }

 private:
  void ReadMore();

  const std::string list_;
  const std::string folder_;
  const std::string table_;
  std::string text_;  // read, and not understood yet
  int64_t read_ = 0;  // bytes of the list
  bool at_end_ = false;
};

}  // namespace paisql::tensors
