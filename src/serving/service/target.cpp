#include "serving/service/target.h"

#include "base/text.h"

namespace paisql::serving {

namespace {

struct FixedRow {
  std::string_view path;
  Page page;
};
constexpr FixedRow kFixed[] = {
    {kMetricsPaths[0], Page::kMetrics},
    {kMetricsPaths[1], Page::kMetrics},
    {kAlivePath, Page::kAlive},
    {kReadyPath, Page::kReady},
};

struct VerbRow {
  std::string_view suffix;
  Page page;
  std::string_view method;
};
constexpr VerbRow kVerbs[] = {
    {":predict", Page::kModelPredict, "POST"}, {":classify", Page::kModelClassify, "POST"},
    {":regress", Page::kModelRegress, "POST"}, {"/metadata", Page::kModelMetadata, "GET"},
    {"", Page::kModelStatus, "GET"},
};

bool IsGet(std::string_view method) { return method == "GET" || method == "HEAD"; }

// The value of signature_name=… in a query.
std::string SignatureOfQuery(std::string_view query) {
  for (const std::string& part : Split(query, '&')) {
    constexpr std::string_view kName = "signature_name=";
    if (part.starts_with(kName)) return PercentDecode(std::string_view(part).substr(kName.size()));
  }
  return "";
}

FoundTarget Found(Page page, bool wants_token) { return {Missing::kNothing, {page, wants_token}}; }

// The path after the service's name; nullopt when the path names another service.
std::optional<std::string_view> Behind(std::string_view path, std::string_view service) {
  if (!path.starts_with(service)) return std::nullopt;
  const std::string_view rest = path.substr(service.size());
  if (!rest.empty() && rest[0] != '/' && rest[0] != ':') return std::nullopt;
  return rest;
}

FoundTarget FindModel(std::string_view method, std::string_view path, std::string_view service) {
  const std::optional<std::string_view> behind = Behind(path, service);
  if (!behind.has_value()) return {Missing::kService};
  for (const VerbRow& row : kVerbs) {
    if (!behind->ends_with(row.suffix)) continue;
    std::string_view middle = behind->substr(0, behind->size() - row.suffix.size());
    FoundTarget found = Found(row.page, true);
    if (middle.starts_with(kVersionsPrefix)) {
      found.target.version = middle.substr(kVersionsPrefix.size());
      if (found.target.version.empty()) return {Missing::kPath};
    } else if (!middle.empty()) {
      return {Missing::kPath};
    }
    const bool fits = row.method == "GET" ? IsGet(method) : method == row.method;
    return fits ? found : FoundTarget{Missing::kMethod};
  }
  return {Missing::kPath};
}

FoundTarget FindPath(std::string_view method, std::string_view path, std::string_view service) {
  for (const FixedRow& row : kFixed) {
    if (path == row.path)
      return IsGet(method) ? Found(row.page, false) : FoundTarget{Missing::kMethod};
  }
  for (const std::string_view prefix : kUpstreamPrefixes) {
    if (!path.starts_with(prefix)) continue;
    if (path.substr(prefix.size()) != service) return {Missing::kService};
    return IsGet(method) ? Found(Page::kUpstreams, false) : FoundTarget{Missing::kMethod};
  }
  if (path.starts_with(kModelPrefix)) {
    return FindModel(method, path.substr(kModelPrefix.size()), service);
  }
  if (!path.starts_with(kPredictPrefix)) return {Missing::kPath};
  const std::string_view name = path.substr(kPredictPrefix.size());
  const std::optional<std::string_view> behind = Behind(name, service);
  if (!behind.has_value() || behind->starts_with(':')) return {Missing::kService};
  // A processor gets the path after the name. A processor for SavedModels answers the paths of
  // TensorFlow Serving there and ignores others.
  if (behind->starts_with(kModelPrefix)) {
    return FindModel(method, behind->substr(kModelPrefix.size()), service);
  }
  if (method == "POST") return Found(Page::kPredict, true);
  return IsGet(method) ? Found(Page::kSignature, true) : FoundTarget{Missing::kMethod};
}

}  // namespace

bool IsOfQueue(std::string_view target) {
  const size_t question = target.find('?');
  if (question == std::string_view::npos) return false;
  for (const std::string& part : Split(target.substr(question + 1), '&')) {
    for (const std::string_view name :
         {"_attrs_=", "_index_=", "_indexes_=", "_search_=", "_watch_=", "_trunc_="}) {
      if (part.starts_with(name)) return true;
    }
  }
  return false;
}

FoundTarget FindTarget(std::string_view method, std::string_view target, std::string_view service) {
  const size_t question = target.find('?');
  const std::string path = PercentDecode(target.substr(0, question));
  FoundTarget found = FindPath(method, path, service);
  if (question != std::string_view::npos) {
    found.target.signature_name = SignatureOfQuery(target.substr(question + 1));
  }
  return found;
}

}  // namespace paisql::serving
