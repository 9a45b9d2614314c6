#pragma once

// Whether two names or descriptors stand for one file.

#include <sys/stat.h>

namespace paisql {

inline bool SameFile(const struct stat& one, const struct stat& other) {
  return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// False also when one of them is not open.
inline bool SameFile(int one, int other) {
  struct stat first {};
  struct stat second {};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && SameFile(first, second);
}

}  // namespace paisql
