#pragma once

// The rows of an instance as the storage API gives them. Private to this folder.

#include <nlohmann/json_fwd.hpp>

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

// Both wait for the end of the instance that the call's path names, on no thread.
Answer BeginInstanceRead(const Call& call, const nlohmann::json& asked, Service& service);
Answer ReadInstance(const Call& call, const nlohmann::json& asked, Service& service);

}  // namespace paisql::rest
