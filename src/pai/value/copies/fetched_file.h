#pragma once

// A file that a statement names in a bucket at an endpoint, as a copy on this machine. Private to
// pai.

#include <memory>
#include <string>

#include "oss/bucket.h"
#include "oss/object_store.h"
#include "pai/value/build_context.h"
#include "pai/value/values.h"

namespace paisql::pai {

// Opens the bucket that the description names. kFileOperation at the part where it cannot.
// kInstanceCancelled, as from all that waits for an endpoint, when the context's token ends it.
Result<std::shared_ptr<oss::ObjectStore>> OpenBucket(const Part& part, const std::string& bucket,
                                                     const BuildContext& context);

// The object under its own name, in a folder of the user's alone that goes with `kept`.
Result<NamedFile> FetchFile(const Part& part, const oss::OssUrl& url, const BuildContext& context);

}  // namespace paisql::pai
