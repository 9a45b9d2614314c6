#pragma once

// What requests about volumes have in common. Volumes belong to a project: `curr_schema` does not
// count.

#include <functional>
#include <string>
#include <string_view>

#include "rest/call.h"
#include "rest/service.h"
#include "rest/volumes/volume_folder.h"

namespace paisql::rest {

// The path of the header x-odps-volume-fs-path below its volume: "a/b" of "/volume/a/b"; "" for the
// volume itself.
std::string PathBelowVolume(const Call& call);
// Where a request is about a path of a volume that is a tree of folders.
bool NamesPath(const Call& call);

// Answers from the volumes of the path's project, where the user may do `action` there.
using FromVolumes = std::function<Result<Answer>(const VolumeFolder& volumes)>;
Answer AnswerFromVolumes(const Call& call, Service& service, std::string_view action,
                         const FromVolumes& make);

// <Item>…</Item> of a path of a volume.
std::string ItemXml(const std::string& path, const VolumeEntry& entry);

}  // namespace paisql::rest
