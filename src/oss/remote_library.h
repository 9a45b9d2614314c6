#pragma once

// Opens libpaisql_oss_remote.so, which talks to endpoints, when the first bucket needs it: neither
// the program nor TensorFlow's plugin is linked with it. It stands on the Arrow library of the
// Python environment, so that is opened first where the process has not loaded it yet. Both stay
// open until the process ends. From any thread. Nothing but the standard library is used here.

#include <memory>
#include <string>

#include "oss/object_store.h"

namespace paisql::oss {

// The sums that newer clients put after the data are what OSS and older servers refuse, and the
// client goes by its environment alone. To be called before there is a thread; what the user has
// set stays. A job's processes have the same variables (jobs/spec/runtime.cpp).
void SetClientVariables();

struct RemoteLibrary {
  std::string path;    // of libpaisql_oss_remote.so; "" when it was not built
  std::string python;  // the interpreter whose environment has Arrow
};

// The store of the bucket whose description (oss/endpoint.h) is this file. Null, with the problem,
// where there is none; also where others may read the file although it holds keys.
std::shared_ptr<ObjectStore> OpenRemoteStore(const RemoteLibrary& library,
                                             const std::string& bucket,
                                             const std::string& description_path,
                                             StoreStatus* status);

}  // namespace paisql::oss
