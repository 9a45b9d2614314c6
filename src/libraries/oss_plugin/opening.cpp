#include "libraries/oss_plugin/opening.h"

#include <memory>
#include <string>

#include "libraries/oss_plugin/files.h"
#include "libraries/oss_plugin/places.h"
#include "libraries/oss_plugin/status.h"

namespace paisql::oss {

namespace {

constexpr size_t kCarriedBytes = size_t{4} << 20;

void OpenToWrite(const TF_Filesystem* filesystem, const char* uri, bool append,
                 TF_WritableFile* file, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kPutObject, status);
  if (!place.has_value()) return;
  if (place->store == nullptr) return OpenWritable(place->path, uri, append, file, status);
  OpenRemoteWritable(place->store, place->key, append, file, status);
}

}  // namespace

void NewRandomAccessFile(const TF_Filesystem* filesystem, const char* uri,
                         TF_RandomAccessFile* file, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kGetObject, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) return OpenRemoteReadable(place->store, place->key, file, status);
  OpenRandomAccess(place->path, uri, file, status);
}

void NewWritableFile(const TF_Filesystem* filesystem, const char* uri, TF_WritableFile* file,
                     TF_Status* status) {
  OpenToWrite(filesystem, uri, false, file, status);
}

void NewAppendableFile(const TF_Filesystem* filesystem, const char* uri, TF_WritableFile* file,
                       TF_Status* status) {
  OpenToWrite(filesystem, uri, true, file, status);
}

void NewMemoryRegion(const TF_Filesystem* filesystem, const char* uri,
                     TF_ReadOnlyMemoryRegion* region, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kGetObject, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) return OpenRemoteRegion(*place->store, place->key, region, status);
  OpenMemoryRegion(place->path, uri, region, status);
}

void Carry(const TF_Filesystem* filesystem, const char* source, const char* target,
           TF_Status* status) {
  TF_RandomAccessFile from = {};
  NewRandomAccessFile(filesystem, source, &from, status);
  if (GetCode(status) != TF_OK) return;
  const std::unique_ptr<ReadableFile> readable(static_cast<ReadableFile*>(from.plugin_file));
  const auto place = PlaceFor(filesystem, target, Action::kPutObject, status);
  if (!place.has_value()) return;
  TF_WritableFile to = {};
  if (place->store == nullptr) {
    OpenLanding(place->path, target, &to, status);
  } else {
    OpenRemoteWritable(place->store, place->key, false, &to, status);
  }
  if (GetCode(status) != TF_OK) return;
  const std::unique_ptr<WritableFile> writable(static_cast<WritableFile*>(to.plugin_file));
  std::string buffer(kCarriedBytes, '\0');
  for (uint64_t at = 0; GetCode(status) == TF_OK;) {
    const int64_t count = readable->Read(at, buffer.size(), buffer.data(), status);
    if (count < 0) break;
    const bool ends = GetCode(status) == TF_OUT_OF_RANGE;
    writable->Append(buffer.data(), static_cast<size_t>(count), status);
    at += static_cast<uint64_t>(count);
    if (ends) break;
  }
  if (GetCode(status) == TF_OK) return writable->Close(status);
  writable->Abandon();  // a part must not look like the whole
}

}  // namespace paisql::oss
