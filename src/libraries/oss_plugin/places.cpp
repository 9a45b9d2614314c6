#include "libraries/oss_plugin/places.h"

#include "libraries/oss_plugin/status.h"
#include "oss/bucket_path.h"

namespace paisql::oss {

Buckets& Of(const TF_Filesystem* filesystem) {
  return *static_cast<Buckets*>(filesystem->plugin_filesystem);
}

std::optional<Place> PlaceFor(const TF_Filesystem* filesystem, const char* uri, Action action,
                              Action other, TF_Status* status) {
  Buckets& buckets = Of(filesystem);
  const BucketPath name = ReadBucketPath(uri);
  SetStatus(status, TF_OK, "");
  if (!name.problem.empty()) {
    // A query and what is embedded in the bucket may be credentials.
    const std::string_view shown = std::string_view(uri).substr(0, QueryBegin(uri));
    const std::string plain(shown.substr(0, shown.find_first_of("\x01\x02")));
    SetStatus(status, TF_INVALID_ARGUMENT, (plain + " " + name.problem).c_str());
    return std::nullopt;
  }
  if (buckets.access.has_value()) {
    const std::string refusal = buckets.access->Refusal(uri, action, other);
    if (!refusal.empty()) {
      SetStatus(status, TF_PERMISSION_DENIED, refusal.c_str());
      return std::nullopt;
    }
  }
  Place place = {LocalPath(buckets.root, uri),
                 buckets.remote.Find(buckets.root, name.bucket, status), name.key};
  return GetCode(status) == TF_OK ? std::optional(std::move(place)) : std::nullopt;
}

std::optional<Place> PlaceFor(const TF_Filesystem* filesystem, const char* uri, Action action,
                              TF_Status* status) {
  return PlaceFor(filesystem, uri, action, action, status);
}

std::optional<Place> PlaceToLookAt(const TF_Filesystem* filesystem, const char* uri,
                                   TF_Status* status) {
  return PlaceFor(filesystem, uri, Action::kGetObject, Action::kListObjects, status);
}

}  // namespace paisql::oss
