#pragma once

// Paths in volumes: /volume/partition/file. A volume is a folder of the home's volumes/<project>/,
// and a partition a folder of it; what lies there is all that is known of them.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "syntax/word.h"

namespace paisql::session {

struct VolumePath {
  SourceRange range;
  std::string volume;     // "" of "/"
  std::string partition;  // "" where the path names none
  std::string below;      // a file or a folder of the partition, without slashes at its ends
  bool folder = false;    // the path ends with a slash

  // "/volume/partition/file"
  std::string Name() const;
};

// kInvalidCommand for a path with an empty part, "." or "..", and for a volume or a partition that
// begins with a dot. No path leads out of its volume.
Result<VolumePath> ReadVolumePath(const syntax::Word& word);

// The folder of the current project's volumes. It need not be there.
std::string VolumesFolder(Run& run);
// Where what the path names lies, whether it is there or not.
std::string FolderOfPath(const VolumePath& path, Run& run);

// kFileOperation where the path's volume, partition or file is not there.
Status RequireVolume(const VolumePath& path, Run& run);
Status RequireThere(const VolumePath& path, Run& run);

}  // namespace paisql::session
