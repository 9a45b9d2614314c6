#pragma once

// Files that `paisql verify --repair` has taken off the lists of their tables. Each is named in
// <home>/damaged/lost.tsv with all that is needed to list it again (docs/internals/formats.md), and
// nothing removes a file at a path that stands there: its owner may have put it back. Private to
// the store.

#include <cstdint>
#include <string>
#include <vector>

#include "store/home/home.h"
#include "store/types.h"

namespace paisql::store {

struct SetAsideFile {
  std::string object;  // "p.t/ds=1"
  std::string path;    // below the home, where it stood
  int64_t table_id = 0;
  int64_t table_modified_ms = 0;  // when the table was last written to
  DataFile file;                  // its path is absolute
  std::string what;               // was the matter
  std::string kept;               // where it is below the home; "" for nowhere
};

// The files that have not been listed again. Lines that this program did not write are skipped.
Result<std::vector<SetAsideFile>> ReadSetAside(const Home& home);

// Takes them out of absolute paths.
Status LeaveOutSetAside(const Home& home, std::vector<std::string>& paths);

// Adds a line about the file to lost.tsv, and has it on the disk: that it was lost, or that it is
// listed again.
enum class SetAsideEvent { kLost, kListed };
Status NoteSetAside(const Home& home, SetAsideEvent event, const SetAsideFile& file);

// Whether the path can stand in lost.tsv.
bool CanBeNoted(const std::string& path);

}  // namespace paisql::store
