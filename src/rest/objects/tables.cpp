// Tables and views: their list, and what is known of each.

#include <algorithm>
#include <array>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/objects/table_xml.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "store/place.h"

namespace paisql::rest {

namespace {

// Which tables a list has.
struct TableWish {
  std::string prefix;  // of the names, in small letters
  std::string owner;
  std::string type;
  bool extended = false;

  bool Takes(const store::Table& table) const {
    if (!owner.empty() && !EqualsIgnoreCase(owner, table.owner)) return false;
    return type.empty() || EqualsIgnoreCase(type, TableType(table));
  }
};

std::string ListedTableXml(const store::Table& table, bool extended) {
  std::string body = Element("Name", table.name) + Element("Owner", table.owner) +
                     Element("Type", TableType(table));
  if (extended) {
    body += Element("TableId", std::to_string(table.id)) + Element("Comment", table.comment) +
            Element("CreationTime", HttpDate(table.created_ms)) +
            Element("LastModifiedTime", HttpDate(table.last_modified_ms));
  }
  return Nested("Table", body);
}

// The names of a page's candidates, in the order of their small letters.
Result<std::vector<std::string>> TableNamesAfter(store::Catalog& catalog, const std::string& place,
                                                 const TableWish& wish, const std::string& after) {
  PAISQL_ASSIGN(std::vector<std::string> names, catalog.ListTableNames(place));
  const std::string marker = ToLower(after);
  std::erase_if(names, [&](const std::string& name) {
    const std::string lower = ToLower(name);
    return !lower.starts_with(wish.prefix) || (!marker.empty() && lower <= marker);
  });
  std::ranges::sort(names, {}, [](const std::string& name) { return ToLower(name); });
  return names;
}

Result<std::string> TableListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  const TableWish wish{ToLower(call.Get("name")), call.Get("owner"), call.Get("type"),
                       call.Has("extended")};
  const Page page = PageOf(call);
  PAISQL_ASSIGN(const std::vector<std::string> names,
                TableNamesAfter(catalog, place, wish, page.after));
  std::string list;
  std::string next;
  size_t count = 0;
  for (const std::string& name : names) {
    PAISQL_ASSIGN(const std::optional<store::Table> table, catalog.FindTable(place, name));
    if (!table.has_value() || !wish.Takes(*table)) continue;
    list += ListedTableXml(*table, wish.extended);
    if (++count < page.most) continue;
    next = name == names.back() ? "" : name;
    break;
  }
  return Nested("Tables", PageXml(page, next) + list);
}

Answer ListTables(const Call& call, Service& service) {
  return AnswerRead(call, service, TableListXml);
}

Result<std::string> DescribedTableXml(const Call& call, const std::string& place,
                                      const std::string& name, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Table table, TableOf(catalog, place, name));
  PAISQL_TRY(RequireOfTable(call, catalog, table, "Describe"));
  return TableXml(table, call.Has("extended"), catalog);
}

Result<std::string> OneTableXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  return DescribedTableXml(call, place, call.path[3], catalog);
}

Answer GetTable(const Call& call, Service& service) {
  return AnswerRead(call, service, OneTableXml);
}

std::string ChildText(const XmlElement& element, std::string_view child) {
  const XmlElement* const found = element.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

// The tables that the request's body names; one that is not there is the answer's error.
Result<std::string> SeveralTablesXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const XmlDocument asked, XmlDocument::Parse(call.body));
  PAISQL_ASSIGN(const std::string own, PlaceOf(call, catalog));
  std::string list;
  for (const XmlElement& one : asked.root().children) {
    if (one.name != "Table") continue;
    std::string project = ChildText(one, "Project");
    std::string schema = ChildText(one, "Schema");
    if (project.empty()) project = store::ProjectOfPlace(own);
    if (schema.empty()) schema = SchemaOf(call);
    PAISQL_ASSIGN(const std::string xml, DescribedTableXml(call, store::PlaceText(project, schema),
                                                           ChildText(one, "Name"), catalog));
    list += xml;
  }
  return Nested("Tables", list);
}

Answer QueryTables(const Call& call, Service& service) {
  return AnswerRead(call, service, SeveralTablesXml);
}

constexpr std::array kTableRoutes = {
    Route{"GET", "/projects/{}/tables", "", ListTables},
    Route{"POST", "/projects/{}/tables", "query", QueryTables},
    Route{"GET", "/projects/{}/tables/{}", "", GetTable},
};

}  // namespace

std::span<const Route> TableRoutes() { return kTableRoutes; }

}  // namespace paisql::rest
