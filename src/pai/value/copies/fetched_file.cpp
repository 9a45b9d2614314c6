#include "pai/value/copies/fetched_file.h"

#include <vector>

#include "base/files/new_file.h"
#include "base/text.h"
#include "oss/folders.h"
#include "oss/stoppable_store.h"
#include "pai/value/copies/temporary_folder.h"

namespace paisql::pai {

namespace {

constexpr size_t kFetchBytes = size_t{4} << 20;

Status Told(const oss::StoreStatus& status, const Part& part) {
  if (status.ok()) return Status::Ok();
  if (status.problem == oss::StoreProblem::kStopped) {
    return Error{ErrorCode::kInstanceCancelled, status.text, {}, ""};
  }
  const size_t cure = status.text.find("; ");
  return ErrorAt(ErrorCode::kFileOperation, part, status.text.substr(0, cure),
                 cure == std::string::npos ? "" : status.text.substr(cure + 2));
}

// A guess at the name, from those beside it.
std::string Near(oss::ObjectStore& store, const std::string& key) {
  const size_t slash = key.rfind('/');
  std::vector<oss::StoredObject> objects;
  std::vector<std::string> names;
  if (!store.List(slash == std::string::npos ? "" : key.substr(0, slash), true, &objects).ok()) {
    return "";
  }
  for (const oss::StoredObject& object : objects) {
    names.push_back(object.key.substr(object.key.rfind('/') + 1));
  }
  return DidYouMean(key.substr(key.rfind('/') + 1), names);
}

}  // namespace

Result<std::shared_ptr<oss::ObjectStore>> OpenBucket(const Part& part, const std::string& bucket,
                                                     const BuildContext& context) {
  const store::Home& home = context.names.catalog().home();
  oss::StoreStatus status;
  std::shared_ptr<oss::ObjectStore> store =
      oss::OpenStoppableStore({context.installation.oss_remote, context.installation.python},
                              bucket, oss::DescriptionPath(home, bucket), context.stop, &status);
  PAISQL_TRY(Told(status, part));
  return store;
}

Result<NamedFile> FetchFile(const Part& part, const oss::OssUrl& url, const BuildContext& context) {
  PAISQL_ASSIGN(const std::shared_ptr<oss::ObjectStore> store,
                OpenBucket(part, url.bucket, context));
  std::unique_ptr<oss::StoreReader> reader;
  const oss::StoreStatus opened = store->OpenReader(url.key, &reader);
  if (opened.problem == oss::StoreProblem::kNotFound) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, "the file " + part.text + " does not exist",
                   Near(*store, url.key));
  }
  if (opened.problem == oss::StoreProblem::kIsFolder) {
    return ErrorAt(ErrorCode::kInvalidCommand, part, part.text + " is a folder, not a file",
                   "name a file in it");
  }
  PAISQL_TRY(Told(opened, part));
  PAISQL_ASSIGN(const std::shared_ptr<TemporaryFolder> folder, TemporaryFolder::Make());
  NamedFile file{folder->path() + "/" + url.key.substr(url.key.rfind('/') + 1), folder};
  PAISQL_ASSIGN(const std::unique_ptr<paisql::NewFile> target,
                NewFile::Open(file.path, NewFileKind::kOwnPassing));
  std::string bytes(kFetchBytes, '\0');
  for (uint64_t at = 0;;) {
    size_t count = 0;
    PAISQL_TRY(Told(reader->Read(at, bytes.size(), bytes.data(), &count), part));
    if (count == 0) break;
    PAISQL_TRY(target->Write({bytes.data(), count}));
    at += count;
  }
  PAISQL_TRY(target->Finish());
  return file;
}

}  // namespace paisql::pai
