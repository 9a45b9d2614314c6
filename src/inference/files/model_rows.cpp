#include "inference/files/model_rows.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace paisql::inference {

namespace {

using Json = nlohmann::json;

// Of a labelled table's model_id: a string's number times this plus a slice's number.
constexpr int64_t kSlices = int64_t{1} << 20;
constexpr int64_t kLabels = (int64_t{1} << 31) - 1;  // instead of a string's number

}  // namespace

ModelRows::ModelRows(const std::string& folder, std::string what, bool labelled)
    : zip_(folder, what), what_(std::move(what)), labelled_(labelled) {}

Error ModelRows::Wrong(const std::string& what) const {
  return Error{ErrorCode::kModel, what_ + " " + what, {}, ""};
}

Status ModelRows::Add(std::optional<int64_t> number, std::optional<std::string_view> text) {
  const bool is_label = labelled_ && number.has_value() && *number / kSlices == kLabels;
  if (is_label) return Status::Ok();
  if (!number.has_value() || !text.has_value()) {
    return Wrong("is not a model: a row has no model_id or no model_info");
  }
  if (!labelled_) return zip_.Add(*number, *text);
  const bool fresh =
      *number >= 0 &&
      strings_[*number / kSlices].try_emplace(*number % kSlices, std::string(*text)).second;
  if (fresh) return Status::Ok();
  return Wrong("is not a whole model: the row with model_id " + std::to_string(*number) +
               (*number < 0 ? " does not belong to a model" : " appears twice"));
}

Status ModelRows::AddStrings(const std::vector<std::string>& strings) {
  // String 0 says where those of the network begin, or in an older form how many they are.
  const Json meta = Json::parse(strings.front(), nullptr, false);
  const auto count_of = [&meta](const char* name, size_t otherwise) {
    if (!meta.is_object() || !meta.contains(name)) return otherwise;
    const Json& value = meta[name];
    if (value.is_number_unsigned()) return value.get<size_t>();
    const std::string text = value.is_string() ? value.get<std::string>() : "";
    const bool digits = !text.empty() && text.size() < 10 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    return digits ? static_cast<size_t>(std::stoul(text)) : SIZE_MAX / 2;
  };
  const size_t begin = 1 + count_of("tfModelPartitionStart", 0);
  const size_t size = count_of("tfModelPartitionSize", strings.size());
  bool fits = meta.is_object() && begin < strings.size() &&
              (meta.contains("tfModelPartitionStart") || meta.contains("tfModelPartitionSize"));
  for (size_t i = begin; fits && i < strings.size() && i - begin < size; ++i) {
    const Json pair = Json::parse(strings[i], nullptr, false);
    fits =
        pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() && pair[1].is_string();
    if (fits) PAISQL_TRY(zip_.Add(pair[0].get<int64_t>(), pair[1].get<std::string>()));
  }
  if (fits) return Status::Ok();
  return Wrong("is not a model: its rows are not what the Keras components write");
}

Status ModelRows::JoinStrings() {
  if (strings_.empty()) return Wrong("is empty: there is no model in it");
  std::vector<std::string> joined;
  for (auto& [number, parts] : strings_) {
    if (number != static_cast<int64_t>(joined.size()) ||
        parts.rbegin()->first + 1 != static_cast<int64_t>(parts.size())) {
      return Wrong("is not a whole model: rows of its string " + std::to_string(joined.size()) +
                   " are missing");
    }
    std::string& string = joined.emplace_back();
    for (auto& [part, text] : parts) string += text;
  }
  return AddStrings(joined);
}

Result<std::string> ModelRows::Finish() {
  if (labelled_) PAISQL_TRY(JoinStrings());
  return zip_.Finish();
}

}  // namespace paisql::inference
