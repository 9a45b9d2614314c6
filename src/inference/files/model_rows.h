#pragma once

// The rows of a model table, as the train components of Alink write them.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "inference/files/zip_of_rows.h"

namespace paisql::inference {

// Takes the rows in any order. Errors are kModel, with the row's model_id, for rows that do not
// make a whole model.
class ModelRows {
 public:
  // `what` names the table in errors. The zip file lies below the folder.
  ModelRows(const std::string& folder, std::string what, bool labelled);

  Status Add(std::optional<int64_t> number, std::optional<std::string_view> text);
  // The path of the zip file.
  Result<std::string> Finish();

 private:
  // The rows of a labelled table are slices of strings, of which some are rows of the zip file.
  Status JoinStrings();
  Status AddStrings(const std::vector<std::string>& strings);
  Error Wrong(const std::string& what) const;

  ZipOfRows zip_;
  const std::string what_;
  const bool labelled_;
  std::map<int64_t, std::map<int64_t, std::string>> strings_;  // by number, in slices
};

}  // namespace paisql::inference
