// Offline models: the models of a project, as the platform's clients list, read, copy and drop
// them.

#include <algorithm>
#include <array>

#include "base/coding/xml_reader.h"
#include "base/files/files.h"
#include "base/text.h"
#include "rest/addresses.h"
#include "rest/bodies/xml_writer.h"
#include "rest/named.h"
#include "rest/objects/submission_place.h"
#include "rest/paging.h"
#include "rest/routes.h"
#include "rest/statements.h"
#include "session/permissions.h"
#include "session/statements/models/learner_model.h"

namespace paisql::rest {

namespace {

Error NoOfflineModel(const std::string& name) {
  return Error{ErrorCode::kResourceNotFound, "model " + name + " is not there", {}, ""};
}

// Names that stand in a statement as they are.
bool IsModelName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_';
  });
}

std::string OfflineModelXml(const store::Model& model) {
  return Nested("OfflineModel", Element("Name", model.name) + Element("Owner", model.owner) +
                                    Element("CreationTime", HttpDate(model.created_ms)) +
                                    Element("LastModifiedTime", HttpDate(model.last_modified_ms)));
}

// The model of the path, where the user may do `action` with it.
Result<store::Model> OfflineModelOf(const Call& call, store::Catalog& catalog,
                                    std::string_view action) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  PAISQL_ASSIGN(std::optional<store::Model> model, catalog.FindModel(project, call.path[3]));
  if (!model.has_value()) return NoOfflineModel(call.path[3]);
  PAISQL_TRY(session::Permissions(catalog, call.user)
                 .Require({.type = "offlinemodel",
                           .project = project,
                           .object = model->name,
                           .action = action,
                           .owner = model->owner},
                          project));
  return *std::move(model);
}

Result<std::string> OfflineModelListXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const std::string project, ProjectOf(call, catalog));
  PAISQL_TRY(RequireOfProject(call, catalog, project, "List"));
  PAISQL_ASSIGN(std::vector<store::Model> models, catalog.ListModels(project));
  std::ranges::sort(models, {}, &store::Model::name);
  const Page page = PageOf(call);
  const std::string prefix = ToLower(call.Get("name"));
  const std::string owner = call.Get("owner");
  std::erase_if(models, [&](const store::Model& one) {
    return !ToLower(one.name).starts_with(prefix) ||
           (!page.after.empty() && one.name <= page.after) ||
           (!owner.empty() && !EqualsIgnoreCase(owner, one.owner));
  });
  const bool more = models.size() > page.most;
  if (more) models.resize(page.most);
  std::string list;
  for (const store::Model& one : models) list += OfflineModelXml(one);
  return Nested("OfflineModels", PageXml(page, more ? models.back().name : "") + list);
}

Answer ListOfflineModels(const Call& call, Service& service) {
  return AnswerRead(call, service, OfflineModelListXml);
}

Result<std::string> OneOfflineModelXml(const Call& call, store::Catalog& catalog) {
  PAISQL_ASSIGN(const store::Model model, OfflineModelOf(call, catalog, "Read"));
  return OfflineModelXml(model);
}

Answer GetOfflineModel(const Call& call, Service& service) {
  return AnswerRead(call, service, OneOfflineModelXml);
}

// The PMML of the default version, or what describes it in place of that; of other programs'
// models what READ OFFLINEMODEL says.
Result<std::string> OfflineModelText(const Call& call, Service& service) {
  PAISQL_ASSIGN(const Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(const store::Model model, OfflineModelOf(call, *catalog, "Read"));
  const store::ModelVersion* const version = model.Version(model.default_version);
  if (version == nullptr) return NoOfflineModel(model.name);
  const std::string file = session::LearnerText(*version);
  if (!file.empty()) return ReadFile(file);
  if (!IsModelName(model.name)) return NoOfflineModel(model.name);
  return RunStatement(call, service, model.project, "READ OFFLINEMODEL " + model.name);
}

Answer ReadOfflineModel(const Call& call, Service& service) {
  Result<std::string> text = OfflineModelText(call, service);
  if (!text.ok()) return XmlErrorOf(text.error());
  return {200, "text/plain; charset=utf-8", *std::move(text)};
}

Answer DropOfflineModel(const Call& call, Service& service) {
  Result<store::Model> model = NoOfflineModel(call.path[3]);
  {
    const Result<Catalogs::Loan> catalog = service.catalogs.Borrow();
    if (!catalog.ok()) return XmlErrorOf(catalog.error());
    model = OfflineModelOf(call, **catalog, "Delete");
  }
  if (!model.ok()) return XmlErrorOf(model.error());
  if (!IsModelName(model->name)) return XmlErrorOf(NoOfflineModel(model->name));
  const auto dropped =
      RunStatement(call, service, model->project, "DROP OFFLINEMODEL " + model->name);
  if (!dropped.ok()) return XmlErrorOf(dropped.error());
  return {200, "application/xml", ""};
}

std::string ModelWord(const XmlElement& model, std::string_view child) {
  const XmlElement* const found = model.Child(child);
  return found == nullptr ? "" : std::string(found->text);
}

// The statement that the body means: a copy of a model, or a model of files at a place; "" where
// its words cannot stand in one.
std::string StatementOfModel(const XmlElement& model, const std::string& project) {
  const std::string source = ModelWord(model, "SrcModel");
  const auto project_of = [&](std::string_view child) {
    const std::string named = ModelWord(model, child);
    return named.empty() ? project : named;
  };
  if (!source.empty()) {
    const std::string target = ModelWord(model, "DestModel");
    const std::string from = project_of("SrcProject");
    const std::string to = project_of("DestProject");
    for (const std::string& word : {source, target, from, to}) {
      if (!IsModelName(word)) return "";
    }
    return "COPY OFFLINEMODEL -src_model " + source + " -dest_model " + target + " -src_project " +
           from + " -dest_project " + to;
  }
  const std::string name = ModelWord(model, "Name");
  const std::string path = ModelWord(model, "ModelPath");
  const bool plain = path.find_first_of(" \t") == std::string::npos && CanBeQuoted(path);
  if (!IsModelName(name) || path.empty() || !plain) return "";
  return "CREATE OFFLINEMODEL " + name + " -modelPath " + path;
}

// Runs as an instance, which the client waits for.
Answer MakeOfflineModel(const Call& call, Service& service) {
  const Result<XmlDocument> document = XmlDocument::Parse(call.body);
  if (!document.ok()) return XmlError(400, "InvalidParameter", document.error().detail);
  instances::Submission submission;
  submission.user = call.user;
  submission.task = "OfflineModelTask";
  submission.query = StatementOfModel(document->root(), call.path[1]);
  if (submission.query.empty()) {
    return XmlError(400, "InvalidParameter",
                    "a model has a Name and a ModelPath, or a SrcModel and a DestModel; names have "
                    "letters, digits and '_'");
  }
  const Status placed = PlaceSubmission(call, service, &submission);
  if (!placed.ok()) return XmlErrorOf(placed.error());
  const auto instance = service.instances.Submit(std::move(submission));
  if (!instance.ok()) return XmlErrorOf(instance.error());
  return {201,
          "application/xml",
          "",
          {{"Location", HostOf(call, service) + "/projects/" + call.path[1] + "/instances/" +
                            (*instance)->id()}}};
}

constexpr std::array kOfflineModelRoutes = {
    Route{"GET", "/projects/{}/offlinemodels", "", ListOfflineModels},
    Route{"POST", "/projects/{}/offlinemodels", "", MakeOfflineModel},
    Route{"GET", "/projects/{}/offlinemodels/{}", "data", ReadOfflineModel},
    Route{"GET", "/projects/{}/offlinemodels/{}", "", GetOfflineModel},
    Route{"DELETE", "/projects/{}/offlinemodels/{}", "", DropOfflineModel},
};

}  // namespace

std::span<const Route> OfflineModelRoutes() { return kOfflineModelRoutes; }

}  // namespace paisql::rest
