#include "access/objects.h"

#include "base/text.h"
#include "store/place.h"

namespace paisql::access {

namespace {

// As the vendor's page "MaxCompute permissions" has them.
constexpr std::string_view kProjectActions[] = {
    "Read",           "Write",          "List",         "CreateTable",        "CreateInstance",
    "CreateFunction", "CreateResource", "CreateVolume", "CreateOfflineModel", "CreateXflow",
    "CreateSchema"};
constexpr std::string_view kTableActions[] = {"Describe", "Select",   "Alter",      "Update",
                                              "Drop",     "Download", "ShowHistory"};
constexpr std::string_view kFunctionActions[] = {"Read", "Write", "Execute", "Delete", "Download"};
constexpr std::string_view kResourceActions[] = {"Read", "Write", "Delete", "Download"};
constexpr std::string_view kOtherActions[] = {"Read", "Write", "Delete"};

constexpr ObjectType kTypes[] = {
    {"project", "", "", kProjectActions},
    {"table", "view", "tables", kTableActions},
    {"function", "", "registration/functions", kFunctionActions},
    {"resource", "", "resources", kResourceActions},
    {"instance", "job", "instances", kOtherActions},
    {"offlinemodel", "model", "offlinemodels", kOtherActions},
};

}  // namespace

std::span<const ObjectType> ObjectTypes() { return kTypes; }

const ObjectType* FindObjectType(std::string_view word) {
  for (const ObjectType& type : kTypes) {
    if (EqualsIgnoreCase(word, type.name)) return &type;
    if (!type.other.empty() && EqualsIgnoreCase(word, type.other)) return &type;
  }
  return nullptr;
}

std::string_view FindAction(const ObjectType& type, std::string_view word) {
  if (EqualsIgnoreCase(word, kAll)) return kAll;
  for (const std::string_view action : type.actions) {
    if (EqualsIgnoreCase(word, action)) return action;
  }
  return "";
}

std::vector<std::string> ActionNames(const ObjectType& type) {
  std::vector<std::string> names(type.actions.begin(), type.actions.end());
  names.emplace_back(kAll);
  return names;
}

std::string ObjectPath(const ObjectType& type, std::string_view project, std::string_view object,
                       std::string_view column) {
  const store::Place place = store::PlaceOf(project);
  std::string path = "projects/" + place.project;
  if (type.folder.empty()) return path;
  if (place.schema != store::kDefaultSchema) path += "/schemas/" + place.schema;
  path += "/" + std::string(type.folder) + "/" + std::string(object);
  return column.empty() ? path : path + "/" + std::string(column);
}

std::string ObjectResource(const ObjectType& type, std::string_view project,
                           std::string_view object) {
  return "acs:odps:*:" + ObjectPath(type, project, object);
}

}  // namespace paisql::access
