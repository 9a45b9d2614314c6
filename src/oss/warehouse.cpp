#include "oss/warehouse.h"

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "oss/endpoint.h"
#include "oss/folders.h"
#include "oss/place.h"
#include "oss/stoppable_store.h"
#include "store/catalog/warehouse.h"
#include "store/files/block_sums.h"

namespace paisql::oss {

namespace {

constexpr int64_t kPutAtOnce = int64_t{8} << 20;

class Warehouse final : public store::WarehouseBucket {
 public:
  Warehouse(const store::Home& home, const store::WarehousePlace& place,
            const RemoteLibrary& library)
      : copies_path_(home.WarehousePath()),
        description_(DescriptionPath(home, place.bucket)),
        place_(place),
        library_(library) {}

  std::string NameOf(const std::string& path) const override {
    return "oss://" + place_.bucket + "/" + KeyOf(path);
  }

  Status Put(const std::string& path, const std::stop_token& stop) override {
    PAISQL_ASSIGN(const auto store, Store(stop));
    struct stat info {};
    const Descriptor file = store::OpenRegularFile(path, &info);
    if (!file.open()) return FileError("read", path, errno);
    std::unique_ptr<StoreWriter> writer;
    PAISQL_TRY(StatusOf(store->OpenWriter(KeyOf(path), false, &writer)));
    std::string buffer(static_cast<size_t>(std::min<int64_t>(info.st_size, kPutAtOnce)), '\0');
    for (int64_t done = 0; done < info.st_size;) {
      const int64_t count =
          store::ReadAt(file, done, buffer.data(), static_cast<int64_t>(buffer.size()));
      if (count <= 0) return FileError("read", path, count < 0 ? errno : EIO);
      PAISQL_TRY(StatusOf(writer->Append(buffer.data(), static_cast<size_t>(count))));
      done += count;
    }
    return StatusOf(writer->Close());
  }

  Status Remove(const std::string& path) override {
    PAISQL_ASSIGN(const auto store, Store({}));
    // The folder above stays: it is removed with all that is listed in it, and another writer's
    // object may be there since the list that had nothing.
    const StoreStatus removed = store->RemoveObject(KeyOf(path));
    return removed.problem == StoreProblem::kNotFound ? Status::Ok() : StatusOf(removed);
  }

  Result<bool> Read(const std::string& path, int64_t bytes, int64_t offset, int64_t count, char* to,
                    const std::stop_token& stop) override {
    PAISQL_ASSIGN(const auto store, Store(stop));
    std::string read;
    const StoreStatus status = store->ReadRange(KeyOf(path), bytes, offset, count, &read);
    if (status.problem == StoreProblem::kNotFound) return false;
    PAISQL_TRY(StatusOf(status));
    std::copy(read.begin(), read.end(), to);
    return true;
  }

  Result<std::map<std::string, int64_t>> List(const std::stop_token& stop) override {
    PAISQL_ASSIGN(const auto store, Store(stop));
    std::vector<StoredObject> objects;
    PAISQL_TRY(StatusOf(store->List("", false, &objects)));
    std::map<std::string, int64_t> sizes;
    for (const StoredObject& object : objects) {
      if (!object.folder) sizes[copies_path_ + "/" + object.key] = object.bytes;
    }
    return sizes;
  }

  Result<int64_t> SizeOf(const std::string& path, const std::stop_token& stop) override {
    PAISQL_ASSIGN(const auto store, Store(stop));
    StoredObject object;
    const StoreStatus status = store->Look(KeyOf(path), &object);
    if (status.problem == StoreProblem::kNotFound) return -1;
    PAISQL_TRY(StatusOf(status));
    return object.folder ? -1 : object.bytes;
  }

  const std::string& copies_path() const override { return copies_path_; }
  int64_t copies_bytes() const override { return place_.copies_bytes; }

 private:
  std::string KeyOf(const std::string& path) const {
    return path.starts_with(copies_path_ + "/") ? path.substr(copies_path_.size() + 1) : path;
  }

  // No place of a statement: it is that of the table. A bucket with data files cannot be dropped
  // and made again.
  Status StatusOf(const StoreStatus& status) const {
    Status told = PlaceStatus(status, {});
    if (told.ok() || told.error().hint.find("DROP BUCKET") == std::string::npos) return told;
    Error error = std::move(told).error();
    error.hint = "the file " + description_ + " has the bucket's place and keys: change it there";
    return error;
  }

  Result<std::shared_ptr<ObjectStore>> Store(const std::stop_token& stop) {
    const std::lock_guard lock(mutex_);
    if (store_ == nullptr) {
      StoreStatus status;
      auto opened = OpenRemoteStore(library_, place_.bucket, description_, &status);
      PAISQL_TRY(StatusOf(status));
      store_ = std::move(opened);
    }
    return StopWith(store_, stop);
  }

  const std::string copies_path_;
  const std::string description_;
  const store::WarehousePlace place_;
  const RemoteLibrary library_;
  std::mutex mutex_;
  std::shared_ptr<ObjectStore> store_;  // null until the first request
};

}  // namespace

std::shared_ptr<store::WarehouseBucket> OpenWarehouse(const store::Home& home,
                                                      const store::WarehousePlace& place,
                                                      const RemoteLibrary& library) {
  if (place.bucket.empty()) return nullptr;
  return std::make_shared<Warehouse>(home, place, library);
}

Status CheckWarehouseUrl(const store::Home& home, const store::WarehousePlace& place,
                         const std::string& url) {
  const std::string description = DescriptionPath(home, place.bucket);
  PAISQL_ASSIGN(const std::string text, ReadFile(description));
  const std::optional<Endpoint> endpoint = ParseEndpoint(text);
  if (!endpoint.has_value()) {
    return Error{
        ErrorCode::kFileOperation, "the file " + description + " " + WhyNoEndpoint(text), {}, ""};
  }
  const size_t scheme = url.find("://");
  const size_t bucket = scheme == std::string::npos ? url.size() : scheme + 3;
  const size_t prefix = std::min(url.find('/', bucket), url.size());
  std::string name = url.substr(bucket, prefix - bucket);
  // The platform's clients write the host, too; names of its buckets have no dots.
  if (url.starts_with("oss://")) name = name.substr(0, name.find('.'));
  const std::string found = url.substr(std::min(prefix + 1, url.size()));
  if (name == endpoint->bucket && found == endpoint->prefix) return Status::Ok();
  const std::string place_there =
      endpoint->bucket + (endpoint->prefix.empty() ? "" : "/" + endpoint->prefix);
  return Error{ErrorCode::kInvalidCommand,
               "'" + url + "' is not where bucket '" + place.bucket +
                   "' has the data files of this home: they lie at " + endpoint->Location(),
               {},
               "SET paisql.spark.warehouse=s3a://" + place_there + ", as Spark reaches it"};
}

Status UseWarehouse(store::Catalog& catalog, const RemoteLibrary& library) {
  PAISQL_ASSIGN(const store::WarehousePlace place,
                store::ReadWarehousePlace(catalog.home().path()));
  store::Warehouse(catalog).Use(place, OpenWarehouse(catalog.home(), place, library));
  return Status::Ok();
}

}  // namespace paisql::oss
