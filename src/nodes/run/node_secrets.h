#pragma once

// What the catalog and the folder of a run must not keep of a node: the values of its secrets,
// which stand in its code while it runs (docs/security.md).

#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/model/parameters.h"

namespace paisql::nodes {

// The values of those parameters whose names are secrets, or whose values name one ("${api_token}")
// or have a secret's form; the longest first.
std::vector<std::string> SecretValues(const std::vector<Resolved>& parameters);

// The text with *** for each of them.
std::string WithoutSecrets(std::string text, const std::vector<std::string>& values);

// A folder of a run's node, which nobody but the owner may look into, also in an opened home.
Status MakeNodeFolder(const std::string& folder);

// When the node has ended: in its folder the code as it ran gets *** for the values, and files that
// only passed something on go.
void HideSecrets(const std::string& folder, const std::vector<std::string>& values);
// The same for a node whose run was killed: what its values were nobody knows, so the code goes.
void ForgetCode(const std::string& folder);

}  // namespace paisql::nodes
