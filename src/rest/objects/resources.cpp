// Resources: files that functions and jobs read.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "base/files/files.h"
#include "base/text.h"
#include "base/whole_number.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/temporary_file.h"
#include "rest/xml_writer.h"
#include "session/permissions.h"

namespace paisql::rest {

namespace {

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

std::string_view TypeName(store::ResourceKind kind) {
  return std::ranges::find(kResourceTypes, kind, &ResourceType::kind)->name;
}

Error NoResource(const std::string& name) {
  return Error{ErrorCode::kResourceNotFound, "resource " + name + " cannot be resolved", {}, ""};
}

// The resource of the path's last part, where the user may do `action` with it.
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

bool IsResourceName(const std::string& name) {
  return !name.empty() && name != "." && name != ".." && IsValidUtf8(name) &&
         name.find_first_of(std::string_view("/\\:\0", 4)) == std::string::npos;
}

// What has no permission of its own is made by nobody else: the loan acts as the user meanwhile.
Status Keep(const Call& call, store::Catalog& catalog, const store::Resource& resource,
            bool replace) {
  catalog.ActAs(call.user);
  const auto kept = catalog.AddResource(resource, replace);
  catalog.ActAs("");
  if (!kept.ok()) return kept.error();
  return Status::Ok();
}

Result<std::string> PutBody(const Call& call, store::Catalog& catalog, store::ResourceKind kind,
                            bool replace) {
  store::Resource resource;
  resource.kind = kind;
  resource.comment = call.Header("x-odps-comment");
  if (replace) {
    PAISQL_ASSIGN(const store::Resource old, ResourceOf(call, catalog, "Write"));
    resource.project = old.project;
    resource.name = old.name;
  } else {
    PAISQL_ASSIGN(resource.project, PlaceOf(call, catalog));
    PAISQL_TRY(RequireOfProject(call, catalog, resource.project, "CreateResource"));
    resource.name = call.Header("x-odps-resource-name");
  }
  PAISQL_ASSIGN(const TemporaryFile body, TemporaryFile::Make(*call.OpenBody()));
  resource.path = body.path();
  resource.source = resource.name;
  resource.bytes = static_cast<int64_t>(call.BodySize());
  PAISQL_TRY(Keep(call, catalog, resource, replace));
  return resource.name;
}

Answer StoreResource(const Call& call, Service& service, bool replace) {
  const auto type = std::ranges::find(kResourceTypes, ToLower(call.Header("x-odps-resource-type")),
                                      &ResourceType::name);
  if (type == kResourceTypes.end() || type->kind == store::ResourceKind::kTable) {
    return XmlError(400, "InvalidParameter",
                    "resources of the type '" + call.Header("x-odps-resource-type") +
                        "' are not made here: a statement ADD TABLE can");
  }
  if (call.Has("rIsPart") || call.Has("rOpMerge")) {
    return XmlError(400, "InvalidParameter",
                    "a resource comes in one part: options.upload_resource_in_chunks = False");
  }
  if (!replace && !IsResourceName(call.Header("x-odps-resource-name"))) {
    return XmlError(400, "InvalidParameter", "x-odps-resource-name is not the name of a file");
  }
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::string> name = PutBody(call, **catalog, type->kind, replace);
  if (!name.ok()) return XmlErrorOf(name.error());
  return {replace ? 200 : 201,
          "application/xml",
          "",
          {{"Location", "http://" + service.address + "/projects/" + call.path[1] + "/resources/" +
                            PercentEncode(*name)}}};
}

Answer CreateResource(const Call& call, Service& service) {
  return StoreResource(call, service, false);
}

Answer ReplaceResource(const Call& call, Service& service) {
  return StoreResource(call, service, true);
}

// Headers have no ends of lines.
std::string HeaderText(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\r' || c == '\n'; }, ' ');
  return text;
}

Answer GetResourceMeta(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Resource> resource = ResourceOf(call, **catalog, "Read");
  if (!resource.ok()) return XmlErrorOf(resource.error());
  Answer answer{200,
                "application/xml",
                "",
                {{"x-odps-resource-name", resource->name},
                 {"x-odps-resource-type", std::string(TypeName(resource->kind))},
                 {"x-odps-resource-size", std::to_string(resource->bytes)},
                 {"x-odps-resource-istemp", "false"},
                 {"x-odps-owner", resource->owner},
                 {"x-odps-updator", resource->owner},
                 {"x-odps-comment", HeaderText(resource->comment)},
                 {"x-odps-creation-time", HttpDate(resource->created_ms)},
                 {"Last-Modified", HttpDate(resource->last_modified_ms)}}};
  if (resource->kind == store::ResourceKind::kTable) {
    answer.headers.emplace_back("x-odps-copy-table-source", resource->source);
  }
  return answer;
}

// So many bytes of the file from an offset, or what there is of them.
Result<std::string> BytesOf(const std::string& path, int64_t offset, int64_t size) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.open()) return FileError("read", path, errno);
  std::string bytes(static_cast<size_t>(size), '\0');
  size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t count = pread(file.get(), bytes.data() + have, bytes.size() - have,
                                static_cast<off_t>(offset) + static_cast<off_t>(have));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return FileError("read", path, errno);
    if (count == 0) break;
    have += static_cast<size_t>(count);
  }
  bytes.resize(have);
  return bytes;
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
  const int64_t offset =
      std::clamp<int64_t>(ParseNumber<int64_t>(call.Get("rOffset", "0")).value_or(0), 0, all);
  const int64_t size =
      std::clamp<int64_t>(ParseNumber<int64_t>(call.Get("rSize")).value_or(all), 0, all - offset);
  Result<std::string> bytes = BytesOf(resource->path, offset, size);
  if (!bytes.ok()) return XmlErrorOf(bytes.error());
  const bool more = offset + size < all;
  return {200,
          kBytes,
          *std::move(bytes),
          {{"x-odps-resource-type", std::string(TypeName(resource->kind))},
           {"x-odps-resource-has-remaining", more ? "true" : "false"}}};
}

Answer DeleteResource(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<store::Resource> resource = ResourceOf(call, **catalog, "Delete");
  if (!resource.ok()) return XmlErrorOf(resource.error());
  const Status dropped = (*catalog)->DropResource(resource->id);
  if (!dropped.ok()) return XmlErrorOf(dropped.error());
  return {200, "application/xml", ""};
}

std::string ListedResourceXml(const store::Resource& one) {
  std::string body = Element("Name", one.name) + Element("Owner", one.owner) +
                     Element("Comment", one.comment) + Element("ResourceType", TypeName(one.kind)) +
                     Element("CreationTime", HttpDate(one.created_ms)) +
                     Element("LastModifiedTime", HttpDate(one.last_modified_ms)) +
                     Element("LastUpdator", one.owner) +
                     Element("ResourceSize", std::to_string(one.bytes));
  if (one.kind == store::ResourceKind::kTable) body += Element("TableName", one.source);
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
    Route{"GET", "/projects/{}/resources/{}", "", ReadResource},
    Route{"PUT", "/projects/{}/resources/{}", "", ReplaceResource, BodyKind::kFile},
    Route{"DELETE", "/projects/{}/resources/{}", "", DeleteResource},
};

}  // namespace

std::span<const Route> ResourceRoutes() { return kResourceRoutes; }

}  // namespace paisql::rest
