#pragma once

// Who may read what this process makes. What belongs to a home is its owner's alone, whatever the
// user's mask is; what is made at the user's word, a download or a file of a script, follows that
// mask.

#include <sys/types.h>

namespace paisql {

// The mask that the process was started with. The first call, with which main begins, makes the
// process's own mask 077; libraries that make files for us know no other way to be told.
mode_t UserUmask();

// What is made from here on is as open as the folder with this mode, and no more open than the
// user's mask allows. For the process as a whole, so for a program with one home.
void MakeFilesAsOpenAs(mode_t folder);

}  // namespace paisql
