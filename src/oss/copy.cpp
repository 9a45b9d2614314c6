#include "oss/copy.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "base/files/source_file.h"

namespace paisql::oss {

namespace {

namespace fs = std::filesystem;

constexpr size_t kCopyBytes = size_t{1} << 20;

// One end of the copy of one object: a file of this machine, or an object at an endpoint.
struct CopyEnd {
  std::string path;              // of the file, or the key
  ObjectStore* store = nullptr;  // null: a file
  SourceRange range;             // of errors
};

class CopySource {
 public:
  virtual ~CopySource() = default;
  // Bytes that were read; 0 at the end alone.
  virtual Result<size_t> Read(char* bytes, size_t count) = 0;
};

// Without Finish, the target keeps its previous content.
class CopyTarget {
 public:
  virtual ~CopyTarget() = default;
  virtual Status Write(std::string_view bytes) = 0;
  virtual Status Finish() = 0;
};

class FileSource : public CopySource {
 public:
  FileSource(Descriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  Result<size_t> Read(char* bytes, size_t count) override {
    while (true) {
      const ssize_t got = read(file_.get(), bytes, count);
      if (got >= 0) return static_cast<size_t>(got);
      if (errno != EINTR) return FileError("read", path_, errno);
    }
  }

 private:
  Descriptor file_;
  std::string path_;
};

class StoredSource : public CopySource {
 public:
  StoredSource(std::unique_ptr<StoreReader> reader, const SourceRange& range)
      : reader_(std::move(reader)), range_(range) {}

  Result<size_t> Read(char* bytes, size_t count) override {
    size_t done = 0;
    PAISQL_TRY(PlaceStatus(reader_->Read(at_, count, bytes, &done), range_));
    at_ += done;
    return done;
  }

 private:
  std::unique_ptr<StoreReader> reader_;
  SourceRange range_;
  uint64_t at_ = 0;
};

class FileTarget : public CopyTarget {
 public:
  FileTarget(std::unique_ptr<NewFile> file, const SourceRange& range)
      : file_(std::move(file)), range_(range) {}

  Status Write(std::string_view bytes) override { return Placed(file_->Write(bytes)); }
  Status Finish() override { return Placed(file_->Finish()); }

 private:
  Status Placed(Status status) const {
    PAISQL_TRY_AT(range_, std::move(status));
    return Status::Ok();
  }

  std::unique_ptr<NewFile> file_;
  SourceRange range_;
};

class StoredTarget : public CopyTarget {
 public:
  StoredTarget(std::unique_ptr<StoreWriter> writer, const SourceRange& range)
      : writer_(std::move(writer)), range_(range) {}

  Status Write(std::string_view bytes) override {
    return PlaceStatus(writer_->Append(bytes.data(), bytes.size()), range_);
  }
  Status Finish() override { return PlaceStatus(writer_->Close(), range_); }

 private:
  std::unique_ptr<StoreWriter> writer_;
  SourceRange range_;
};

Result<std::unique_ptr<CopySource>> OpenSource(const CopyEnd& end) {
  std::unique_ptr<CopySource> source;
  if (end.store != nullptr) {
    std::unique_ptr<StoreReader> reader;
    PAISQL_TRY(PlaceStatus(end.store->OpenReader(end.path, &reader), end.range));
    source = std::make_unique<StoredSource>(std::move(reader), end.range);
    return source;
  }
  PAISQL_ASSIGN_AT(end.range, Descriptor file, OpenRegular(end.path));
  source = std::make_unique<FileSource>(std::move(file), end.path);
  return source;
}

Result<std::unique_ptr<CopyTarget>> OpenTarget(const CopyEnd& end, std::stop_token stop) {
  std::unique_ptr<CopyTarget> target;
  if (end.store != nullptr) {
    std::unique_ptr<StoreWriter> writer;
    PAISQL_TRY(PlaceStatus(end.store->OpenWriter(end.path, false, &writer), end.range));
    target = std::make_unique<StoredTarget>(std::move(writer), end.range);
    return target;
  }
  PAISQL_TRY_AT(end.range, MakeFolders(ParentFolder(end.path)));
  PAISQL_ASSIGN_AT(end.range, std::unique_ptr<NewFile> file,
                   NewFile::Open(end.path, NewFileKind::kOfUser, std::move(stop)));
  target = std::make_unique<FileTarget>(std::move(file), end.range);
  return target;
}

// nullopt for nothing; a folder has a slash at its key's end.
Result<std::optional<Object>> LookAtSide(const CopySide& side, const std::string& path) {
  if (side.place.has_value()) return LookAt(*side.place, path);
  struct stat info = {};
  if (stat(path.c_str(), &info) != 0) return std::optional<Object>();
  const bool folder = S_ISDIR(info.st_mode);
  return std::optional(Object{folder ? path + "/" : path, info.st_size, info.st_mtime});
}

Error Missing(const CopySide& side) {
  if (side.place.has_value()) return NoSuchObject(*side.place);
  return Error{ErrorCode::kIo, side.path + " does not exist", side.range,
               "relative paths start at the folder of the running .sql file, or at the current "
               "folder"};
}

// The objects below the side's folder, with keys from that folder on.
Result<std::vector<Object>> ObjectsBelow(const CopySide& side, const Caller& caller) {
  if (!side.place.has_value()) {
    PAISQL_ASSIGN_AT(side.range, std::vector<Object> objects,
                     ListObjects({side.path, ""}, caller.stopped));
    return objects;
  }
  const std::string prefix = side.path.empty() ? "" : side.path + "/";
  PAISQL_ASSIGN(std::vector<Object> objects, ObjectsOf(*side.place, prefix, false, caller));
  for (Object& object : objects) object.key.erase(0, prefix.size());
  return objects;
}

Result<std::vector<CopiedObject>> ObjectsToCopy(const CopySide& from, const CopySide& to,
                                                const Caller& caller) {
  PAISQL_ASSIGN(const std::optional<Object> there, LookAtSide(from, from.path));
  if (!there.has_value() || !there->key.ends_with('/')) return Missing(from);
  PAISQL_ASSIGN(const std::vector<Object> objects, ObjectsBelow(from, caller));
  std::vector<CopiedObject> items;
  for (const Object& object : objects) {
    items.push_back({from.Below(object.key), to.Below(object.key), from.Name(object.key),
                     to.Name(object.key), object.bytes, object.modified_sec});
  }
  return items;
}

Result<std::vector<CopiedObject>> ObjectToCopy(const CopySide& from, const CopySide& to) {
  PAISQL_ASSIGN(const std::optional<Object> there, LookAtSide(from, from.path));
  if (!there.has_value()) return Missing(from);
  if (there->key.ends_with('/')) {
    return Error{ErrorCode::kInvalidCommand, from.Name("") + " is a folder", from.range,
                 "OSS CP -r copies what it holds"};
  }
  const std::string below = to.folder ? fs::path(from.path).filename().string() : "";
  return std::vector<CopiedObject>{{from.path, below.empty() ? to.path : to.Below(below),
                                    from.Name(""), to.Name(below), there->bytes,
                                    there->modified_sec}};
}

// Where the path of a side lies.
CopyEnd EndOf(const CopySide& side, const std::string& path) {
  if (!side.place.has_value()) return {path, nullptr, side.range};
  if (side.place->store != nullptr) return {path, side.place->store.get(), side.range};
  return {side.place->folder + "/" + path, nullptr, side.range};
}

Status CopyFile(const CopySide& from, const CopySide& to, const CopiedObject& item,
                const Caller& caller) {
  PAISQL_ASSIGN(const std::unique_ptr<CopySource> source, OpenSource(EndOf(from, item.from)));
  PAISQL_ASSIGN(const std::unique_ptr<CopyTarget> target,
                OpenTarget(EndOf(to, item.to), caller.stop));
  std::vector<char> bytes(kCopyBytes);
  while (true) {
    PAISQL_TRY(caller.stopped());
    PAISQL_ASSIGN(const size_t count, source->Read(bytes.data(), bytes.size()));
    if (count == 0) return target->Finish();
    PAISQL_TRY(target->Write({bytes.data(), count}));
  }
}

// Without those that -u passes over; an error for one that would be replaced unasked, before
// anything is copied.
Result<std::vector<CopiedObject>> WithoutPresent(std::vector<CopiedObject> items,
                                                 const CopySide& to, const CopyOptions& options) {
  std::vector<CopiedObject> left;
  for (CopiedObject& item : items) {
    PAISQL_ASSIGN(const std::optional<Object> there, LookAtSide(to, item.to));
    const bool present = there.has_value();
    if (present && there->key.ends_with('/')) {
      return Error{ErrorCode::kInvalidCommand, item.to_name + " is a folder", to.range,
                   "put a '/' after it to copy into it"};
    }
    if (present && options.only_newer && there->modified_sec >= item.modified_sec) continue;
    if (present && !options.only_newer && !options.replaces) {
      return Error{ErrorCode::kFileOperation, item.to_name + " is there already", to.range,
                   "-f replaces it, -u only an older one"};
    }
    left.push_back(std::move(item));
  }
  return left;
}

}  // namespace

Result<CopySide> ReadCopySide(const std::string& name, std::string path, const SourceRange& range,
                              const Caller& caller) {
  CopySide side{range, {}, {}, false};
  if (IsOssUrl(name)) {
    PAISQL_ASSIGN(side.place, FindPlace(name, range, caller));
    side.path = side.place->url.key;
    side.folder = side.place->url.folder;
  } else {
    side.path = std::move(path);
    side.folder = name.ends_with('/');
    while (side.path.size() > 1 && side.path.ends_with('/')) side.path.pop_back();
  }
  if (side.folder || caller.checks_only) return side;
  PAISQL_ASSIGN(const std::optional<Object> there, LookAtSide(side, side.path));
  side.folder = there.has_value() && there->key.ends_with('/');
  return side;
}

Result<Copied> Copy(const CopySide& from, const CopySide& to, const CopyOptions& options,
                    const Caller& caller) {
  PAISQL_ASSIGN(std::vector<CopiedObject> all,
                options.folder ? ObjectsToCopy(from, to, caller) : ObjectToCopy(from, to));
  Copied copied;
  copied.found = all.size();
  PAISQL_ASSIGN(copied.objects, WithoutPresent(std::move(all), to, options));
  for (const CopiedObject& object : copied.objects) {
    PAISQL_TRY_AT(to.range, CopyFile(from, to, object, caller));
  }
  return copied;
}

}  // namespace paisql::oss
