// The tunnel of volumes with partitions: files of a partition, down and up. What an upload has sent
// appears in its partition when it is committed, file by file.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/named.h"
#include "rest/routes.h"
#include "rest/volumes/file_chunks.h"
#include "rest/volumes/volume_calls.h"
#include "rest/volumes/volume_sessions.h"

namespace paisql::rest {

namespace {

Error WrongTunnelRequest(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

Answer JsonAnswer(const nlohmann::json& body) { return {200, "application/json", body.dump()}; }

// "project/volume/partition[/file]" of the parameter `target`.
struct VolumeTarget {
  std::string volume;
  std::string below;
};

Result<VolumeTarget> TargetOfVolume(const Call& call, bool file) {
  if (call.Get("type") != "volumefile") {
    return WrongTunnelRequest("a tunnel of the type '" + call.Get("type") + "' is not offered");
  }
  std::string target = call.Get("target");
  while (target.ends_with('/')) target.pop_back();
  const std::vector<std::string> parts = Split(target, '/');
  const size_t least = file ? 4 : 3;
  if (parts.size() < least || (!file && parts.size() > least) ||
      !EqualsIgnoreCase(parts[0], call.path[1])) {
    return WrongTunnelRequest("'" + call.Get("target") + "' is not project/volume/partition" +
                              (file ? "/file" : ""));
  }
  return VolumeTarget{parts[1],
                      Join(std::vector<std::string>(parts.begin() + 2, parts.end()), "/")};
}

std::string PartitionPart(const std::string& below) { return below.substr(0, below.find('/')); }

// Sessions are for the user who has begun them, in their project.
Result<VolumeSessionPtr> SessionOf(const Call& call, Service& service) {
  VolumeSessionPtr session = service.volume_sessions.Find(call.path[4], call.user);
  if (session != nullptr && EqualsIgnoreCase(session->project, call.path[1])) return session;
  return Error{ErrorCode::kResourceNotFound, "session " + call.path[4] + " is not there", {}, ""};
}

nlohmann::json PartitionJson(const VolumeSession& session) {
  return {{"Volume", session.volume}, {"Partition", PartitionPart(session.below)}};
}

Result<Answer> DescribeDownload(const VolumeSession& session, const VolumeFolder& volumes) {
  PAISQL_ASSIGN(const std::string path, volumes.PathOf(session.volume, session.below));
  PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
  if (entry.folder) return WrongTunnelRequest("a folder has no bytes");
  const std::string name = session.below.substr(PartitionPart(session.below).size() + 1);
  return JsonAnswer({{"DownloadID", session.id},
                     {"Status", "NORMAL"},
                     {"File", {{"FileName", name}, {"FileLength", entry.bytes}}},
                     {"Partition", PartitionJson(session)}});
}

Answer BeginVolumeDownload(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Read", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeTarget target, TargetOfVolume(call, true));
        PAISQL_TRY(volumes.PathOf(target.volume, target.below));
        const VolumeSessionPtr session =
            service.volume_sessions.Add(call.user, call.path[1], target.volume, target.below);
        return DescribeDownload(*session, volumes);
      });
}

// "(start,length)".
Result<std::pair<int64_t, int64_t>> VolumeRange(const std::string& text, int64_t all) {
  if (text.empty()) return std::pair{int64_t{0}, all};
  const size_t comma = text.find(',');
  if (!text.starts_with('(') || !text.ends_with(')') || comma == std::string::npos) {
    return WrongTunnelRequest("'" + text + "' is not a range (start,length)");
  }
  const auto start = ParseNumber<int64_t>(Trim(text.substr(1, comma - 1)));
  const auto length = ParseNumber<int64_t>(Trim(text.substr(comma + 1, text.size() - comma - 2)));
  if (!start || !length || *start < 0 || *length < 0) {
    return WrongTunnelRequest("'" + text + "' is not a range (start,length)");
  }
  const int64_t first = std::min(*start, all);
  return std::pair{first, std::min(*length, all - first)};
}

Answer GetVolumeDownload(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Read", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeSessionPtr session, SessionOf(call, service));
        if (!call.Has("data")) return DescribeDownload(*session, volumes);
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(session->volume, session->below));
        PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
        PAISQL_ASSIGN(const auto range, VolumeRange(call.Get("range"), entry.bytes));
        return AnswerChunks(call, path, range.first, range.second);
      });
}

Result<Answer> DescribeUpload(VolumeSession& session) {
  const std::lock_guard lock(session.mutex);
  nlohmann::json files = nlohmann::json::array();
  for (const auto& [name, path] : session.files) {
    PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
    files.push_back({{"FileName", name}, {"FileLength", entry.bytes}});
  }
  return JsonAnswer({{"UploadID", session.id},
                     {"Status", session.closed ? "CLOSED" : "NORMAL"},
                     {"FileList", files},
                     {"Partition", PartitionJson(session)}});
}

Answer BeginVolumeUpload(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeTarget target, TargetOfVolume(call, false));
        PAISQL_TRY(volumes.NewPathOf(target.volume, target.below));
        return DescribeUpload(
            *service.volume_sessions.Add(call.user, call.path[1], target.volume, target.below));
      });
}

// The file as it was with the bytes of `more` after them.
Status AppendFile(const std::string& path, const std::string& more) {
  std::ifstream from(more, std::ios::binary);
  std::ofstream to(path, std::ios::binary | std::ios::app);
  if (from.peek() != std::ifstream::traits_type::eof()) to << from.rdbuf();
  to.close();
  return to ? Status::Ok() : Status(FileError("write", path, EIO));
}

// The file that has come belongs to the session from now on, or is removed.
Status KeepReceived(const std::string& name, const std::string& received, bool goes_on,
                    VolumeSession& session) {
  const std::lock_guard lock(session.mutex);
  const auto kept = session.files.find(name);
  if (!session.closed && kept == session.files.end()) {
    session.files[name] = received;
    return Status::Ok();
  }
  Status done = Status::Ok();
  if (session.closed) {
    done = WrongTunnelRequest("the upload is committed already");
  } else if (goes_on) {
    done = AppendFile(kept->second, received);
  } else {
    done = PlaceReceived(received, kept->second);
  }
  (void)unlink(received.c_str());
  return done;
}

Answer TakeVolumeFile(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeSessionPtr session, SessionOf(call, service));
        const std::string name = call.Get("blockid");
        PAISQL_TRY(volumes.NewPathOf(session->volume, session->below + "/" + name));
        PAISQL_ASSIGN(const std::unique_ptr<ByteSource> bytes, ChunksOf(call));
        PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
        PAISQL_ASSIGN(const std::string received,
                      service.volume_sessions.Receive(catalog->home(), *bytes));
        PAISQL_TRY(KeepReceived(name, received, call.Has("resume"), *session));
        return JsonAnswer(nlohmann::json::object());
      });
}

Answer GetVolumeUpload(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& /*volumes*/) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeSessionPtr session, SessionOf(call, service));
        return DescribeUpload(*session);
      });
}

Answer CommitVolumeUpload(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const VolumeSessionPtr session, SessionOf(call, service));
        {
          const std::lock_guard lock(session->mutex);
          while (!session->files.empty()) {
            const auto next = session->files.begin();
            PAISQL_ASSIGN(const std::string path,
                          volumes.NewPathOf(session->volume, session->below + "/" + next->first));
            PAISQL_TRY(PlaceReceived(next->second, path));
            session->files.erase(next);
          }
          session->closed = true;
        }
        return DescribeUpload(*session);
      });
}

constexpr std::string_view kDownloads = "/projects/{}/tunnel/downloads";
constexpr std::string_view kDownloadOf = "/projects/{}/tunnel/downloads/{}";
constexpr std::string_view kUploads = "/projects/{}/tunnel/uploads";
constexpr std::string_view kUploadOf = "/projects/{}/tunnel/uploads/{}";

constexpr std::array kVolumeTunnelRoutes = {
    Route{"POST", kDownloads, "", BeginVolumeDownload},
    Route{"GET", kDownloadOf, "", GetVolumeDownload},
    Route{"POST", kUploads, "", BeginVolumeUpload},
    Route{"POST", kUploadOf, "", TakeVolumeFile, BodyKind::kFile},
    Route{"GET", kUploadOf, "", GetVolumeUpload},
    Route{"PUT", kUploadOf, "", CommitVolumeUpload},
};

}  // namespace

std::span<const Route> VolumeTunnelRoutes() { return kVolumeTunnelRoutes; }

}  // namespace paisql::rest
