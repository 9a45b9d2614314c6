#pragma once

// Archives that hold a user's scripts: .tar.gz, .tgz, .tar and .zip. Nothing of an archive can land
// outside the folder it is unpacked into.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace paisql::archive {

// By the name's end, in any letter case.
bool IsArchiveName(std::string_view path);

// The limits of an archive of scripts, so that a broken or malicious one fills no disk.
struct UnpackLimits {
  int64_t entries = 100'000;
  int64_t bytes = int64_t{16} << 30;  // of all entries, unpacked
  // Bytes packed to less than a hundredth are zeros, not scripts: beyond `harmless_bytes` an
  // archive may take `ratio` times its own size at most.
  int64_t harmless_bytes = int64_t{1} << 30;
  int64_t ratio = 100;
  // Which entries are unpacked, by their names; all without it. Others may be what they like.
  std::function<bool(std::string_view name)> wanted = {};
};

// The files in an archive, without a leading "./". kInvalidCommand when it cannot be read as one,
// or is beyond the limits.
Result<std::vector<std::string>> ListArchive(const std::string& path,
                                             const UnpackLimits& limits = {});

// Unpacks into an existing folder. kInvalidCommand, with the entry's name: an absolute path or one
// with "..", a link that leads out of the folder by itself or by way of others, an entry below a
// link, a device, a name that cannot be read, and what is beyond the limits; what was unpacked
// before stays. Files are for their owner alone, and have no set-uid bits.
Status UnpackArchive(const std::string& path, const std::string& folder,
                     const UnpackLimits& limits = {});

}  // namespace paisql::archive
