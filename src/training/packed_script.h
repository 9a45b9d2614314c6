#pragma once

// Archives that hold a user's scripts: .tar.gz, .tgz, .tar and .zip. Nothing of an archive can land
// outside the folder it is unpacked into.

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::training {

// By the name's end, in any letter case.
bool IsArchiveName(std::string_view path);

// The files in an archive, without a leading "./". kInvalidCommand when it cannot be read as one.
Result<std::vector<std::string>> ListArchive(const std::string& path);

// Unpacks into an existing folder. An entry with an absolute path, with ".." or behind a symbolic
// link is kInvalidCommand.
Status UnpackArchive(const std::string& path, const std::string& folder);

}  // namespace paisql::training
