// The models of a project.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "console/answers.h"
#include "console/models/model_answers.h"
#include "console/objects/named_table.h"

namespace paisql::console {

namespace {

using nlohmann::json;

constexpr int64_t kModelsOfPage = 100;
constexpr int64_t kMostModels = 500;
constexpr int64_t kFarModels = int64_t{1} << 40;

json ListedModelJson(const store::Model& model) {
  const store::ModelVersion* const version = model.Version(model.default_version);
  json one = {{"name", model.name},
              {"comment", model.comment},
              {"owner", model.owner},
              {"default_version", model.default_version},
              {"versions", model.versions.size()},
              {"created_ms", model.created_ms},
              {"modified_ms", model.last_modified_ms}};
  if (version != nullptr) {
    one.update({{"format", version->format}, {"bytes", version->bytes}, {"job", version->job_id}});
  }
  return one;
}

bool Fits(const store::Model& model, const std::string& text) {
  return text.empty() || ToLower(model.name).find(text) != std::string::npos ||
         ToLower(model.comment).find(text) != std::string::npos;
}

Result<json> ModelsJson(const rest::Call& call, Console& console) {
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  PAISQL_ASSIGN(const std::string project, ProjectOfModels(call, *catalog));
  PAISQL_TRY(RequireOnProject(call, *catalog, project, "List"));
  PAISQL_ASSIGN(std::vector<store::Model> models, catalog->ListModels(project));
  const std::string text = ToLower(call.Get("q"));
  std::erase_if(models, [&](const store::Model& model) { return !Fits(model, text); });
  const int64_t from = CountOfCall(call, "from", 0, kFarModels);
  const int64_t most = CountOfCall(call, "limit", kModelsOfPage, kMostModels);
  json list = json::array();
  for (size_t i = static_cast<size_t>(from);
       i < models.size() && list.size() < static_cast<size_t>(most); ++i) {
    list.push_back(ListedModelJson(models[i]));
  }
  return json{{"total", models.size()}, {"from", from}, {"models", std::move(list)}};
}

}  // namespace

rest::Answer ListModelsOfProject(const rest::Call& call, Console& console) {
  const Result<json> body = ModelsJson(call, console);
  return body.ok() ? JsonAnswer(*body) : RefusalOf(body.error(), call);
}

}  // namespace paisql::console
