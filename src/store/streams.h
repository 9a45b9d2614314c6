#pragma once

// Streams: names under which a transactional table is read on from an offset. A statement that
// writes rows which it has read through a stream moves the offset with them (change::MoveStream).

#include <cstdint>
#include <string>

namespace paisql::store {

struct Stream {
  int64_t id = 0;
  std::string project;  // a place, as that of a table
  std::string name;
  int64_t table_id = 0;  // of the table, which may be dropped by now
  int64_t offset = 1;    // the version (store/versions.h) up to which all is read
  std::string comment;
  std::string owner;
  int64_t created_ms = 0;
  int64_t last_modified_ms = 0;

  // "project.name"
  std::string QualifiedName() const { return project + "." + name; }
};

}  // namespace paisql::store
