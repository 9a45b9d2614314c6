#pragma once

// Keeps the values of a node's secrets, which stand in its code while it runs, out of the catalog
// and of the run's folder (docs/security.md).

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

// Makes the folder of a run's node; only the owner may read it, also in an opened home.
Status MakeNodeFolder(const std::string& folder);

// Call after the node has ended: writes *** over the values in the code that ran, and removes files
// that only passed values on.
void HideSecrets(const std::string& folder, const std::vector<std::string>& values);
// For a node whose run was killed: its values are unknown, so this removes the code.
void ForgetCode(const std::string& folder);

}  // namespace paisql::nodes
