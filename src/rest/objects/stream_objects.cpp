// Streams: names under which transactional tables are read on. Clients make and drop them by
// statements.

#include <array>

#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "store/place.h"
#include "store/versions.h"

namespace paisql::rest {

namespace {

Result<std::string> StreamListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  PAISQL_ASSIGN(std::vector<store::Stream> streams,
                store::VersionCatalog(catalog).ListStreams(place));
  const Page page = PageOf(call);
  const std::string after = ToLower(page.after);
  std::erase_if(streams, [&](const store::Stream& one) {
    return !after.empty() && ToLower(one.name) <= after;
  });
  const bool more = streams.size() > page.most;
  if (more) streams.resize(page.most);
  std::string list;
  for (const store::Stream& one : streams) {
    list += Nested("StreamObject", Element("Name", one.name));
  }
  return Nested("StreamObjects", PageXml(page, more ? streams.back().name : "") + list);
}

Answer ListStreamObjects(const Call& call, Service& service) {
  return AnswerRead(call, service, StreamListXml);
}

Result<std::string> OneStreamXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  store::VersionCatalog versions(catalog);
  PAISQL_ASSIGN(const std::optional<store::Stream> stream,
                versions.FindStream(place, call.path[3]));
  if (!stream.has_value()) {
    return Error{ErrorCode::kResourceNotFound, "stream " + call.path[3] + " is not there", {}, ""};
  }
  PAISQL_ASSIGN(const std::optional<store::Table> table, versions.TableOf(*stream));
  const std::string version = std::to_string(stream->offset);
  std::string of;
  if (table.has_value()) {  // else it was dropped
    of = Element("RefTableProject", store::ProjectOfPlace(table->project)) +
         Element("RefTableName", table->name);
  }
  return Nested("StreamObject",
                Element("Project", store::ProjectOfPlace(place)) + Element("Name", stream->name) +
                    of + Element("RefTableId", std::to_string(stream->table_id)) +
                    Element("RefTableVersion", version) +
                    Element("CreateTime", HttpDate(stream->created_ms)) +
                    Element("LastModifiedTime", HttpDate(stream->last_modified_ms)) +
                    Element("version", version));
}

Answer GetStreamObject(const Call& call, Service& service) {
  return AnswerRead(call, service, OneStreamXml);
}

constexpr std::array kStreamObjectRoutes = {
    Route{"GET", "/projects/{}/streamobjects", "", ListStreamObjects},
    Route{"GET", "/projects/{}/streamobjects/{}", "", GetStreamObject},
};

}  // namespace

std::span<const Route> StreamObjectRoutes() { return kStreamObjectRoutes; }

}  // namespace paisql::rest
