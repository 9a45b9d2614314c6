#pragma once

// Buckets and objects as the statements about them see them, wherever a bucket lies: in a folder of
// this machine, or at an endpoint. Errors are placed at the word that named the object.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "oss/bucket.h"
#include "oss/folders.h"
#include "oss/object_store.h"
#include "oss/objects.h"
#include "session/state.h"
#include "session/statements/handlers.h"
#include "syntax/statement.h"

namespace paisql::session {

// An oss:// name of a bucket that is there.
struct OssPlace {
  oss::OssUrl url;
  std::string folder;                       // of the bucket; where there is no store
  std::string path;                         // of the key; where there is no store
  std::shared_ptr<oss::ObjectStore> store;  // of a bucket at an endpoint

  // "oss://bucket/key"
  std::string Name(std::string_view key) const {
    return "oss://" + url.bucket + "/" + std::string(key);
  }
};

Result<OssPlace> FindPlace(const syntax::Word& word, Run& run);
// Gives the place of a bucket at an endpoint its store.
Status OpenStoreOf(OssPlace* place, const syntax::Word& word, Run& run);

// kFileOperation for what an endpoint has refused, or not done; kInstanceCancelled where the
// statement was interrupted while it waited.
Status PlaceStatus(const oss::StoreStatus& status, const SourceRange& range);

// kFileOperation: the object is not there.
Error NoSuchObject(const OssPlace& place, const syntax::Word& word);

// What the key stands for, a folder with a slash at its key's end; nullopt for nothing. In a bucket
// that is a folder links are followed, unless `of_link`.
Result<std::optional<oss::Object>> LookAt(const OssPlace& place, const std::string& key,
                                          const syntax::Word& word, bool of_link = false);

// The objects whose keys begin with the prefix; with `one_level`, deeper ones by their folder.
Result<std::vector<oss::Object>> ObjectsOf(const OssPlace& place, const std::string& prefix,
                                           bool one_level, const syntax::Word& word, Run& run);

// At most `count` bytes of the place's object.
Result<std::string> ReadPart(const OssPlace& place, int64_t from, int64_t count,
                             const syntax::Word& word);

// With the folders above them that hold nothing more.
Status RemoveObjects(const OssPlace& place, const std::vector<oss::Object>& objects,
                     const syntax::Word& word, Run& run);

}  // namespace paisql::session
