// oss:// inside TensorFlow: a file system plugin that maps oss://bucket/key to
// $PAISQL_OSS_ROOT/bucket/key, or, where $PAISQL_OSS_ROOT/bucket is a file that describes an
// endpoint, to an object there.
//
// OSS has no folders: any key can be written at once, so every write path makes the folders above
// it, and a bucket that does not exist yet is made by the first write. Rename replaces its target.
//
// In a home with roles $PAISQL_OSS_ACCESS says what the job may do (oss/access.h): an operation
// that is not allowed is TF_PERMISSION_DENIED, with the permission that it wants and what gives it.

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "libraries/oss_plugin/files.h"
#include "libraries/oss_plugin/moving.h"
#include "libraries/oss_plugin/open_files.h"
#include "libraries/oss_plugin/opening.h"
#include "libraries/oss_plugin/places.h"
#include "libraries/oss_plugin/status.h"
#include "oss/access.h"
#include "oss/bucket_path.h"

namespace paisql::oss {

namespace {

void Init(TF_Filesystem* filesystem, TF_Status* status) {
  const char* root = std::getenv("PAISQL_OSS_ROOT");
  auto buckets = std::make_unique<Buckets>();
  if (root != nullptr) buckets->root = root;
  if (const char* access = std::getenv("PAISQL_OSS_ACCESS"))
    buckets->access = Access::Parse(access);
  filesystem->plugin_filesystem = buckets.release();
  if (root == nullptr || *root != '/') {
    return SetStatus(status, TF_FAILED_PRECONDITION,
                     "PAISQL_OSS_ROOT is not set to an absolute path");
  }
  SetStatus(status, TF_OK, "");
}

void Cleanup(TF_Filesystem* filesystem) {
  const std::unique_ptr<Buckets> buckets(static_cast<Buckets*>(filesystem->plugin_filesystem));
  filesystem->plugin_filesystem = nullptr;
}

void CreateDir(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kPutObject, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) return SetStoreStatus(status, place->store->MakeFolder(place->key));
  const std::string& path = place->path;
  if (!MakeParents(path) || mkdir(path.c_str(), 0777) != 0) SetErrno(status, errno, uri);
}

void DeleteFile(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kDeleteObjects, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) {
    return SetStoreStatus(status, place->store->RemoveObject(place->key));
  }
  if (unlink(place->path.c_str()) != 0) SetErrno(status, errno, uri);
}

void DeleteDir(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kDeleteObjects, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) {
    return SetStoreStatus(status, place->store->RemoveFolder(place->key));
  }
  if (rmdir(place->path.c_str()) != 0) SetErrno(status, errno, uri);
}

void PathExists(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  const auto place = PlaceToLookAt(filesystem, uri, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) {
    StoredObject object;
    return SetStoreStatus(status, place->store->Look(place->key, &object));
  }
  if (access(place->path.c_str(), F_OK) != 0) SetErrno(status, errno, uri);
}

void Stat(const TF_Filesystem* filesystem, const char* uri, TF_FileStatistics* stats,
          TF_Status* status) {
  const auto place = PlaceToLookAt(filesystem, uri, status);
  if (!place.has_value()) return;
  if (place->store != nullptr) {
    StoredObject object;
    SetStoreStatus(status, place->store->Look(place->key, &object));
    stats->length = object.bytes;
    stats->mtime_nsec = object.modified_ns;
    stats->is_directory = object.folder;
    return;
  }
  struct stat info = {};
  if (stat(place->path.c_str(), &info) != 0) return SetErrno(status, errno, uri);
  stats->length = info.st_size;
  stats->mtime_nsec = static_cast<int64_t>(info.st_mtim.tv_sec) * 1000000000 + info.st_mtim.tv_nsec;
  stats->is_directory = S_ISDIR(info.st_mode);
}

void RecursivelyCreateDir(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  CreateDir(filesystem, uri, status);
  if (GetCode(status) != TF_ALREADY_EXISTS) return;
  const auto place = PlaceFor(filesystem, uri, Action::kPutObject, status);
  if (!place.has_value()) return;
  StoredObject there;
  struct stat info = {};
  if (place->store != nullptr) {
    SetStoreStatus(status, place->store->Look(place->key, &there));
  } else {
    there.folder = stat(place->path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  }
  if (GetCode(status) == TF_OK && !there.folder) SetErrno(status, EEXIST, uri);
}

void RenameFile(const TF_Filesystem* filesystem, const char* source, const char* target,
                TF_Status* status) {
  // OSS renames by copying and removing.
  const auto from = PlaceFor(filesystem, source, Action::kGetObject, status);
  if (!from.has_value()) return;
  if (!PlaceFor(filesystem, source, Action::kDeleteObjects, status).has_value()) return;
  const auto to = PlaceFor(filesystem, target, Action::kPutObject, status);
  if (!to.has_value()) return;
  // Between a folder and an endpoint, or two endpoints.
  if (from->store != to->store) {
    Carry(filesystem, source, target, status);
    if (GetCode(status) == TF_OK) DeleteFile(filesystem, source, status);
    return;
  }
  if (from->store != nullptr) {
    return SetStoreStatus(status, from->store->Rename(from->key, to->key));
  }
  if (const int error = Move(from->path, to->path)) SetErrno(status, error, source);
}

bool IsDirectory(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  TF_FileStatistics stats = {};
  Stat(filesystem, uri, &stats, status);
  // TensorFlow's Python lists what is a folder, and says of all else that it is not found. So who
  // may not look is told by the listing, with the permission that it wants.
  if (GetCode(status) == TF_PERMISSION_DENIED && Of(filesystem).access.has_value()) {
    SetStatus(status, TF_OK, "");
    return true;
  }
  if (GetCode(status) != TF_OK) return false;
  if (!stats.is_directory)
    SetStatus(status, TF_FAILED_PRECONDITION, (std::string(uri) + " is not a folder").c_str());
  return stats.is_directory;
}

int64_t GetFileSize(const TF_Filesystem* filesystem, const char* uri, TF_Status* status) {
  TF_FileStatistics stats = {};
  Stat(filesystem, uri, &stats, status);
  return GetCode(status) == TF_OK ? stats.length : -1;
}

// TensorFlow frees these with the functions that TF_InitPlugin hands over.
char* CopyOf(const std::string& text) {
  char* copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

// Without this, TensorFlow's own cleaning of paths would lose the bucket.
char* TranslateName(const TF_Filesystem* filesystem, const char* uri) {
  std::string normalized = NormalizedUri(uri);
  if (normalized.empty()) return CopyOf(uri);
  // Whom the name wants to be to the bucket is asked at the operation, which gets what this gives.
  const std::string role = Of(filesystem).access.has_value() ? RoleOfName(uri) : "";
  if (!role.empty()) normalized += "?role_arn=" + role;
  return CopyOf(normalized);
}

// The names in a folder; the status is set.
std::vector<std::string> NamesIn(const std::string& path, const char* uri, TF_Status* status) {
  std::vector<std::string> names;
  DIR* folder = opendir(path.c_str());
  if (folder == nullptr) {
    SetErrno(status, errno, uri);
    return names;
  }
  while (const dirent* entry = readdir(folder)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  closedir(folder);
  return names;
}

int GetChildren(const TF_Filesystem* filesystem, const char* uri, char*** entries,
                TF_Status* status) {
  const auto place = PlaceFor(filesystem, uri, Action::kListObjects, status);
  if (!place.has_value()) return -1;
  const std::vector<std::string> names = place->store != nullptr
                                             ? NamesAt(*place->store, place->key, status)
                                             : NamesIn(place->path, uri, status);
  if (GetCode(status) != TF_OK) return -1;
  *entries = static_cast<char**>(std::calloc(names.size() + 1, sizeof(char*)));
  for (size_t i = 0; i < names.size(); ++i) (*entries)[i] = CopyOf(names[i]);
  return static_cast<int>(names.size());
}

TF_FilesystemOps FilesystemOps() {
  // TensorFlow builds the missing operations (glob, copy, recursive deletion) from these.
  TF_FilesystemOps ops = {};
  ops.init = Init;
  ops.cleanup = Cleanup;
  ops.new_random_access_file = NewRandomAccessFile;
  ops.new_writable_file = NewWritableFile;
  ops.new_appendable_file = NewAppendableFile;
  ops.new_read_only_memory_region_from_file = NewMemoryRegion;
  ops.create_dir = CreateDir;
  ops.recursively_create_dir = RecursivelyCreateDir;
  ops.delete_file = DeleteFile;
  ops.delete_dir = DeleteDir;
  ops.rename_file = RenameFile;
  ops.path_exists = PathExists;
  ops.stat = Stat;
  ops.is_directory = IsDirectory;
  ops.get_file_size = GetFileSize;
  ops.translate_name = TranslateName;
  ops.get_children = GetChildren;
  return ops;
}

// A copy that TensorFlow owns: it frees every table that TF_InitPlugin hands over with
// plugin_memory_free.
template <typename T>
T* Owned(const T& value) {
  T* copy = static_cast<T*>(std::malloc(sizeof(T)));
  if (copy == nullptr) std::abort();
  std::memcpy(copy, &value, sizeof(T));
  return copy;
}

}  // namespace

}  // namespace paisql::oss

extern "C" __attribute__((visibility("default"))) void TF_InitPlugin(
    TF_FilesystemPluginInfo* info) {
  using paisql::oss::Owned;
  info->num_schemes = 0;
  info->ops = nullptr;
  info->plugin_memory_allocate = [](size_t size) { return std::malloc(size); };
  info->plugin_memory_free = [](void* memory) { std::free(memory); };
  if (!paisql::oss::FindStatusFunctions()) return;

  auto* ops = Owned(TF_FilesystemPluginOps{});
  TF_SetFilesystemVersionMetadata(ops);
  ops->scheme = paisql::oss::CopyOf("oss");
  ops->filesystem_ops = Owned(paisql::oss::FilesystemOps());
  ops->random_access_file_ops = Owned(paisql::oss::RandomAccessFileOps());
  ops->writable_file_ops = Owned(paisql::oss::WritableFileOps());
  ops->read_only_memory_region_ops = Owned(paisql::oss::MemoryRegionOps());
  info->num_schemes = 1;
  info->ops = ops;
}
