#pragma once

// The zip file whose slices are the rows of a model table.

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace paisql::inference {

// Takes the rows in any order, and holds the bytes of one at a time. Row 0 has the file's name, the
// rows from 1 on its slices as base64. Where row 0 is a JSON list of files, the model's file is the
// first of them, and the rows after it belong to a checkpoint. Errors are kModel.
class ZipOfRows {
 public:
  // `what` names the table in errors. The slices go into the file <folder>/rows.
  ZipOfRows(const std::string& folder, std::string what);

  // Refuses a model_id below 0, a row that was added already, and a model_info that is not base64.
  Status Add(int64_t number, std::string_view text);

  // The path of the zip file, below the folder. A row is missing, or the file has no end.
  Result<std::string> Finish();

 private:
  struct Counts {
    int64_t model = 0;  // rows of the model
    int64_t all = 0;    // and of the checkpoint
  };

  // Nothing where row 0 is the name of a file.
  Result<std::optional<Counts>> ReadCounts() const;
  Status CheckWhole(int64_t last) const;
  Status Copy(int64_t last, const std::string& path);
  Status CheckEnd(const std::string& path) const;
  Error Wrong(const std::string& what) const;

  const std::string path_;
  const std::string what_;
  std::ofstream rows_;
  std::optional<std::string> name_;  // row 0
  std::map<int64_t, std::pair<int64_t, size_t>>
      places_;  // of a row's bytes in the file: begin, size
  int64_t written_ = 0;
};

}  // namespace paisql::inference
