#include "console/workflows/known_flows.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files/files.h"
#include "base/files/new_file.h"
#include "console/console.h"
#include "console/workflows/workflow_state.h"
#include "nodes/read/read_flow.h"
#include "rest/named.h"
#include "script/resume.h"
#include "session/permissions.h"
#include "store/files/sha256.h"
#include "store/place.h"

namespace paisql::console {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr size_t kIdDigits = 16;

std::string AddedFile(const std::string& home) { return home + "/console/workflows.json"; }

// A file that is not there, or not ours any more, names none.
std::set<std::string> AddedFolders(const std::string& home) {
  std::set<std::string> folders;
  const Result<std::string> text = ReadFile(AddedFile(home));
  const json read = text.ok() ? json::parse(*text, nullptr, false) : json();
  if (!read.is_array()) return folders;
  for (const json& one : read) {
    if (one.is_string()) folders.insert(one.get<std::string>());
  }
  return folders;
}

Status WriteAdded(const std::set<std::string>& folders, const std::string& home) {
  PAISQL_TRY(MakeFolders(home + "/console"));
  return WriteNewFile(AddedFile(home), json(folders).dump(2) + "\n", NewFileKind::kOwn);
}

std::vector<std::string> PipelineFolders(const std::string& home) {
  std::vector<std::string> folders;
  std::error_code failure;
  for (const fs::directory_entry& project : fs::directory_iterator(home + "/pipelines", failure)) {
    for (const fs::directory_entry& one : fs::directory_iterator(project.path(), failure)) {
      if (fs::exists(one.path() / nodes::kFlowFile, failure))
        folders.push_back(one.path().string());
    }
  }
  return folders;
}

bool StartedBy(const store::FlowRun& run, const std::string& user) {
  return (" " + run.command + " ").find(" --user " + script::ShellQuoted(user) + " ") !=
         std::string::npos;
}

Error OwnersAlone() {
  return {CodeOf("ODPS-0130013"),
          "a workflow of which nothing says its project is the home's owner's alone",
          {},
          "project: in its flow.yaml names one"};
}

Status Require(const rest::Call& call, Console& console, const std::string& project,
               std::string_view action) {
  if (call.user.empty() && call.allowed == nullptr) return Status::Ok();
  if (project.empty()) return OwnersAlone();
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  return rest::RequireOfProject(call, *catalog, store::ProjectOfPlace(project), action);
}

}  // namespace

std::string_view FlowOriginText(FlowOrigin origin) {
  switch (origin) {
    case FlowOrigin::kRan:
      return "run";
    case FlowOrigin::kAdded:
      return "added";
    case FlowOrigin::kPipeline:
      return "designer";
  }
  return "";
}

std::string KnownFlow::Name() const { return fs::path(folder).filename().string(); }

std::string KnownFlow::Project() const {
  // A pipeline lies in the folder of its project.
  if (origin == FlowOrigin::kPipeline) return fs::path(folder).parent_path().filename().string();
  return last.has_value() ? last->project : "";
}

std::string FlowIdOf(const std::string& folder) {
  store::Sha256 digest;
  digest.Add(reinterpret_cast<const unsigned char*>(folder.data()), folder.size());
  return digest.Finish().substr(0, kIdDigits);
}

Result<std::vector<KnownFlow>> ListKnownFlows(store::FlowBook& book, const std::string& home) {
  PAISQL_ASSIGN(std::vector<store::FlowRun> last, book.ListLastRuns());
  std::map<std::string, FlowOrigin> origins;
  for (const std::string& folder : AddedFolders(home)) origins[folder] = FlowOrigin::kAdded;
  for (const std::string& folder : PipelineFolders(home)) origins[folder] = FlowOrigin::kPipeline;
  std::vector<KnownFlow> flows;
  for (store::FlowRun& run : last) {
    const auto origin = origins.extract(run.folder);
    const std::string folder = run.folder;
    flows.push_back({FlowIdOf(folder), folder, origin.empty() ? FlowOrigin::kRan : origin.mapped(),
                     std::move(run)});
  }
  for (const auto& [folder, origin] : origins) {
    flows.push_back({FlowIdOf(folder), folder, origin, std::nullopt});
  }
  return flows;
}

Result<KnownFlow> FindKnownFlow(const std::string& id, store::FlowBook& book,
                                const std::string& home) {
  PAISQL_ASSIGN(std::vector<KnownFlow> flows, ListKnownFlows(book, home));
  const auto found = std::ranges::find(flows, id, &KnownFlow::id);
  if (found != flows.end()) return std::move(*found);
  return Error{ErrorCode::kJobNotFound,
               "the console knows no workflow " + id,
               {},
               "add its folder, or run it once with paisql flow run"};
}

Result<std::string> AddFlowFolder(const std::string& folder, Console& console) {
  if (!fs::path(folder).is_absolute()) {
    return Error{ErrorCode::kInvalidCommand,
                 "'" + folder + "' is not an absolute path",
                 {},
                 "the folder as the server's machine has it, such as /home/me/flows/churn"};
  }
  std::vector<nodes::Problem> problems;
  const Result<nodes::Flow> flow = nodes::ReadFlow(folder, problems);
  if (!flow.ok()) return UnreadableFlow(flow.error());
  const std::lock_guard lock(console.workflows->added_mutex);
  const std::string& home = console.service.options.home_path;
  std::set<std::string> folders = AddedFolders(home);
  if (folders.insert(flow->folder).second) PAISQL_TRY(WriteAdded(folders, home));
  return FlowIdOf(flow->folder);
}

Error UnreadableFlow(Error error) {
  if (error.code == ErrorCode::kIo) error.code = ErrorCode::kInvalidMetaOperation;
  return error;
}

Status RemoveFlowFolder(const KnownFlow& flow, Console& console) {
  const std::lock_guard lock(console.workflows->added_mutex);
  const std::string& home = console.service.options.home_path;
  std::set<std::string> folders = AddedFolders(home);
  if (folders.erase(flow.folder) == 0) {
    return Error{ErrorCode::kInvalidMetaOperation,
                 "workflow " + flow.Name() + " was not added to the console",
                 {},
                 "it is listed because it has run, or because the designer has made it"};
  }
  return WriteAdded(folders, home);
}

Status MaySeeFlows(const rest::Call& call, Console& console, const std::string& project) {
  return Require(call, console, project, "List");
}

Status MayRunFlows(const rest::Call& call, Console& console, const std::string& project) {
  return Require(call, console, project, "CreateInstance");
}

Status MayReadFlows(const rest::Call& call, Console& console, const std::string& project,
                    const store::FlowRun* run) {
  if (call.user.empty() && call.allowed == nullptr) return Status::Ok();
  if (run != nullptr && call.allowed == nullptr && StartedBy(*run, call.user)) return Status::Ok();
  if (project.empty()) return OwnersAlone();
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, console.service.catalogs.Borrow());
  session::Permissions permissions(*catalog, call.user, call.allowed);
  return permissions.RequireRank(access::Rank::kAdministrator, store::ProjectOfPlace(project),
                                 "read code and logs of workflows", {});
}

}  // namespace paisql::console
