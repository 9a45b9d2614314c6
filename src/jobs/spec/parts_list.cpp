#include "jobs/spec/parts_list.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace paisql::jobs {

namespace {

constexpr std::string_view kFailed = "failed ";

}  // namespace

Result<PartsList> PartsList::Make(const std::string& folder) {
  PAISQL_TRY(MakeFolders(folder));
  const std::string path = folder + "/parts";
  Descriptor list(open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0600));
  if (!list.open() || flock(list.get(), LOCK_EX | LOCK_NB) != 0) {
    return FileError("make the file", path, errno);
  }
  return PartsList(folder, std::move(list));
}

// A line is one write, so that no reader sees a half of it as a whole.
Status PartsList::Append(const std::string& line) {
  const std::string text = line + "\n";
  if (write(list_.get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    return FileError("write the file", path(), errno);
  }
  return Status::Ok();
}

Status PartsList::Add(const std::string& file_name, int64_t rows) {
  return Append(std::to_string(rows) + " " + file_name);
}

Status PartsList::End() { return Append("end"); }

Status PartsList::Fail(const std::string& message) {
  const auto replace = nlohmann::json::error_handler_t::replace;
  return Append(std::string(kFailed) + nlohmann::json(message).dump(-1, ' ', false, replace));
}

std::string FailureOfParts(const std::string& list_path) {
  const auto text = ReadFile(list_path);
  if (!text.ok()) return "";
  for (const std::string& line : Split(*text, '\n')) {
    if (!line.starts_with(kFailed)) continue;
    const auto words = nlohmann::json::parse(line.substr(kFailed.size()), nullptr, false);
    return words.is_string() ? words.get<std::string>() : line;
  }
  return "";
}

}  // namespace paisql::jobs
