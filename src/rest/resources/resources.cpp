// Resources: files that functions and jobs read.

#include <algorithm>
#include <array>

#include "base/coding/digests.h"
#include "base/hex.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/bodies/file_range.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/resources/resource_types.h"
#include "rest/resources/table_source.h"
#include "rest/routes.h"
#include "session/permissions.h"

namespace paisql::rest {

namespace {

// The digest of a larger file is not told: each question would read it whole.
constexpr int64_t kMostDigestedBytes = int64_t{16} << 20;
constexpr std::string_view kBytes = "application/octet-stream";

struct ResourceType {
  store::ResourceKind kind;
  std::string_view name;
};

constexpr std::array kResourceTypes = {ResourceType{store::ResourceKind::kFile, "file"},
                                       ResourceType{store::ResourceKind::kPy, "py"},
                                       ResourceType{store::ResourceKind::kJar, "jar"},
                                       ResourceType{store::ResourceKind::kArchive, "archive"},
                                       ResourceType{store::ResourceKind::kTable, "table"}};

Error NoResource(const std::string& name) {
  return Error{ErrorCode::kResourceNotFound, "resource " + name + " cannot be resolved", {}, ""};
}

// Headers have no ends of lines.
std::string HeaderText(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\r' || c == '\n'; }, ' ');
  return text;
}

Result<std::string> HexMd5(const std::string& path, int64_t size) {
  PAISQL_ASSIGN(const std::shared_ptr<FileRange> file, FileRange::Open(path, 0, size));
  Md5 digest;
  while (true) {
    PAISQL_ASSIGN(const std::string piece, file->Next());
    if (piece.empty()) return ToHex(digest.Take());
    digest.Add(piece);
  }
}

Answer GetResourceMeta(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Resource> resource = ResourceOf(call, **catalog, "Read");
  if (!resource.ok()) return XmlErrorOf(resource.error());
  const bool temporary =
      service.resource_parts.IsTemporary(ResourceKey(call, resource->project, resource->name));
  Answer answer{200,
                "application/xml",
                "",
                {{"x-odps-resource-name", resource->name},
                 {"x-odps-resource-type", std::string(TypeNameOf(*resource))},
                 {"x-odps-resource-size", std::to_string(resource->bytes)},
                 {"x-odps-resource-istemp", temporary ? "true" : "false"},
                 {"x-odps-owner", resource->owner},
                 {"x-odps-updator", resource->owner},
                 {"x-odps-comment", HeaderText(resource->comment)},
                 {"x-odps-creation-time", HttpDate(resource->created_ms)},
                 {"Last-Modified", HttpDate(resource->last_modified_ms)}}};
  if (resource->kind == store::ResourceKind::kTable) {
    answer.headers.emplace_back("x-odps-copy-table-source",
                                HeaderText(ToldSource(resource->source)));
  }
  if (IsOfVolume(*resource)) {
    answer.headers.emplace_back("x-odps-copy-file-source", HeaderText(resource->source));
  }
  if (resource->kind != store::ResourceKind::kTable && resource->bytes <= kMostDigestedBytes) {
    const Result<std::string> digest = HexMd5(resource->path, resource->bytes);
    if (digest.ok()) answer.headers.emplace_back("Content-MD5", *digest);
  }
  return answer;
}

Answer ReadResource(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Resource> resource = ResourceOf(call, **catalog, "Read");
  if (!resource.ok()) return XmlErrorOf(resource.error());
  if (resource->kind == store::ResourceKind::kTable) {
    return XmlError(400, "InvalidParameter", resource->name + " is a table, not a file");
  }
  const int64_t all = resource->bytes;
  const auto from = ParseNumber<int64_t>(call.Get("rOffset", "0"));
  const auto most = ParseNumber<int64_t>(call.Get("rSize", std::to_string(all)));
  if (!from || !most || *from < 0 || *most < 0) {
    return XmlError(400, "InvalidParameter", "rOffset and rSize are numbers, not negative");
  }
  const int64_t offset = std::min(*from, all);
  const int64_t size = std::min(*most, all - offset);
  const auto file = FileRange::Open(resource->path, offset, size);
  if (!file.ok()) return XmlErrorOf(file.error());
  const bool more = offset + size < all;
  return {200,
          kBytes,
          "",
          {{"x-odps-resource-type", std::string(TypeNameOf(*resource))},
           {"x-odps-resource-has-remaining", more ? "true" : "false"}},
          *file};
}

Answer DeleteResource(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::string> place = PlaceOf(call, **catalog);
  if (!place.ok()) return XmlErrorOf(place.error());
  const std::string key = ResourceKey(call, *place, call.path[3]);
  if (service.resource_parts.Remove(key)) return {200, "application/xml", ""};
  const Result<store::Resource> resource = ResourceOf(call, **catalog, "Delete");
  if (!resource.ok()) return XmlErrorOf(resource.error());
  const Status dropped = (*catalog)->DropResource(resource->id);
  if (!dropped.ok()) return XmlErrorOf(dropped.error());
  service.resource_parts.MarkTemporary(key, false);
  return {200, "application/xml", ""};
}

std::string ListedResourceXml(const store::Resource& one) {
  std::string body =
      Element("Name", one.name) + Element("Owner", one.owner) + Element("Comment", one.comment) +
      Element("ResourceType", TypeNameOf(one)) + Element("CreationTime", HttpDate(one.created_ms)) +
      Element("LastModifiedTime", HttpDate(one.last_modified_ms)) +
      Element("LastUpdator", one.owner) + Element("ResourceSize", std::to_string(one.bytes));
  if (one.kind == store::ResourceKind::kTable) body += Element("TableName", ToldSource(one.source));
  return Nested("Resource", body);
}

Result<std::string> ResourceListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  PAISQL_ASSIGN(std::vector<store::Resource> resources, catalog.ListResources(place));
  std::ranges::sort(resources, {}, &store::Resource::name);
  const Page page = PageOf(call);
  const std::string prefix = call.Get("name");
  std::erase_if(resources, [&](const store::Resource& one) {
    const std::string owner = call.Get("owner");
    return !one.name.starts_with(prefix) || (!page.after.empty() && one.name <= page.after) ||
           (!owner.empty() && !EqualsIgnoreCase(owner, one.owner));
  });
  const bool more = resources.size() > page.most;
  if (more) resources.resize(page.most);
  std::string list;
  for (const store::Resource& one : resources) list += ListedResourceXml(one);
  return Nested("Resources", PageXml(page, more ? resources.back().name : "") + list);
}

Answer ListResources(const Call& call, Service& service) {
  return AnswerRead(call, service, ResourceListXml);
}

constexpr std::array kResourceRoutes = {
    Route{"GET", "/projects/{}/resources", "", ListResources},
    Route{"POST", "/projects/{}/resources", "", CreateResource, BodyKind::kFile},
    Route{"GET", "/projects/{}/resources/{}", "meta", GetResourceMeta},
    Route{"HEAD", "/projects/{}/resources/{}", "", GetResourceMeta},
    Route{"GET", "/projects/{}/resources/{}", "", ReadResource},
    Route{"PUT", "/projects/{}/resources/{}", "", ReplaceResource, BodyKind::kFile},
    Route{"DELETE", "/projects/{}/resources/{}", "", DeleteResource},
};

}  // namespace

std::string_view TypeNameOf(const store::Resource& resource) {
  if (IsOfVolume(resource)) {
    return resource.kind == store::ResourceKind::kArchive ? "volumearchive" : "volumefile";
  }
  return std::ranges::find(kResourceTypes, resource.kind, &ResourceType::kind)->name;
}

std::string ResourceKey(const Call& call, const std::string& place, const std::string& name) {
  return ToLower(call.user + "/" + place + "/" + name);
}

Result<store::Resource> ResourceOf(const Call& call, store::Catalog& catalog,
                                   std::string_view action) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_ASSIGN(std::optional<store::Resource> found, catalog.FindResource(place, call.path[3]));
  if (!found.has_value()) return NoResource(call.path[3]);
  PAISQL_TRY(session::Permissions(catalog, call.user)
                 .Require({.type = "resource",
                           .project = place,
                           .object = found->name,
                           .action = action,
                           .owner = found->owner},
                          place));
  return *std::move(found);
}

std::span<const Route> ResourceRoutes() { return kResourceRoutes; }

}  // namespace paisql::rest
