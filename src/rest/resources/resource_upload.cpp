// Making and replacing resources.

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>

#include "base/coding/base64.h"
#include "base/coding/digests.h"
#include "base/files/files.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/addresses.h"
#include "rest/bodies/temporary_file.h"
#include "rest/named.h"
#include "rest/resources/resource_parts.h"
#include "rest/resources/resource_types.h"
#include "rest/resources/table_source.h"

namespace paisql::rest {

namespace {

constexpr int64_t kMostBytes = int64_t{2} << 30;         // of parts that are joined
constexpr uint64_t kMostListBytes = uint64_t{16} << 20;  // of their names
constexpr size_t kPieceBytes = size_t{1} << 20;

enum class Origin { kBody, kTable, kVolume };

struct UploadedType {
  std::string_view name;
  store::ResourceKind kind;
  Origin origin;
};

constexpr std::array kUploadedTypes = {
    UploadedType{"file", store::ResourceKind::kFile, Origin::kBody},
    UploadedType{"py", store::ResourceKind::kPy, Origin::kBody},
    UploadedType{"jar", store::ResourceKind::kJar, Origin::kBody},
    UploadedType{"archive", store::ResourceKind::kArchive, Origin::kBody},
    UploadedType{"table", store::ResourceKind::kTable, Origin::kTable},
    UploadedType{"volumefile", store::ResourceKind::kFile, Origin::kVolume},
    UploadedType{"volumearchive", store::ResourceKind::kArchive, Origin::kVolume},
};

Error WrongUpload(std::string detail) {
  return Error{ErrorCode::kInvalidCommand, std::move(detail), {}, ""};
}

bool IsResourceName(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && IsValidUtf8(name) &&
         name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
}

// The header Content-MD5, which clients write in base64 or in hexadecimal digits, is the body's.
Status CheckMd5(const Call& call) {
  const std::string told = call.Header("content-md5");
  if (told.empty()) return Status::Ok();
  Md5 digest;
  const std::unique_ptr<BodyReader> body = call.OpenBody();
  while (true) {
    PAISQL_ASSIGN(const std::string piece, body->Read(kPieceBytes));
    if (piece.empty()) break;
    digest.Add(piece);
  }
  const std::string found = digest.Take();
  if (told == ToBase64(found) || EqualsIgnoreCase(told, ToHex(found))) return Status::Ok();
  return WrongUpload("the body has another MD5 than Content-MD5 says");
}

// "md5|part,part" of a body that joins parts.
struct Joined {
  std::string md5;
  std::vector<std::string> names;
};

Result<Joined> ReadJoined(const Call& call) {
  PAISQL_ASSIGN(const std::string body, call.WholeBody(kMostListBytes));
  const size_t bar = body.find('|');
  if (bar == std::string::npos) return WrongUpload("the body is not md5|part,part");
  Joined joined{body.substr(0, bar), {}};
  const std::string list = body.substr(bar + 1);
  if (!list.empty()) joined.names = Split(list, ',');
  return joined;
}

// Appends the part to the file, and to the digest.
Status AppendPart(const std::string& part, std::ofstream& to, Md5& digest) {
  std::ifstream from(part, std::ios::binary);
  std::string piece(kPieceBytes, '\0');
  while (from) {
    from.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    const std::string_view bytes(piece.data(), static_cast<size_t>(from.gcount()));
    digest.Add(bytes);
    to.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  if (!to || from.bad()) return FileError("read", part, EIO);
  return Status::Ok();
}

// One file of the parts that the body names, which have to be what the request says of them.
Result<TemporaryFile> JoinParts(const Call& call, Service& service, const std::string& place) {
  PAISQL_ASSIGN(const Joined joined, ReadJoined(call));
  std::vector<ResourceParts::PartPtr> parts;
  int64_t bytes = 0;
  for (const std::string& name : joined.names) {
    parts.push_back(service.resource_parts.Find(ResourceKey(call, place, name)));
    if (parts.back() == nullptr) {
      return Error{ErrorCode::kResourceNotFound, "part " + name + " is not there", {}, ""};
    }
    bytes += parts.back()->bytes;
  }
  const std::string told = call.Header("x-odps-resource-merge-total-bytes");
  if (ParseNumber<int64_t>(told) != bytes || bytes > kMostBytes) {
    return WrongUpload("the parts have " + std::to_string(bytes) + " bytes, and not '" + told +
                       "'");
  }
  Call empty;
  PAISQL_ASSIGN(TemporaryFile file, TemporaryFile::Make(*empty.OpenBody()));
  std::ofstream to(file.path(), std::ios::binary);
  Md5 digest;
  for (const auto& part : parts) PAISQL_TRY(AppendPart(part->path, to, digest));
  to.close();
  if (!to) return FileError("write", file.path(), EIO);
  if (!EqualsIgnoreCase(ToHex(digest.Take()), joined.md5)) {
    return WrongUpload("the parts have another MD5 than the request says");
  }
  return file;
}

void ForgetParts(const Call& call, Service& service, const std::string& place) {
  const Result<Joined> joined = ReadJoined(call);
  if (!joined.ok()) return;
  for (const std::string& name : joined->names) {
    service.resource_parts.Remove(ResourceKey(call, place, name));
  }
}

// What has no permission of its own is made by nobody else: the loan acts as the user meanwhile.
Status KeepResource(const Call& call, store::Catalog& catalog, const store::Resource& resource,
                    bool replace) {
  catalog.ActAs(call.user);
  const auto kept = catalog.AddResource(resource, replace);
  catalog.ActAs("");
  if (!kept.ok()) return kept.error();
  return Status::Ok();
}

// The resource without what is in it: a new one, or the one of the path.
Result<store::Resource> TargetResource(const Call& call, store::Catalog& catalog, bool replace) {
  store::Resource resource;
  if (replace) {
    PAISQL_ASSIGN(const store::Resource old, ResourceOf(call, catalog, "Write"));
    resource.project = old.project;
    resource.name = old.name;
    resource.comment = old.comment;
  } else {
    PAISQL_ASSIGN(resource.project, PlaceOf(call, catalog));
    PAISQL_TRY(RequireOfProject(call, catalog, resource.project, "CreateResource"));
    resource.name = call.Header("x-odps-resource-name");
    if (!IsResourceName(resource.name)) {
      return WrongUpload("x-odps-resource-name is not the name of a file");
    }
  }
  if (call.headers.contains("x-odps-comment")) resource.comment = call.Header("x-odps-comment");
  return resource;
}

// Fills what the resource is made of, and keeps it.
Status FillAndKeep(const Call& call, Service& service, store::Catalog& catalog, Origin origin,
                   bool replace, store::Resource& resource) {
  resource.source = resource.name;
  if (origin == Origin::kTable) {
    PAISQL_ASSIGN(resource.source, TableSourceOf(call, catalog, resource.project));
    return KeepResource(call, catalog, resource, replace);
  }
  if (origin == Origin::kVolume) {
    PAISQL_ASSIGN(resource.path, VolumeFileOf(call, catalog));
    resource.source = call.Header("x-odps-copy-file-source");
    if (resource.source.starts_with('/')) resource.source.erase(0, 1);
    return KeepResource(call, catalog, resource, replace);
  }
  if (call.Has("rOpMerge")) {
    PAISQL_ASSIGN(const TemporaryFile file, JoinParts(call, service, resource.project));
    resource.path = file.path();
    PAISQL_TRY(KeepResource(call, catalog, resource, replace));
    ForgetParts(call, service, resource.project);
    return Status::Ok();
  }
  PAISQL_TRY(CheckMd5(call));
  PAISQL_ASSIGN(const TemporaryFile file, TemporaryFile::Make(*call.OpenBody()));
  resource.path = file.path();
  return KeepResource(call, catalog, resource, replace);
}

Result<std::string> StoreOne(const Call& call, Service& service, const UploadedType& type,
                             bool replace) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(store::Resource resource, TargetResource(call, *catalog, replace));
  resource.kind = type.kind;
  const std::string key = ResourceKey(call, resource.project, resource.name);
  if (call.Has("rIsPart")) {
    PAISQL_TRY(CheckMd5(call));
    PAISQL_TRY(service.resource_parts.Keep(catalog->home(), key, *call.OpenBody()));
    return resource.name;
  }
  PAISQL_TRY(FillAndKeep(call, service, *catalog, type.origin, replace, resource));
  service.resource_parts.MarkTemporary(
      key, EqualsIgnoreCase(call.Header("x-odps-resource-istemp"), "true"));
  return resource.name;
}

Answer StoreResource(const Call& call, Service& service, bool replace) {
  const std::string asked = ToLower(call.Header("x-odps-resource-type"));
  const auto* const type = std::ranges::find(kUploadedTypes, asked, &UploadedType::name);
  if (type == kUploadedTypes.end()) {
    return XmlError(400, "InvalidParameter", "there are no resources of the type '" + asked + "'");
  }
  const Result<std::string> name = StoreOne(call, service, *type, replace);
  if (!name.ok()) {
    const bool wrong = name.error().code == ErrorCode::kInvalidCommand;
    return wrong ? XmlError(400, "InvalidParameter", name.error().detail)
                 : XmlErrorOf(name.error());
  }
  return {replace ? 200 : 201,
          "application/xml",
          "",
          {{"Location", HostOf(call, service) + "/projects/" + call.path[1] + "/resources/" +
                            PercentEncode(*name)}}};
}

}  // namespace

Answer CreateResource(const Call& call, Service& service) {
  return StoreResource(call, service, false);
}

Answer ReplaceResource(const Call& call, Service& service) {
  return StoreResource(call, service, true);
}

}  // namespace paisql::rest
