#include "inference/files/zip_of_rows.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/coding/base64.h"
#include "base/text.h"

namespace paisql::inference {

namespace {

constexpr size_t kMostNamed = 10;
// A zip file ends with a record of 22 bytes and a comment of at most 65,535.
constexpr std::string_view kEndMark = "PK\x05\x06";
constexpr size_t kEndBytes = 22;
constexpr size_t kMostEndBytes = kEndBytes + 65'535;
// Where in that record size and place of the list of entries stand, and what stands there when the
// record of a larger file has them.
constexpr size_t kListSize = 12;
constexpr size_t kListPlace = 16;
constexpr uint32_t kElsewhere = UINT32_MAX;

uint32_t NumberAt(std::string_view bytes, size_t at) {
  uint32_t number = 0;
  for (size_t i = 4; i > 0; --i) number = (number << 8) | static_cast<uint8_t>(bytes[at + i - 1]);
  return number;
}

}  // namespace

ZipOfRows::ZipOfRows(const std::string& folder, std::string what)
    : path_(folder + "/rows"), what_(std::move(what)), rows_(path_, std::ios::binary) {}

Error ZipOfRows::Wrong(const std::string& what) const {
  return Error{ErrorCode::kModel, what_ + " " + what, {}, ""};
}

Status ZipOfRows::Add(int64_t number, std::string_view text) {
  const std::string row = "the row with model_id " + std::to_string(number);
  if (number < 0) return Wrong("is not a model: it has " + row);
  if (places_.contains(number) || (number == 0 && name_.has_value())) {
    return Wrong("is not a whole model: " + row + " appears twice");
  }
  if (number == 0) {
    name_ = std::string(text);
    return Status::Ok();
  }
  const std::optional<std::string> bytes = FromBase64(text);
  if (!bytes.has_value()) return Wrong("is not a model: " + row + " is not base64");
  places_[number] = {written_, bytes->size()};
  written_ += static_cast<int64_t>(bytes->size());
  rows_.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
  if (rows_) return Status::Ok();
  return Error{ErrorCode::kIo, "cannot write " + path_, {}, ""};
}

Result<std::optional<ZipOfRows::Counts>> ZipOfRows::ReadCounts() const {
  if (!name_.has_value() || !Trim(*name_).starts_with('[')) return std::optional<Counts>();
  const nlohmann::json files = nlohmann::json::parse(*name_, nullptr, false);
  Counts counts;
  bool fits = files.is_array() && !files.empty();
  for (size_t i = 0; fits && i < files.size(); ++i) {
    const nlohmann::json& file = files[i];
    const auto chunks = file.is_object() ? file.find("chunks") : file.end();
    fits = file.is_object() && chunks != file.end() && chunks->is_number_unsigned() &&
           chunks->get<uint64_t>() <= INT32_MAX;
    if (!fits) break;
    counts.all += chunks->get<int64_t>();
    if (i == 0) counts.model = counts.all;
  }
  if (fits) return std::optional<Counts>(counts);
  return Wrong("is not a model: the row with model_id 0 names neither a file nor files");
}

Status ZipOfRows::CheckWhole(int64_t last) const {
  std::vector<std::string> missing;
  if (!name_.has_value()) missing.emplace_back("0");
  int64_t next = 1;
  for (auto row = places_.begin(); missing.size() < kMostNamed && next <= last; ++next) {
    if (row != places_.end() && row->first == next) {
      ++row;
    } else {
      missing.push_back(std::to_string(next));
    }
  }
  if (missing.empty()) return Status::Ok();
  return Wrong("is not a whole model: the rows with model_id " + Join(missing, ", ") +
               " are missing");
}

Status ZipOfRows::Copy(int64_t last, const std::string& path) {
  std::ifstream from(path_, std::ios::binary);
  std::ofstream to(path, std::ios::binary);
  std::string bytes;
  for (int64_t number = 1; number <= last; ++number) {
    const auto& [begin, size] = places_.at(number);
    bytes.resize(size);
    from.seekg(begin);
    from.read(bytes.data(), static_cast<std::streamsize>(size));
    to.write(bytes.data(), static_cast<std::streamsize>(size));
  }
  to.close();
  if (from && to) return Status::Ok();
  return Error{ErrorCode::kIo, "cannot write " + path, {}, ""};
}

// Without its last rows, a zip file could be read as a shorter one.
Status ZipOfRows::CheckEnd(const std::string& path) const {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const auto size = static_cast<size_t>(std::max<std::streamoff>(file.tellg(), 0));
  std::string tail(std::min(size, kMostEndBytes), '\0');
  file.seekg(static_cast<std::streamoff>(size - tail.size()));
  file.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  const size_t mark = tail.rfind(kEndMark);
  if (mark == std::string::npos || mark + kEndBytes > tail.size()) {
    return Wrong(
        "is not a whole model: its zip file has no end, so that its last rows are missing or "
        "damaged");
  }
  const uint32_t list_size = NumberAt(tail, mark + kListSize);
  const uint32_t list_place = NumberAt(tail, mark + kListPlace);
  if (list_size == kElsewhere || list_place == kElsewhere) return Status::Ok();
  const size_t end = size - tail.size() + mark;
  if (uint64_t{list_place} + list_size == end) return Status::Ok();
  return Wrong("is not a whole model: its zip file has another length than it says");
}

Result<std::string> ZipOfRows::Finish() {
  rows_.close();
  if (!rows_) return Error{ErrorCode::kIo, "cannot write " + path_, {}, ""};
  if (places_.empty() && !name_.has_value()) return Wrong("is empty: there is no model in it");
  PAISQL_ASSIGN(const std::optional<Counts> counts, ReadCounts());
  const int64_t greatest = places_.empty() ? 1 : places_.rbegin()->first;
  PAISQL_TRY(CheckWhole(counts.has_value() ? std::max(counts->all, greatest) : greatest));
  std::string path = path_ + ".zip";
  PAISQL_TRY(Copy(counts.has_value() ? std::min(counts->model, greatest) : greatest, path));
  PAISQL_TRY(CheckEnd(path));
  return path;
}

}  // namespace paisql::inference
