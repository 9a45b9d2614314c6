#include "shell/flow/schedule/schedule_memory.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"

namespace paisql::shell {

namespace {

using nlohmann::json;

int64_t NumberOf(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : 0;
}

DoneOfFlow ReadDone(const json& read) {
  DoneOfFlow done;
  done.until = NumberOf(read, "until");
  for (const json& one : read.value("waiting", json::array())) {
    if (!one.is_object()) continue;
    WaitingNodes waiting{NumberOf(one, "time"), NumberOf(one, "cyctime"), {}};
    for (const json& name : one.value("nodes", json::array())) {
      if (name.is_string()) waiting.nodes.push_back(name.get<std::string>());
    }
    done.waiting.push_back(std::move(waiting));
  }
  return done;
}

}  // namespace

ScheduleMemory::ScheduleMemory(std::string path) : path_(std::move(path)) {
  const Result<std::string> text = ReadFile(path_);
  if (!text.ok()) return;
  const json read = json::parse(*text, nullptr, false);
  if (!read.is_object()) return;
  for (const auto& [folder, done] : read.items()) {
    // A number alone is `until`.
    if (done.is_number_integer()) flows_[folder].until = done.get<int64_t>();
    if (done.is_object()) flows_[folder] = ReadDone(done);
  }
}

std::optional<DoneOfFlow> ScheduleMemory::Find(const std::string& folder) const {
  const auto found = flows_.find(folder);
  return found == flows_.end() ? std::nullopt : std::optional(found->second);
}

Status ScheduleMemory::Note(const std::string& folder, DoneOfFlow done) {
  flows_[folder] = std::move(done);
  json all = json::object();
  for (const auto& [name, one] : flows_) {
    if (one.waiting.empty()) {
      all[name] = one.until;
      continue;
    }
    json waiting = json::array();
    for (const WaitingNodes& nodes : one.waiting) {
      waiting.push_back({{"time", nodes.time}, {"cyctime", nodes.cyctime}, {"nodes", nodes.nodes}});
    }
    all[name] = {{"until", one.until}, {"waiting", waiting}};
  }
  return WriteNewFile(path_, all.dump(2, ' ', false, json::error_handler_t::replace) + "\n",
                      NewFileKind::kOwn);
}

}  // namespace paisql::shell
