#pragma once

// Applies statements to the versions of a service. These are pure functions over store::Service for
// ServiceCatalog::Change: an error leaves the service unchanged. Errors carry no place.

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "store/services.h"

namespace paisql::fleet {

// The version becomes the main one in the place of the one that was, which is kept to go back to.
// Released versions keep their shares.
void UpdateMain(store::ServiceVersion version, store::Service* service);

// Beside the main version another one answers `weight` of 100 requests, or as a mirror gets copies
// of as many. One of the same model that has that role already gets the new weight.
// kInvalidCommand when the shares are more than 100.
Status Release(store::ServiceVersion version, store::ServiceRole role, int weight,
               store::Service* service);
// The same of the only version that has the role; kInvalidMetaOperation when there is not one.
Status ChangeWeight(store::ServiceRole role, int weight, store::Service* service);

// The version of this number, or the one that was released, becomes the main one.
// kInvalidMetaOperation when there is none, or several.
Status SwitchMain(std::optional<int64_t> number, store::Service* service);

// Takes released versions back; where there are none, the version that was main before becomes it
// again, so that a second time undoes the first. kInvalidMetaOperation when there is nothing to
// take back.
Status RollBack(store::Service* service);

// Forgets the oldest retired versions when there are many.
void ForgetOld(store::Service* service);

}  // namespace paisql::fleet
