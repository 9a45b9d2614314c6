#pragma once

// Decides who may read the files that this process makes. Files of a home belong to its owner
// alone, whatever the user's mask is. Files made at the user's word, a download or a file of a
// script, follow that mask.

#include <sys/types.h>

namespace paisql {

// The mask that the process was started with. The first call, with which main begins, makes the
// process's own mask 077; libraries that make files for us know no other way to be told.
mode_t UserUmask();

// Makes new files as open as the folder with this mode, and no more open than the user's mask
// allows. It changes the whole process, so it is for a program with one home.
void MakeFilesAsOpenAs(mode_t folder);

}  // namespace paisql
