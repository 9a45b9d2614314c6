#pragma once

// The properties that clients give a project (PUT /projects/P). Those that are settings of
// statements count for the statements that clients submit to the project; others are kept and told.

#include <map>
#include <string>

#include "base/result.h"
#include "rest/call.h"
#include "rest/service.h"
#include "store/catalog.h"

namespace paisql::rest {

using Properties = std::map<std::string, std::string>;

// Those that were set. kProjectNotFound for an unknown name.
Result<Properties> PropertiesOf(store::Catalog& catalog, const std::string& project);
// With those that have a value although nobody has set them; `all`: every setting of the platform.
Properties ToldProperties(Properties set, bool all);
// Those that are settings of statements.
Properties SettingsAmong(const Properties& set);
// <Property>…</Property> of each.
std::string PropertiesXml(const Properties& properties);

// PUT /projects/P: sets the properties that the request's body names; an empty value takes one
// away. For the owner and the administrators of the project.
Answer ChangeProject(const Call& call, Service& service);

}  // namespace paisql::rest
