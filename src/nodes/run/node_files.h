#pragma once

// Files of a node's run: what its code refers to, what it must not keep, what it answers, and why
// it failed.

#include <string>
#include <vector>

#include "base/result.h"
#include "nodes/model/flow.h"
#include "nodes/model/given.h"
#include "nodes/model/parameters.h"
#include "store/flows.h"

namespace paisql::nodes {

// The resources that a node's code refers to, where it finds them. Makes `folder` anew, with a copy
// of each resource under its name: of the project's, or where it has none of this name, of the file
// beside the node's code. An error names what is nowhere.
Status PutResources(const std::vector<std::string>& names, const std::string& project,
                    const Node& node, const std::string& folder, store::FlowBook& book);

// Keeps the values of a node's secrets, which stand in its code while it runs, out of the catalog
// and of the run's folder (docs/security.md).

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

// Reads the answers of nodes: the last line that they print, the rows of their last query, or the
// way that a branch goes. Each stands in a file; errors are those of the platform, where it has
// one.

// The most bytes of text that an assignment may give.
inline constexpr size_t kLargestAnswer = 2UL << 20;

// The last line that is not empty, cut at its commas.
Result<Given> ReadLine(const std::string& path);
// Rows as JSON, as a worker writes them; no file: there was no query.
Result<Given> ReadRows(const std::string& path);
// Which of these ways a branch goes; their number for none. The error is one of a condition, with
// its place.
Result<size_t> ReadWay(const std::string& path, const std::vector<BranchArm>& ways);

// The first line of why: an error of a statement, else the last line. Of a log of any length only
// the begin and the end are read. "" for a log that cannot be read.
std::string FirstLineOfWhy(const std::string& log);

}  // namespace paisql::nodes
