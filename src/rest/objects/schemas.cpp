// The schemas of a project: their list, what is known of each, and making and dropping them, which
// is done by statements.

#include <array>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/statements.h"

namespace paisql::rest {

namespace {

Answer NoSchema(const std::string& project, const std::string& name) {
  return XmlError(404, "NoSuchObject", "The schema " + project + "." + name + " is not found");
}

std::string SchemaXml(const store::Schema& schema) {
  return Nested("Schema", Element("Name", schema.name) + Element("Owner", schema.owner) +
                              Element("Project", schema.project) +
                              // Clients in Python read the first of each pair, those in Java the
                              // second.
                              Element("Description", schema.comment) +
                              Element("Comment", schema.comment) +
                              Element("CreateTime", HttpDate(schema.created_ms)) +
                              Element("ModifyTime", HttpDate(schema.created_ms)) +
                              Element("ModifiedTime", HttpDate(schema.created_ms)) +
                              Element("Type", "managed"));
}

Result<std::string> SchemaListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, project, "List"));
  PAISQL_ASSIGN(const std::vector<store::Schema> schemas, catalog.ListSchemas(project));
  const Page page = PageOf(call);
  const std::string prefix = ToLower(call.Get("name"));
  const std::string owner = call.Get("owner");
  const std::string after = ToLower(page.after);
  std::string list;
  std::string last;
  size_t count = 0;
  for (const store::Schema& schema : schemas) {
    const std::string name = ToLower(schema.name);
    if (!name.starts_with(prefix) || (!after.empty() && name <= after)) continue;
    if (!owner.empty() && !EqualsIgnoreCase(owner, schema.owner)) continue;
    if (count++ == page.most) return Nested("Schemas", PageXml(page, last) + list);
    list += SchemaXml(schema);
    last = schema.name;
  }
  return Nested("Schemas", PageXml(page, "") + list);
}

Answer ListSchemas(const Call& call, Service& service) {
  return AnswerRead(call, service, SchemaListXml);
}

Answer GetSchema(const Call& call, Service& service) {
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Result<std::string> project = ProjectOf(call, **catalog);
  if (!project.ok()) return XmlErrorOf(project.error());
  if (const Status may = RequireOfProject(call, **catalog, *project, "List"); !may.ok()) {
    return XmlErrorOf(may.error());
  }
  const auto schema = (*catalog)->FindSchema(*project, call.path[3]);
  if (!schema.ok()) return XmlErrorOf(schema.error());
  if (!schema->has_value()) return NoSchema(*project, call.path[3]);
  const std::string date = HttpDate((*schema)->created_ms);
  return {200,
          "application/xml",
          SchemaXml(**schema),
          {{"x-odps-owner", (*schema)->owner},
           {"x-odps-creation-time", date},
           {"Last-Modified", date}}};
}

std::string QuotedName(std::string_view name) {
  std::string quoted = "`";
  for (const char letter : name) {
    if (letter == '`') quoted += '`';
    quoted += letter;
  }
  return quoted + "`";
}

// Whether the project and the schema are there.
Result<bool> SchemaIsThere(const Call& call, Service& service, const std::string& name) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, *catalog));
  PAISQL_ASSIGN(const std::optional<store::Schema> schema, catalog->FindSchema(project, name));
  return schema.has_value();
}

std::string SchemaWord(const XmlElement& schema, std::string_view child) {
  const XmlElement* const found = schema.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

Answer CreateSchema(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidArgument", document.error().detail);
  const std::string name = SchemaWord(document->root(), "Name");
  if (name.empty()) return XmlError(400, "InvalidArgument", "the schema has no name");
  std::string comment = SchemaWord(document->root(), "Description");
  if (comment.empty()) comment = SchemaWord(document->root(), "Comment");
  if (!CanBeQuoted(comment)) {
    return XmlError(400, "InvalidArgument", "the comment has quotes, a backslash, ';' or '$'");
  }
  const Result<bool> there = SchemaIsThere(call, service, name);
  if (!there.ok()) return XmlErrorOf(there.error());
  const bool conditional = EqualsIgnoreCase(SchemaWord(document->root(), "IfNotExists"), "true");
  if (*there && conditional) return {200, "application/xml", ""};
  if (*there) {
    return XmlError(409, "ObjectAlreadyExists", "The schema " + name + " already exists");
  }
  const std::string text =
      "CREATE SCHEMA " + QuotedName(name) + (comment.empty() ? "" : " COMMENT '" + comment + "'");
  const auto made = RunStatement(call, service, call.path[1], text);
  if (!made.ok()) return XmlErrorOf(made.error());
  return {201, "application/xml", ""};
}

Answer DropSchema(const Call& call, Service& service) {
  const std::string& name = call.path[3];
  const Result<bool> there = SchemaIsThere(call, service, name);
  if (!there.ok()) return XmlErrorOf(there.error());
  if (!*there) return NoSchema(call.path[1], name);
  const auto dropped = RunStatement(call, service, call.path[1], "DROP SCHEMA " + QuotedName(name));
  if (!dropped.ok()) return XmlErrorOf(dropped.error());
  return {204, "application/xml", ""};
}

constexpr std::array kSchemaRoutes = {
    Route{"GET", "/projects/{}/schemas", "", ListSchemas},
    Route{"POST", "/projects/{}/schemas", "", CreateSchema},
    Route{"GET", "/projects/{}/schemas/{}", "", GetSchema},
    Route{"DELETE", "/projects/{}/schemas/{}", "", DropSchema},
};

}  // namespace

std::span<const Route> SchemaRoutes() { return kSchemaRoutes; }

}  // namespace paisql::rest
