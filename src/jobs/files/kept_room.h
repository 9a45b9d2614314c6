#pragma once

// Room on the disk that a job keeps while it runs, so that its end can be written down when its
// script has filled the disk. Private to jobs.

#include <string>

#include "base/result.h"

namespace paisql::jobs {

class KeptRoom {
 public:
  // The file that takes the room; it is made by Take.
  explicit KeptRoom(std::string path) : path_(std::move(path)) {}
  ~KeptRoom() { Give(); }
  KeptRoom(const KeptRoom&) = delete;
  KeptRoom& operator=(const KeptRoom&) = delete;

  Status Take();
  void Give();

 private:
  std::string path_;
};

}  // namespace paisql::jobs
