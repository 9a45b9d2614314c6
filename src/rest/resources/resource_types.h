#pragma once

// What requests about resources have in common.

#include <string>
#include <string_view>

#include "rest/call.h"
#include "rest/service.h"
#include "store/catalog.h"

namespace paisql::rest {

// "file", "py", "jar", "archive", "table", and "volumefile" or "volumearchive" of a volume's file.
std::string_view TypeNameOf(const store::Resource& resource);
// Under which a client's parts and its temporary resources are known.
std::string ResourceKey(const Call& call, const std::string& place, const std::string& name);

// The resource of the path's last part, where the user may do `action` with it.
Result<store::Resource> ResourceOf(const Call& call, store::Catalog& catalog,
                                   std::string_view action);

// POST and PUT: a resource of the request's body, of parts that were sent before, of a table, or of
// a file of a volume.
Answer CreateResource(const Call& call, Service& service);
Answer ReplaceResource(const Call& call, Service& service);

}  // namespace paisql::rest
