#pragma once

// A bucket at an endpoint for who may be told to stop while he waits: every operation runs on a
// thread of its own, and ends with kStopped as soon as the token does. What was under way then goes
// on without us, and may still happen; so does its end: a process that ends meanwhile does not wait
// for it.

#include <memory>
#include <stop_token>
#include <string>

#include "oss/object_store.h"
#include "oss/remote_library.h"

namespace paisql::oss {

// As OpenRemoteStore. What the store opens may be used from one thread at a time.
std::shared_ptr<ObjectStore> OpenStoppableStore(const RemoteLibrary& library,
                                                const std::string& bucket,
                                                const std::string& description_path,
                                                std::stop_token stop, StoreStatus* status);

}  // namespace paisql::oss
