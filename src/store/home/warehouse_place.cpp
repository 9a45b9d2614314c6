#include "store/home/warehouse_place.h"

#include <unistd.h>

#include <cerrno>

#include <nlohmann/json.hpp>

#include "base/files/new_file.h"
#include "store/files/files.h"
#include "store/home/home_paths.h"

namespace paisql::store {
namespace {

using Json = nlohmann::json;

std::string PathOfPlace(const std::string& home_path) { return home_path + "/warehouse.place"; }

}  // namespace

Result<WarehousePlace> ReadWarehousePlace(const std::string& home_path) {
  const std::string path = PathOfPlace(home_path);
  if (!FileExists(path)) return WarehousePlace();
  PAISQL_ASSIGN(const std::string text, ReadFile(path));
  const Json json = Json::parse(text, nullptr, false);
  WarehousePlace place;
  if (json.is_object() && json.value("format", Json()) == 1 &&
      json.value("bucket", Json()).is_string() && json.value("id", Json()).is_string() &&
      json.value("copies_bytes", Json()).is_number_integer()) {
    place.bucket = json.at("bucket");
    place.id = json.at("id");
    place.copies_bytes = json.at("copies_bytes");
  }
  if (IsPlainName(place.bucket)) return place;
  return Error{ErrorCode::kEnvironment,
               "the file " + path + " does not say where the data files lie",
               {},
               "put a saved copy of it back; a newer version of paisql may have written it"};
}

Status WriteWarehousePlace(const std::string& home_path, const WarehousePlace& place) {
  const std::string path = PathOfPlace(home_path);
  if (place.bucket.empty()) {
    PAISQL_TRY(RemoveFile(path));
    return Sync({home_path});
  }
  const Json json = {{"format", 1},
                     {"bucket", place.bucket},
                     {"id", place.id},
                     {"copies_bytes", place.copies_bytes}};
  return WriteNewFile(path, json.dump() + "\n", NewFileKind::kOwn);
}

}  // namespace paisql::store
