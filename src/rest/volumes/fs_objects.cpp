#include "rest/volumes/fs_objects.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/coding/xml_reader.h"
#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/bodies/xml_writer.h"
#include "rest/paging.h"
#include "rest/volumes/file_chunks.h"
#include "rest/volumes/volume_calls.h"
#include "rest/volumes/volume_sessions.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostCopies = 32'767;  // of clients, which have 16 bits for it
constexpr std::string_view kSessionHeader = "x-odps-volume-sessionid";

Error WrongFsRequest(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

// "/volume/a/b" of a path below the volume, as clients name it.
std::string FsName(const std::string& volume, const std::string& below) {
  return "/" + volume + (below.empty() ? "" : "/" + below);
}

// The path below the volume of a whole path in a body.
Result<std::string> BelowOf(const std::string& path, const std::string& volume) {
  Call named;
  named.headers["x-odps-volume-fs-path"] = path;
  const std::string begin = "/" + volume + "/";
  if (!EqualsIgnoreCase(path.substr(0, begin.size()), begin)) {
    return WrongFsRequest("'" + path + "' is not a path of the volume " + volume);
  }
  std::string below = PathBelowVolume(named);
  if (below.empty()) return WrongFsRequest("'" + path + "' is the volume itself");
  return below;
}

std::string TextOfChild(const XmlDocument& document, std::string_view child) {
  const XmlElement* const found = document.root().Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

Answer MakeFsFolder(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const XmlDocument document, XmlDocument::Parse(call.body));
        PAISQL_ASSIGN(const std::string below,
                      BelowOf(TextOfChild(document, "Path"), call.path[3]));
        PAISQL_ASSIGN(const std::string path, volumes.NewPathOf(call.path[3], below));
        PAISQL_TRY(MakeFolders(path));
        return Answer{201, "application/xml", ""};
      });
}

Answer ReceiveFsFile(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const std::string below = PathBelowVolume(call);
        if (below.empty()) return WrongFsRequest("the name of the file is missing");
        PAISQL_TRY(volumes.NewPathOf(call.path[3], below));
        PAISQL_ASSIGN(const std::unique_ptr<ByteSource> bytes, ChunksOf(call));
        PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
        PAISQL_ASSIGN(const std::string received,
                      service.volume_sessions.Receive(catalog->home(), *bytes));
        const VolumeSessionPtr session =
            service.volume_sessions.Add(call.user, call.path[1], call.path[3], below);
        const std::lock_guard lock(session->mutex);
        session->files[below] = received;
        return Answer{200, "application/xml", "", {{std::string(kSessionHeader), session->id}}};
      });
}

struct ByteRange {
  int64_t first = 0;
  int64_t bytes = 0;
};

// "bytes=0-9" of a file of `all` bytes. A file without bytes has the range "bytes=0--1" of clients.
Result<ByteRange> RangeOf(const std::string& header, int64_t all) {
  constexpr std::string_view kUnit = "bytes=";
  if (header.empty()) return ByteRange{0, all};
  const size_t dash = header.find('-', kUnit.size());
  if (!header.starts_with(kUnit) || dash == std::string::npos) {
    return WrongFsRequest("'" + header + "' is not a range of bytes");
  }
  const auto first = ParseNumber<int64_t>(header.substr(kUnit.size(), dash - kUnit.size()));
  const std::string end = header.substr(dash + 1);
  const auto last = end.empty() ? all - 1 : ParseNumber<int64_t>(end);
  if (!first || !last || *first < 0 || *last < *first - 1) {
    return WrongFsRequest("'" + header + "' is not a range of bytes");
  }
  const int64_t begin = std::min(*first, all);
  return ByteRange{begin, std::min(*last, all - 1) - begin + 1};
}

// The number of copies that the body asks for.
Result<std::optional<int64_t>> AskedCopies(const XmlDocument& document) {
  const std::string text = TextOfChild(document, "Replication");
  if (text.empty()) return std::optional<int64_t>();
  const auto copies = ParseNumber<int64_t>(text);
  if (!copies || *copies < 1 || *copies > kMostCopies) {
    return WrongFsRequest("'" + text + "' is not a number of copies");
  }
  return copies;
}

Status MoveFile(const std::string& from, const std::string& to) {
  if (to == from || to.starts_with(from + "/")) {
    return WrongFsRequest("the new path lies in what is to be moved");
  }
  std::error_code failure;
  if (std::filesystem::exists(to, failure)) {
    return WrongFsRequest("something has the new path already");
  }
  PAISQL_TRY(MakeFolders(ParentFolder(to)));
  if (rename(from.c_str(), to.c_str()) != 0) return FileError("move", from, errno);
  return Status::Ok();
}

}  // namespace

Answer GetFsMeta(const Call& call, Service& service) {
  if (call.Has("sign_url")) {
    return XmlError(405, "MethodNotAllowed", "signed addresses of files are not offered");
  }
  return AnswerFromVolumes(
      call, service, "List", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const std::string below = PathBelowVolume(call);
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], below));
        PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
        return Answer{200, "application/xml", ItemXml(FsName(call.path[3], below), entry)};
      });
}

Answer ListFsObjects(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "List", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const std::string below = PathBelowVolume(call);
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], below));
        PAISQL_ASSIGN(const std::vector<VolumeEntry> entries, EntriesOf(path));
        const Page page = PageOf(call);
        std::string list;
        std::string next;
        std::string last;
        size_t count = 0;
        for (const VolumeEntry& entry : entries) {
          if (!page.after.empty() && entry.name <= page.after) continue;
          if (count++ == page.most) {
            next = last;
            break;
          }
          last = entry.name;
          const std::string inner = below.empty() ? entry.name : below + "/" + entry.name;
          list += ItemXml(FsName(call.path[3], inner), entry);
        }
        return Answer{200, "application/xml", Nested("Items", PageXml(page, next) + list)};
      });
}

// A new place of what the path names, or another number of copies of a file, or both.
Answer MoveFsObject(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const XmlDocument document, XmlDocument::Parse(call.body));
        const std::string below = PathBelowVolume(call);
        if (below.empty()) return WrongFsRequest("a volume keeps its name");
        PAISQL_ASSIGN(std::string path, volumes.PathOf(call.path[3], below));
        PAISQL_ASSIGN(const std::optional<int64_t> copies, AskedCopies(document));
        const std::string target = TextOfChild(document, "Path");
        if (!target.empty()) {
          PAISQL_ASSIGN(const std::string inner, BelowOf(target, call.path[3]));
          PAISQL_ASSIGN(const std::string to, volumes.NewPathOf(call.path[3], inner));
          PAISQL_TRY(MoveFile(path, to));
          path = to;
        }
        if (copies) PAISQL_TRY(AskForCopies(path, *copies));
        return Answer{200, "application/xml", ""};
      });
}

Answer DeleteFsObject(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const std::string below = PathBelowVolume(call);
        if (below.empty()) return WrongFsRequest("a volume is dropped without a path");
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], below));
        PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
        std::error_code failure;
        const bool holds = entry.folder && !std::filesystem::is_empty(path, failure);
        if (holds && !EqualsIgnoreCase(call.Get("recursive"), "true")) {
          return WrongFsRequest("the folder holds something: recursive=true removes it, too");
        }
        PAISQL_TRY(volumes.Remove(path));
        return Answer{200, "application/xml", ""};
      });
}

Answer ReadFsFile(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Read", [&](const VolumeFolder& volumes) -> Result<Answer> {
        PAISQL_ASSIGN(const std::string path, volumes.PathOf(call.path[3], PathBelowVolume(call)));
        PAISQL_ASSIGN(const VolumeEntry entry, EntryOf(path));
        if (entry.folder) return WrongFsRequest("a folder has no bytes");
        PAISQL_ASSIGN(const ByteRange range, RangeOf(call.Header("range"), entry.bytes));
        return AnswerChunks(call, path, range.first, range.bytes);
      });
}

Answer PostToVolume(const Call& call, Service& service) {
  return NamesPath(call) ? ReceiveFsFile(call, service) : MakeFsFolder(call, service);
}

Answer CommitFsFile(const Call& call, Service& service) {
  return AnswerFromVolumes(
      call, service, "Write", [&](const VolumeFolder& volumes) -> Result<Answer> {
        const std::string below = PathBelowVolume(call);
        const VolumeSessionPtr session =
            service.volume_sessions.Find(call.Header(kSessionHeader), call.user);
        if (session == nullptr || session->volume != call.path[3] || session->below != below) {
          return Error{ErrorCode::kResourceNotFound, "the session is not one of this file", {}, ""};
        }
        PAISQL_ASSIGN(const std::string path, volumes.NewPathOf(call.path[3], below));
        const std::lock_guard lock(session->mutex);
        if (session->closed) return Answer{200, "application/xml", ""};  // a client that asks twice
        PAISQL_TRY(PlaceReceived(session->files[below], path));
        session->files.clear();
        session->closed = true;
        return Answer{200, "application/xml", ""};
      });
}

}  // namespace paisql::rest
