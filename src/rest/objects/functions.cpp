// Functions of users: classes in resources, under a name.

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/statements.h"
#include "session/permissions.h"
#include "store/catalog_names.h"
#include "store/function_catalog.h"
#include "store/place.h"
#include "store/transaction.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kResourceFolder = "/resources/";

// "project/resources/name" of a resource as statements name it, in a place, or
// "project/schemas/schema/resources/name".
std::string WholeResourceName(const std::string& name, const std::string& place) {
  const size_t colon = name.find(':');
  const bool elsewhere = colon != std::string::npos;
  const store::Place found = store::PlaceOf(elsewhere ? name.substr(0, colon) : place);
  std::string whole = found.project;
  if (!EqualsIgnoreCase(found.schema, store::kDefaultSchema)) whole += "/schemas/" + found.schema;
  return whole + std::string(kResourceFolder) + (elsewhere ? name.substr(colon + 1) : name);
}

// Under which the catalog keeps a SQL function beside the views.
std::string SqlFunctionKey(const std::string& name) { return ToLower(name) + "()"; }

// A function of a user, in a class or in SQL.
struct ListedFunction {
  store::UserFunction function;
  std::string sql;  // the definition; "" for a class
};

std::string FunctionXml(const ListedFunction& listed) {
  const store::UserFunction& function = listed.function;
  std::string resources;
  for (const std::string& name : function.resources) {
    resources += Element("ResourceName", WholeResourceName(name, function.project));
  }
  std::string more = Element("IsSqlFunction", listed.sql.empty() ? "false" : "true");
  if (!listed.sql.empty()) more += Element("SqlDefinitionText", listed.sql);
  if (!function.codes.empty()) {
    more += Element("IsEmbeddedFunction", "true") +
            Element("FileName", function.codes.front().file_name) +
            Element("Code", function.codes.front().text);
  }
  return Nested("Function", Element("SchemaName", store::PlaceOf(function.project).schema) +
                                Element("Alias", function.name) + Element("Owner", function.owner) +
                                Element("CreationTime", HttpDate(function.created_ms)) +
                                Element("ClassType", function.class_name) +
                                Nested("Resources", resources) + more);
}

Result<std::optional<ListedFunction>> SqlFunctionOf(const std::string& name,
                                                    const std::string& place,
                                                    store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::optional<store::Table> row,
                catalog.FindTable(place, SqlFunctionKey(name)));
  if (!row.has_value()) return std::optional<ListedFunction>();
  ListedFunction listed;
  listed.function.project = place;
  listed.function.name = row->name.substr(0, row->name.size() - std::string_view("()").size());
  listed.function.owner = row->owner;
  listed.function.created_ms = row->created_ms;
  listed.sql = row->view_text;
  return std::optional<ListedFunction>(std::move(listed));
}

Result<ListedFunction> FunctionOf(const Call& call, store::Catalog& catalog,
                                  const std::string& place) {
  const std::string& name = call.path[4];
  PAISQL_ASSIGN(std::optional<store::UserFunction> function,
                store::FunctionCatalog(catalog).Find(place, name));
  if (function.has_value()) return ListedFunction{*std::move(function), ""};
  PAISQL_ASSIGN(std::optional<ListedFunction> in_sql, SqlFunctionOf(name, place, catalog));
  if (in_sql.has_value()) return *std::move(in_sql);
  return Error{ErrorCode::kResourceNotFound, "function " + name + " cannot be resolved", {}, ""};
}

Status RequireOfFunction(const Call& call, store::Catalog& catalog,
                         const store::UserFunction& function, std::string_view action) {
  return session::Permissions(catalog, call.user)
      .Require({.type = "function",
                .project = function.project,
                .object = function.name,
                .action = action,
                .owner = function.owner},
               function.project);
}

Result<std::string> OneFunctionXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_ASSIGN(const ListedFunction listed, FunctionOf(call, catalog, place));
  PAISQL_TRY(RequireOfFunction(call, catalog, listed.function, "Read"));
  return FunctionXml(listed);
}

// All functions of the place whose names begin so and are of the owner, where one is asked for.
Result<std::vector<ListedFunction>> FunctionsOf(const Call& call, store::Catalog& catalog,
                                                const std::string& place) {
  PAISQL_ASSIGN(const std::vector<store::UserFunction> classes,
                store::FunctionCatalog(catalog).List(place));
  std::vector<ListedFunction> functions;
  for (const store::UserFunction& one : classes) functions.push_back({one, ""});
  constexpr int kPatienceMs = 10'000;
  PAISQL_ASSIGN(const auto names, store::CatalogNames::Open(catalog.home(), kPatienceMs));
  PAISQL_ASSIGN(const std::vector<std::string> in_sql,
                names->Functions(place, "", std::numeric_limits<int>::max()));
  for (const std::string& name : in_sql) {
    PAISQL_ASSIGN(std::optional<ListedFunction> one, SqlFunctionOf(name, place, catalog));
    if (one.has_value()) functions.push_back(*std::move(one));
  }
  const std::string prefix = ToLower(call.Get("name"));
  const std::string owner = call.Get("owner");
  std::erase_if(functions, [&](const ListedFunction& one) {
    return !ToLower(one.function.name).starts_with(prefix) ||
           (!owner.empty() && !EqualsIgnoreCase(owner, one.function.owner));
  });
  std::ranges::sort(functions, {}, [](const ListedFunction& one) { return one.function.name; });
  return functions;
}

Result<std::string> FunctionListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  PAISQL_ASSIGN(std::vector<ListedFunction> functions, FunctionsOf(call, catalog, place));
  const Page page = PageOf(call);
  std::erase_if(functions, [&](const ListedFunction& one) {
    return !page.after.empty() && one.function.name <= page.after;
  });
  const bool more = functions.size() > page.most;
  if (more) functions.resize(page.most);
  std::string list;
  for (const ListedFunction& one : functions) list += FunctionXml(one);
  return Nested("Functions", PageXml(page, more ? functions.back().function.name : "") + list);
}

Answer ListFunctions(const Call& call, Service& service) {
  return AnswerRead(call, service, FunctionListXml);
}

Answer GetFunction(const Call& call, Service& service) {
  return AnswerRead(call, service, OneFunctionXml);
}

// With `named` the path names a function, which has to be there.
Result<std::string> PlaceOfCall(const Call& call, Service& service, bool named) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(std::string place, PlaceOf(call, *catalog));
  if (named) PAISQL_TRY(FunctionOf(call, *catalog, place));
  return place;
}

Answer Done(const Result<std::string>& ran, int status) {
  if (!ran.ok()) return XmlErrorOf(ran.error());
  return {status, "application/xml", ""};
}

// CREATE FUNCTION … of the request's XML; "" where a name cannot stand in a statement.
std::string StatementOf(const XmlElement& function, bool replace) {
  const XmlElement* const alias = function.Child("Alias");
  const XmlElement* const type = function.Child("ClassType");
  const XmlElement* const resources = function.Child("Resources");
  if (alias == nullptr || type == nullptr || resources == nullptr) return "";
  std::vector<std::string> names;
  for (const XmlElement& one : resources->children) names.emplace_back(one.text);
  const std::string list = Join(names, ",");
  if (!CanBeQuoted(alias->text) || !CanBeQuoted(type->text) || !CanBeQuoted(list)) return "";
  return std::string(replace ? "CREATE OR REPLACE" : "CREATE") + " FUNCTION `" +
         std::string(alias->text) + "` AS '" + std::string(type->text) + "' USING '" + list + "'";
}

Answer MakeFunction(const Call& call, Service& service, bool replace) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  const std::string statement = StatementOf(document->root(), replace);
  if (statement.empty()) {
    return XmlError(400, "InvalidParameter",
                    "a function has an Alias, a ClassType and Resources, without quotes in them");
  }
  const Result<std::string> place = PlaceOfCall(call, service, replace);
  if (!place.ok()) return XmlErrorOf(place.error());
  return Done(RunStatement(call, service, *place, statement), replace ? 200 : 201);
}

Answer CreateFunction(const Call& call, Service& service) {
  return MakeFunction(call, service, false);
}

// The new owner stands in a header. The rights of others stay what they are.
Status GiveFunction(const Call& call, store::Catalog& catalog) {
  const std::string owner = call.Header("x-odps-owner");
  if (owner.empty()) {
    return Error{ErrorCode::kInvalidCommand, "the header x-odps-owner is missing", {}, ""};
  }
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_ASSIGN(ListedFunction listed, FunctionOf(call, catalog, place));
  PAISQL_TRY(RequireOfFunction(call, catalog, listed.function, "Write"));
  store::CatalogTransaction transaction = catalog.Begin();
  if (listed.sql.empty()) {
    listed.function.owner = owner;
    transaction.Add(store::change::CreateFunction{std::move(listed.function), true});
  } else {
    PAISQL_ASSIGN(const std::optional<store::Table> row,
                  catalog.FindTable(place, SqlFunctionKey(call.path[4])));
    if (row.has_value()) transaction.Add(store::change::SetOwner{row->id, owner});
  }
  return transaction.Commit();
}

Answer ReplaceFunction(const Call& call, Service& service) {
  if (!call.Has("updateowner")) return MakeFunction(call, service, true);
  const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
  if (!catalog.ok()) return XmlErrorOf(catalog.error());
  const Status given = GiveFunction(call, **catalog);
  if (!given.ok()) return XmlErrorOf(given.error());
  return {200, "application/xml", ""};
}

Answer DropFunction(const Call& call, Service& service) {
  if (!CanBeQuoted(call.path[4])) return XmlError(404, "NoSuchObject", "no function is named so");
  const Result<std::string> place = PlaceOfCall(call, service, true);
  if (!place.ok()) return XmlErrorOf(place.error());
  return Done(RunStatement(call, service, *place, "DROP FUNCTION `" + call.path[4] + "`"), 200);
}

constexpr std::array kFunctionRoutes = {
    Route{"GET", "/projects/{}/registration/functions", "", ListFunctions},
    Route{"POST", "/projects/{}/registration/functions", "", CreateFunction},
    Route{"GET", "/projects/{}/registration/functions/{}", "", GetFunction},
    Route{"PUT", "/projects/{}/registration/functions/{}", "", ReplaceFunction},
    Route{"DELETE", "/projects/{}/registration/functions/{}", "", DropFunction},
};

}  // namespace

std::span<const Route> FunctionRoutes() { return kFunctionRoutes; }

}  // namespace paisql::rest
