#include "engine/write_folder.h"

namespace paisql::engine {

namespace fs = std::filesystem;

WriteFolder::WriteFolder(const std::string& directory) : directory_(directory) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory_, ignored)) {
    before_.insert(entry.path());
  }
}

WriteFolder::~WriteFolder() {
  if (!kept_) Remove();
}

std::vector<fs::path> WriteFolder::Made() const {
  std::error_code ignored;
  std::vector<fs::path> made;
  for (const auto& entry : fs::directory_iterator(directory_, ignored)) {
    if (!before_.contains(entry.path())) made.push_back(entry.path());
  }
  return made;
}

void WriteFolder::Remove() const {
  std::error_code ignored;
  for (const fs::path& path : Made()) fs::remove_all(path, ignored);
}

void WriteFolder::KeepOnly(const std::vector<WrittenFile>& files) {
  kept_ = true;
  std::set<fs::path> told;
  for (const WrittenFile& file : files) told.insert(file.path);
  std::error_code ignored;
  std::vector<fs::path> others;
  for (const fs::path& made : Made()) {
    if (!fs::is_directory(made, ignored)) {
      if (!told.contains(made)) others.push_back(made);
      continue;
    }
    for (const auto& below : fs::recursive_directory_iterator(made, ignored)) {
      if (!below.is_directory(ignored) && !told.contains(below.path())) {
        others.push_back(below.path());
      }
    }
  }
  for (const fs::path& path : others) fs::remove(path, ignored);
}

Status CheckPartitionsOfWrite(const std::vector<WrittenFile>& files) {
  std::set<std::vector<std::string>> partitions;
  for (const WrittenFile& file : files) partitions.insert(file.partition_values);
  if (partitions.size() <= kMaxPartitionsOfOneWrite) return Status::Ok();
  return Error{ErrorCode::kPartition,
               "a single instance cannot output data to more than 10000 partitions",
               {},
               "write the partitions in several statements"};
}

}  // namespace paisql::engine
