#include "flow/schedule/schedule_memory.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/files/files.h"
#include "base/files/new_file.h"

namespace paisql::flow {

namespace {

using nlohmann::json;

// A clock that shows so much more than before has been set, or nobody has looked at it meanwhile;
// one that went on for so long since is right.
constexpr int64_t kJump = 86400;
// How often what it shows is noted.
constexpr int64_t kNoteClock = 6 * 3600;

int64_t NumberOf(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : 0;
}

std::optional<DoneOfFlow> ReadDone(const json& read) {
  DoneOfFlow done;
  // A number alone is `until`.
  if (read.is_number_integer()) {
    done.until.time = read.get<int64_t>();
  } else if (read.is_object()) {
    done.until.time = NumberOf(read, "until");
  }
  if (done.until.time <= 0) return std::nullopt;
  if (!read.is_object()) return done;
  if (read.contains("cyctime")) done.until.cyctime = NumberOf(read, "cyctime");
  done.seen = NumberOf(read, "seen");
  done.jumped = NumberOf(read, "jumped");
  done.before_jump = NumberOf(read, "before_jump");
  const auto waiting = read.find("waiting");
  if (waiting == read.end()) return done;
  if (!waiting->is_array()) return std::nullopt;
  for (const json& one : *waiting) {
    if (!one.is_object()) return std::nullopt;
    WaitingNodes nodes{NumberOf(one, "time"), NumberOf(one, "cyctime"), {}};
    for (const json& name : one.value("nodes", json::array())) {
      if (name.is_string()) nodes.nodes.push_back(name.get<std::string>());
    }
    done.waiting.push_back(std::move(nodes));
  }
  return done;
}

json Written(const DoneOfFlow& done) {
  json written = {{"until", done.until.time}, {"seen", done.seen}};
  if (done.until.cyctime != nodes::DoneUntil().cyctime) written["cyctime"] = done.until.cyctime;
  if (done.jumped != 0) {
    written["jumped"] = done.jumped;
    written["before_jump"] = done.before_jump;
  }
  json waiting = json::array();
  for (const WaitingNodes& nodes : done.waiting) {
    waiting.push_back({{"time", nodes.time}, {"cyctime", nodes.cyctime}, {"nodes", nodes.nodes}});
  }
  if (!waiting.empty()) written["waiting"] = waiting;
  return written;
}

}  // namespace

ClockNews LookAtClock(int64_t now, DoneOfFlow& done) {
  if (done.until.time > now + kJump) {
    const bool known = done.jumped != 0 && done.before_jump <= now;
    done.until = {known ? done.before_jump : now};
    std::erase_if(done.waiting, [&](const WaitingNodes& one) { return one.time > now; });
    done.seen = now;
    done.jumped = 0;
    return ClockNews::kPutBack;
  }
  if (done.seen != 0 && now > done.seen + kJump) {
    done.jumped = now;
    done.before_jump = done.until.time;
  } else if (done.seen != 0 && now >= done.seen && now < done.seen + kNoteClock) {
    return ClockNews::kNone;
  }
  if (done.jumped != 0 && now > done.jumped + kJump) done.jumped = 0;
  done.seen = now;
  return ClockNews::kNoted;
}

ScheduleMemory::ScheduleMemory(std::string path) : path_(std::move(path)) {
  const Result<std::string> text = ReadFile(path_);
  std::error_code failure;
  if (!text.ok()) {
    if (std::filesystem::exists(path_, failure)) Keep(text.error().detail);
    return;
  }
  const json read = json::parse(*text, nullptr, false);
  if (!read.is_object()) {
    Keep("it is not an object of JSON");
    return;
  }
  for (const auto& [folder, written] : read.items()) {
    std::optional<DoneOfFlow> done = ReadDone(written);
    if (!done.has_value()) {
      if (broken_.empty()) Keep("what it says of " + folder + " is damaged");
      continue;
    }
    flows_[folder] = *std::move(done);
  }
}

void ScheduleMemory::Keep(const std::string& what) {
  const std::string kept = path_ + ".broken";
  std::error_code failure;
  std::filesystem::copy_file(path_, kept, std::filesystem::copy_options::overwrite_existing,
                             failure);
  broken_ = path_ + " cannot be used: " + what + (failure ? "" : "; it is kept as " + kept);
}

std::optional<DoneOfFlow> ScheduleMemory::Find(const std::string& folder) const {
  const auto found = flows_.find(folder);
  return found == flows_.end() ? std::nullopt : std::optional(found->second);
}

Status ScheduleMemory::Note(const std::string& folder, DoneOfFlow done) {
  flows_[folder] = std::move(done);
  json all = json::object();
  for (const auto& [name, one] : flows_) all[name] = Written(one);
  return WriteNewFile(path_, all.dump(2, ' ', false, json::error_handler_t::replace) + "\n",
                      NewFileKind::kOwn);
}

}  // namespace paisql::flow
