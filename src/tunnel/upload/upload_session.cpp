#include "tunnel/upload/upload_session.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <nlohmann/json.hpp>

#include "base/files/new_file.h"
#include "base/hex.h"
#include "base/system/clock.h"
#include "base/text.h"

namespace paisql::tunnel {

namespace {

using SessionJson = nlohmann::json;

constexpr std::string_view kRecordName = "/session.json";
constexpr std::string_view kRunning = "running";
constexpr std::string_view kFailed = "failed";

std::string UploadsFolder(const store::Home& home) { return home.path() + "/uploads"; }

// Begins with the time, so that names sort by it.
std::string NewSessionId(int64_t now_ms) {
  constexpr size_t kRandomDigits = 14;
  const auto now = static_cast<std::time_t>(now_ms / 1000);
  return fmt::format("{:%Y%m%d%H%M%S}{:03}", fmt::gmtime(now), now_ms % 1000) +
         RandomHex(kRandomDigits);
}

bool IsSessionId(std::string_view id) {
  constexpr std::string_view kLetters = "0123456789abcdef";
  return !id.empty() && id.find_first_not_of(kLetters) == std::string_view::npos;
}

// Not open when another process has it.
Descriptor LockFolder(const std::string& folder) {
  Descriptor lock(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW));
  if (!lock.open() || flock(lock.get(), LOCK_EX | LOCK_NB) != 0) return Descriptor();
  return lock;
}

SessionJson ToJson(const UploadRecord& record) {
  return {{"id", record.id},         {"project", record.project},
          {"words", record.words},   {"begun_ms", record.begun_ms},
          {"status", record.status}, {"rests_on", record.rests_on},
          {"leases", record.leases}, {"log", record.log},
          {"bad", record.bad}};
}

// nullopt for what is not a session's record.
std::optional<UploadRecord> ReadRecord(const std::string& folder) {
  const Result<std::string> text = ReadFile(folder + std::string(kRecordName));
  if (!text.ok()) return std::nullopt;
  const SessionJson json = SessionJson::parse(*text, nullptr, false);
  UploadRecord record;
  try {
    json.at("id").get_to(record.id);
    json.at("project").get_to(record.project);
    json.at("words").get_to(record.words);
    json.at("begun_ms").get_to(record.begun_ms);
    json.at("status").get_to(record.status);
    json.at("rests_on").get_to(record.rests_on);
    json.at("leases").get_to(record.leases);
    json.at("log").get_to(record.log);
    json.at("bad").get_to(record.bad);
  } catch (const SessionJson::exception&) {
    return std::nullopt;
  }
  return record;
}

std::string BlockPath(const std::string& folder, size_t number) {
  return fmt::format("{}/block{}", folder, number);
}

// "" for an end that is the file's.
std::string RangeText(const CsvRange& range) {
  return fmt::format("{}-{}", range.begin, range.end.has_value() ? std::to_string(*range.end) : "");
}

int64_t SizeOf(const std::string& path) {
  struct stat info {};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) ? info.st_size : -1;
}

SessionJson ToJson(const BadRecords& bad) {
  SessionJson first = SessionJson::array();
  for (const BadRecords::Shown& one : bad.first) first.push_back({one.line, one.reason});
  return {{"count", bad.count},
          {"first", first},
          {"first_reason", bad.first_reason},
          {"alike", bad.alike}};
}

BadRecords BadFromJson(const SessionJson& json) {
  BadRecords bad;
  bad.count = json.at("count");
  bad.first_reason = json.at("first_reason");
  bad.alike = json.at("alike");
  for (const SessionJson& one : json.at("first")) {
    bad.first.push_back({one.at(0), one.at(1).get<std::string>(), ""});
  }
  return bad;
}

// Writes what the kernel holds of a file or folder to the disk.
Status SyncPath(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.open() && fsync(file.get()) == 0) return Status::Ok();
  return FileError("write", path, errno);
}

}  // namespace

std::string UploadRecord::Command() const {
  std::vector<std::string> shown = {"upload"};
  for (const std::string& word : words) {
    const bool plain = !word.empty() && word.find_first_of(" \t\r\n'\";") == std::string::npos;
    shown.push_back(plain ? word : "\"" + word + "\"");
  }
  return Join(shown, " ");
}

Result<std::unique_ptr<UploadSession>> UploadSession::Begin(const store::Home& home,
                                                            std::string project,
                                                            std::vector<std::string> words) {
  UploadRecord record;
  record.begun_ms = NowMs();
  record.id = NewSessionId(record.begun_ms);
  record.project = std::move(project);
  record.words = std::move(words);
  record.status = kRunning;
  const std::string folder = UploadsFolder(home) + "/" + record.id;
  PAISQL_TRY(MakeFolders(folder));
  Descriptor lock = LockFolder(folder);
  if (!lock.open()) return FileError("lock", folder, errno);
  std::unique_ptr<UploadSession> session(new UploadSession(folder, std::move(lock)));
  session->record_ = std::move(record);
  return session;
}

Result<std::unique_ptr<UploadSession>> UploadSession::Reopen(const store::Home& home,
                                                             const std::string& id, bool force) {
  const std::string folder = UploadsFolder(home) + "/" + id;
  std::optional<UploadRecord> record;
  if (IsSessionId(id)) record = ReadRecord(folder);
  if (!record.has_value()) {
    return Error{ErrorCode::kTunnel,
                 "there is no upload session " + id,
                 {},
                 "TUNNEL SHOW HISTORY; lists them"};
  }
  Descriptor lock = LockFolder(folder);
  if (!lock.open()) {
    return Error{ErrorCode::kTunnel,
                 "the upload session " + id + " is running",
                 {},
                 "wait for it, or end its process first"};
  }
  record->log.clear();
  record->bad.clear();
  std::unique_ptr<UploadSession> session(new UploadSession(folder, std::move(lock)));
  session->record_ = *std::move(record);
  session->force_ = force;
  return session;
}

UploadSession::~UploadSession() {
  if (!ended_) (void)End(std::string(kFailed));
}

Status UploadSession::Write() const {
  return WriteNewFile(folder_ + std::string(kRecordName),
                      ToJson(record_).dump(-1, ' ', false, SessionJson::error_handler_t::replace),
                      NewFileKind::kOwnPassing);
}

Status UploadSession::Attempt(const std::string& rests_on, const std::string& lease) {
  if (!record_.rests_on.empty() && record_.rests_on != rests_on) {
    if (!force_) {
      return Error{ErrorCode::kTunnel,
                   "the files or the table have changed since session " + record_.id + " began",
                   {},
                   "TUNNEL RESUME -f " + record_.id + "; reads all of them anew"};
    }
    PAISQL_TRY(DropBlocks());
  }
  record_.rests_on = rests_on;
  record_.leases.push_back(lease);
  record_.status = kRunning;
  return Write();
}

Result<std::string> UploadSession::FolderOfBlock(size_t number) const {
  const std::string path = BlockPath(folder_, number);
  PAISQL_TRY(RemoveTree(path));
  PAISQL_TRY(MakeFolders(path));
  return path;
}

std::optional<BlockRows> UploadSession::FindBlock(size_t number, const CsvRange& range) const {
  const std::string path = BlockPath(folder_, number);
  const Result<std::string> text = ReadFile(path + ".json");
  if (!text.ok()) return std::nullopt;
  const SessionJson json = SessionJson::parse(*text, nullptr, false);
  try {
    if (json.at("range").get<std::string>() != RangeText(range)) return std::nullopt;
    BlockRows rows{
        range.begin, json.at("end"), json.at("lines"), json.at("rows"), BadFromJson(json.at("bad")),
        {}};
    for (const SessionJson& one : json.at("files")) {
      const std::string file = path + "/" + one.at("name").get<std::string>();
      if (SizeOf(file) != one.at("bytes").get<int64_t>()) return std::nullopt;
      rows.files.push_back({file, {}, one.at("rows")});
    }
    return rows;
  } catch (const SessionJson::exception&) {
    return std::nullopt;
  }
}

Status UploadSession::KeepBlock(size_t number, const CsvRange& range, const BlockRows& rows) const {
  SessionJson files = SessionJson::array();
  for (const engine::WrittenFile& file : rows.files) {
    PAISQL_TRY(SyncPath(file.path));
    files.push_back({{"name", file.path.substr(file.path.rfind('/') + 1)},
                     {"rows", file.rows},
                     {"bytes", SizeOf(file.path)}});
  }
  const std::string path = BlockPath(folder_, number);
  PAISQL_TRY(SyncPath(path));
  const SessionJson json = {{"range", RangeText(range)}, {"end", rows.end},
                            {"lines", rows.lines},       {"rows", rows.rows},
                            {"bad", ToJson(rows.bad)},   {"files", files}};
  return WriteNewFile(path + ".json",
                      json.dump(-1, ' ', false, SessionJson::error_handler_t::replace),
                      NewFileKind::kOwn);
}

Status UploadSession::DropBlocks() const {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(folder_));
  for (const std::string& name : names) {
    if (name.starts_with("block")) PAISQL_TRY(RemoveTree(folder_ + "/" + name));
  }
  return Status::Ok();
}

Status UploadSession::End(const std::string& status) {
  ended_ = true;
  record_.status = status;
  PAISQL_TRY(Write());
  return status == kFailed ? Status::Ok() : DropBlocks();
}

Result<std::vector<UploadRecord>> ListUploads(const store::Home& home) {
  PAISQL_ASSIGN(std::vector<std::string> names, ListFolder(UploadsFolder(home)));
  std::reverse(names.begin(), names.end());
  std::vector<UploadRecord> records;
  for (const std::string& name : names) {
    const std::string folder = UploadsFolder(home) + "/" + name;
    std::optional<UploadRecord> record = ReadRecord(folder);
    if (!record.has_value()) continue;
    if (record->status == kRunning && LockFolder(folder).open()) record->status = kFailed;
    records.push_back(std::move(*record));
  }
  return records;
}

Result<int64_t> PurgeUploads(const store::Home& home, int64_t before_ms) {
  PAISQL_ASSIGN(const std::vector<std::string> names, ListFolder(UploadsFolder(home)));
  int64_t removed = 0;
  for (const std::string& name : names) {
    const std::string folder = UploadsFolder(home) + "/" + name;
    const Descriptor lock = LockFolder(folder);
    if (!lock.open()) continue;
    // A folder without a record is of an upload that was killed as it began.
    const std::optional<UploadRecord> record = ReadRecord(folder);
    if (record.has_value() && record->begun_ms >= before_ms) continue;
    PAISQL_TRY(RemoveTree(folder));
    ++removed;
  }
  return removed;
}

}  // namespace paisql::tunnel
