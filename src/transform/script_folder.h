#pragma once

// A script of TRANSFORM runs in a fresh folder with the resources that it may read.

#include <string>

#include "base/result.h"
#include "plan/relation.h"

namespace paisql::transform {

// Puts the resources into the folder under their names: files as copies, so that a script which
// changes one changes nobody else's; archives unpacked into a folder of the resource's name.
Status FillScriptFolder(const plan::Transform& transform, const std::string& folder);

}  // namespace paisql::transform
