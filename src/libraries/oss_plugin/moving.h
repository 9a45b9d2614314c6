#pragma once

// Renaming within folder buckets, which may be links to folders of other file systems.

#include <string>

namespace paisql::oss {

// An errno, 0 for none. Replaces a file that has the new name. Between two file systems by copying
// and removing: the new name stands for all of it or for what it stood for before, and until it
// stands for all of it nothing of the old one goes.
int Move(const std::string& from, const std::string& to);

}  // namespace paisql::oss
