#pragma once

// The list of the files of an input that is a query, which the job reads while they come
// (docs/internals/formats.md, "Rows of a query").

#include <cstdint>
#include <string>

#include "base/files/files.h"
#include "base/result.h"

namespace paisql::jobs {

// Whoever adds to a list holds its lock until the PartsList ends. Readers see by the lock that a
// list without an end will get none.
class PartsList {
 public:
  // Makes the folder with an empty list in it.
  static Result<PartsList> Make(const std::string& folder);

  const std::string& folder() const { return folder_; }
  std::string path() const { return folder_ + "/parts"; }

  // The next rows, in a file of the folder, which is complete.
  Status Add(const std::string& file_name, int64_t rows);
  // There are no more.
  Status End();
  // There are no more, because of this.
  Status Fail(const std::string& message);

 private:
  PartsList(std::string folder, Descriptor list)
      : folder_(std::move(folder)), list_(std::move(list)) {}
  Status Append(const std::string& line);

  std::string folder_;
  Descriptor list_;
};

// Why the rows of a list do not come; "" where they have come or may still come.
std::string FailureOfParts(const std::string& list_path);

}  // namespace paisql::jobs
