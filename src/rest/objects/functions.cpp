// Functions of users: classes in resources, under a name.

#include <algorithm>
#include <array>

#include "base/coding/xml_reader.h"
#include "base/text.h"
#include "rest/named.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/statements.h"
#include "rest/xml_writer.h"
#include "session/permissions.h"
#include "store/function_catalog.h"

namespace paisql::rest {

namespace {

constexpr std::string_view kResourceFolder = "/resources/";

// "project/resources/name" of a resource as statements name it, in a place.
std::string WholeResourceName(const std::string& name, const std::string& place) {
  const size_t colon = name.find(':');
  if (colon == std::string::npos) return place + std::string(kResourceFolder) + name;
  return name.substr(0, colon) + std::string(kResourceFolder) + name.substr(colon + 1);
}

std::string FunctionXml(const store::UserFunction& function) {
  std::string resources;
  for (const std::string& name : function.resources) {
    resources += Element("ResourceName", WholeResourceName(name, function.project));
  }
  return Nested("Function", Element("Alias", function.name) + Element("Owner", function.owner) +
                                Element("CreationTime", HttpDate(function.created_ms)) +
                                Element("ClassType", function.class_name) +
                                Nested("Resources", resources));
}

Result<store::UserFunction> FunctionOf(const Call& call, store::Catalog& catalog,
                                       const std::string& place) {
  const std::string& name = call.path[4];
  PAISQL_ASSIGN(std::optional<store::UserFunction> function,
                store::FunctionCatalog(catalog).Find(place, name));
  if (function.has_value()) return *std::move(function);
  return Error{ErrorCode::kResourceNotFound, "function " + name + " cannot be resolved", {}, ""};
}

Result<std::string> OneFunctionXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_ASSIGN(const store::UserFunction function, FunctionOf(call, catalog, place));
  PAISQL_TRY(session::Permissions(catalog, call.user)
                 .Require({.type = "function",
                           .project = place,
                           .object = function.name,
                           .action = "Read",
                           .owner = function.owner},
                          place));
  return FunctionXml(function);
}

Result<std::string> FunctionListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string place, PlaceOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, place, "List"));
  PAISQL_ASSIGN(std::vector<store::UserFunction> functions,
                store::FunctionCatalog(catalog).List(place));
  std::ranges::sort(functions, {}, &store::UserFunction::name);
  const Page page = PageOf(call);
  const std::string prefix = ToLower(call.Get("name"));
  std::erase_if(functions, [&](const store::UserFunction& one) {
    return !ToLower(one.name).starts_with(prefix) ||
           (!page.after.empty() && one.name <= page.after);
  });
  const bool more = functions.size() > page.most;
  if (more) functions.resize(page.most);
  std::string list;
  for (const store::UserFunction& one : functions) list += FunctionXml(one);
  return Nested("Functions", PageXml(page, more ? functions.back().name : "") + list);
}

Answer ListFunctions(const Call& call, Service& service) {
  return AnswerRead(call, service, FunctionListXml);
}

Answer GetFunction(const Call& call, Service& service) {
  return AnswerRead(call, service, OneFunctionXml);
}

// `named`: the path names a function, which has to be there.
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

Answer ReplaceFunction(const Call& call, Service& service) {
  if (call.Has("updateowner")) {
    return XmlError(405, "MethodNotAllowed", "a function keeps its owner");
  }
  return MakeFunction(call, service, true);
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
