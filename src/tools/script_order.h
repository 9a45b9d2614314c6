#pragma once

// Scripts in an order in which what one makes is there for those that read it.

#include <string>
#include <vector>

#include "base/result.h"
#include "script/inputs.h"
#include "script/options/flags.h"

namespace paisql::tools {

// Every folder among the inputs as the .sql files below it, by name. kIo for one that cannot be
// read, and for one without such a file.
Result<std::vector<script::Input>> SpreadFolders(const std::vector<script::Input>& inputs);

// Files that use a table or view which another file creates come after it, the others keep their
// order. Names count as they are written, without their projects. Files that need each other keep
// their order, too.
std::vector<script::ScriptFile> MakersFirst(std::vector<script::ScriptFile> files);

// The inputs with their folders spread; the makers first where a folder is among them, and then
// `one_run` becomes false: the order is not the user's.
Result<std::vector<script::ScriptFile>> ReadScripts(const std::vector<script::Input>& inputs,
                                                    bool* one_run);

}  // namespace paisql::tools
