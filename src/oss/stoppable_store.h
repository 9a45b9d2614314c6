#pragma once

// A bucket at an endpoint for a caller that may have to stop while it waits. Every operation runs
// on its own thread, and returns kStopped as soon as the token stops. The thread then continues
// without the caller, and its operation may still happen. A process that ends does not wait for it.

#include <memory>
#include <stop_token>
#include <string>

#include "oss/object_store.h"
#include "oss/remote_library.h"

namespace paisql::oss {

// The store for a caller that the token stops. Only one thread at a time may use a reader or writer
// of it.
std::shared_ptr<ObjectStore> StopWith(std::shared_ptr<ObjectStore> store, std::stop_token stop);

// As OpenRemoteStore. Only one thread at a time may use a reader or writer of the store.
std::shared_ptr<ObjectStore> OpenStoppableStore(const RemoteLibrary& library,
                                                const std::string& bucket,
                                                const std::string& description_path,
                                                std::stop_token stop, StoreStatus* status);

}  // namespace paisql::oss
