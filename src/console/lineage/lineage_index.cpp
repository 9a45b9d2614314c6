#include "console/lineage/lineage_index.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <set>

#include "base/system/clock.h"
#include "base/text.h"
#include "console/lineage/lineage_sight.h"
#include "console/workflows/known_flows.h"
#include "nodes/model/parameters.h"
#include "nodes/read/read_flow.h"
#include "store/flows.h"
#include "store/materialized.h"
#include "store/place.h"

namespace paisql::console {

namespace {

namespace fs = std::filesystem;

constexpr int64_t kMostJobs = 2000;
constexpr int64_t kDayMs = int64_t{24} * 3600 * 1000;

// When the workflow or a file of its code has changed last; "" for a folder that is gone.
std::string FolderStamp(const std::string& folder) {
  std::error_code failure;
  fs::file_time_type newest = fs::last_write_time(folder, failure);
  if (failure) return "";
  size_t files = 0;
  constexpr size_t kMostFiles = 2000;
  // Files may go while they are counted.
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied,
                                         failure);
  while (!failure && entry != fs::recursive_directory_iterator() && ++files <= kMostFiles) {
    std::error_code gone;
    const fs::file_time_type changed = entry->last_write_time(gone);
    if (!gone) newest = std::max(newest, changed);
    entry.increment(failure);
  }
  return std::to_string(newest.time_since_epoch().count()) + "/" + std::to_string(files);
}

bool MovesRows(const instances::Instance& instance) {
  if (instance.status().state != instances::TaskState::kSuccess) return false;
  return std::ranges::any_of(instance.trace().runs(),
                             [](const auto& run) { return !run.writes.empty(); });
}

// The node's code with the values of yesterday's run in the place of ${name}: pipelines of the
// canvas name their tables so. What only a run tells stays as it is.
std::string CodeOf(const nodes::Flow& flow, const nodes::Node& node) {
  nodes::RunMoment moment;
  moment.today = NowMs() / kDayMs;
  moment.bizdate = moment.today - 1;
  std::vector<nodes::Problem> problems;
  std::string code = node.code;
  for (const nodes::Resolved& one : nodes::ResolveParameters(flow, node, moment, {}, problems)) {
    if (!one.known) continue;
    const std::string name = "${" + one.name + "}";
    for (size_t at = code.find(name); at != std::string::npos;
         at = code.find(name, at + one.value.size())) {
      code.replace(at, name.size(), one.value);
    }
  }
  return code;
}

// The code of all nodes, also of nodes within loops and workflows of nodes.
void ReadNodes(const nodes::Flow& flow, const std::string& project, const FlowMaker& maker,
               FlowReader& reader, std::vector<LineageFlow>& flows) {
  const std::string place = flow.project.empty() ? project : flow.project;
  for (const nodes::Node& node : flow.nodes) {
    if (node.control.body != nullptr) ReadNodes(*node.control.body, place, maker, reader, flows);
    if (node.kind == nullptr || !node.kind->is_sql()) continue;
    FlowMaker one = maker;
    one.node = node.name;
    one.action = std::string(node.kind->name);
    for (LineageFlow& flow_of_node : reader.ReadCode(CodeOf(flow, node), place, one)) {
      flows.push_back(std::move(flow_of_node));
    }
  }
}

std::vector<LineageFlow> ReadWorkflow(const std::string& folder, const std::string& project,
                                      FlowMaker maker, FlowReader& reader) {
  std::vector<nodes::Problem> problems;
  std::vector<LineageFlow> flows;
  const Result<nodes::Flow> flow = nodes::ReadFlow(folder, problems);
  if (!flow.ok()) return flows;
  maker.name = flow->name;
  ReadNodes(*flow, project, maker, reader, flows);
  return flows;
}

// Changes when a table of the flows is made, dropped or gets other columns: a workflow is known
// before its first run has made its tables.
std::string StateOfTables(const std::vector<LineageFlow>& flows, store::Catalog& catalog) {
  std::set<std::string> keys;
  for (const LineageFlow& flow : flows) {
    keys.insert(flow.writes);
    keys.insert(flow.reads.begin(), flow.reads.end());
  }
  std::string state;
  for (const std::string& key : keys) {
    if (IsModelKey(key)) continue;
    const auto [place, name] = PlaceAndNameOfKey(key);
    const Result<std::optional<store::Table>> table = catalog.FindTable(place, name);
    const bool there = table.ok() && table->has_value();
    state += there ? std::to_string((*table)->last_ddl_ms) + " " : "- ";
  }
  return state;
}

std::vector<LineageFlow> ReadViewOf(const std::string& place, const std::string& name,
                                    const FlowMaker& maker, store::Catalog& catalog,
                                    FlowReader& reader) {
  const Result<std::optional<store::Table>> view = catalog.FindTable(place, name);
  if (!view.ok() || !view->has_value()) return {};
  const std::optional<store::Materialized> kept = store::MaterializedOf(**view);
  FlowMaker of_view = maker;
  of_view.action = kept ? "MATERIALIZED VIEW" : "VIEW";
  of_view.user = (*view)->owner;
  return reader.ReadView(**view, kept ? kept->query : (*view)->view_text, of_view);
}

}  // namespace

Result<std::vector<WorkflowFolder>> WorkflowFolders(const std::string& project,
                                                    rest::Service& service) {
  PAISQL_ASSIGN(const store::Home home, store::Home::Open(service.context->options().home_path));
  PAISQL_ASSIGN(const std::unique_ptr<store::FlowBook> book, store::FlowBook::Open(home));
  PAISQL_ASSIGN(const std::vector<KnownFlow> flows, ListKnownFlows(*book, home.path()));
  std::vector<WorkflowFolder> folders;
  for (const KnownFlow& flow : flows) {
    const std::string of = store::ProjectOfPlace(flow.Project());
    if (of.empty() || EqualsIgnoreCase(of, project)) folders.push_back({flow.folder, of});
  }
  return folders;
}

Result<std::vector<LineageIndex::Source>> LineageIndex::SourcesOf(const std::string& project,
                                                                  rest::Service& service,
                                                                  store::TableBook& book) {
  std::vector<Source> sources;
  PAISQL_ASSIGN(const std::vector<store::TableBook::ViewName> views, book.ListViews(project));
  for (const store::TableBook::ViewName& view : views) {
    const std::string name = view.place + "." + view.name;
    sources.push_back({"view " + std::to_string(view.last_ddl_ms) + " " + name,
                       {.kind = MakerKind::kView, .id = name, .project = view.place},
                       view.place,
                       view.name});
    sources.back().maker.at_ms = view.last_ddl_ms;
  }
  for (const instances::InstancePtr& instance : service.instances.List(project)) {
    if (!MovesRows(*instance)) continue;
    const instances::Submission& asked = instance->submission();
    Source source{"instance " + instance->id(),
                  {.kind = MakerKind::kInstance, .id = instance->id(), .name = asked.job},
                  asked.project,
                  asked.query};
    source.maker.user = asked.user;
    source.maker.project = asked.project;
    source.maker.at_ms = instance->status().ended_ms;
    sources.push_back(std::move(source));
  }
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, service.catalogs.Borrow());
  PAISQL_ASSIGN(const std::vector<store::Job> jobs,
                catalog->ListJobs(project, {.limit = kMostJobs}));
  for (const store::Job& job : jobs) {
    if (job.state != store::JobState::kSucceeded) continue;
    Source source{"job " + job.id,
                  {.kind = MakerKind::kJob, .id = job.id, .name = job.name, .action = "PAI"},
                  job.project,
                  job.statement,
                  true};
    source.maker.user = job.owner;
    source.maker.project = job.project;
    source.maker.at_ms = job.ended_ms;
    sources.push_back(std::move(source));
  }
  PAISQL_ASSIGN(const std::vector<WorkflowFolder> folders, WorkflowFolders(project, service));
  for (const WorkflowFolder& known : folders) {
    const std::string& folder = known.path;
    const std::string stamp = FolderStamp(folder);
    if (stamp.empty()) continue;
    sources.push_back(
        {"workflow " + stamp + " " + folder,
         {.kind = MakerKind::kWorkflow, .id = FlowIdOf(folder), .project = known.project},
         project,
         folder});
  }
  return sources;
}

LineageIndex::Flows LineageIndex::Read(const Source& source, store::Catalog& catalog,
                                       FlowReader& reader) {
  std::vector<LineageFlow> flows;
  switch (source.maker.kind) {
    case MakerKind::kView:
      flows = ReadViewOf(source.place, source.text, source.maker, catalog, reader);
      break;
    case MakerKind::kWorkflow:
      flows = ReadWorkflow(source.text, source.place, source.maker, reader);
      break;
    case MakerKind::kInstance:
    case MakerKind::kJob:
      flows = source.names_only ? FlowReader::ReadNames(source.text, source.place, source.maker)
                                : reader.ReadStatements(source.text, source.place, source.maker);
      break;
  }
  return std::make_shared<const std::vector<LineageFlow>>(std::move(flows));
}

std::shared_ptr<LineageIndex::OfProject> LineageIndex::Of(const std::string& project) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<OfProject>& of = projects_[ToLower(project)];
  if (of == nullptr) of = std::make_shared<OfProject>();
  return of;
}

Result<LineagePicture> LineageIndex::Look(const std::string& project, rest::Service& service,
                                          store::TableBook& book, int most_ms) {
  const std::shared_ptr<OfProject> of = Of(project);
  const std::unique_lock lock(of->mutex, std::try_to_lock);
  // Another answer reads; this one has nothing yet, and its page asks again.
  if (!lock.owns_lock()) return LineagePicture{{}, 1, 0};
  PAISQL_ASSIGN(const std::vector<Source> sources, SourcesOf(project, service, book));
  PAISQL_ASSIGN(const rest::Catalogs::Loan catalog, service.catalogs.Borrow());
  FlowReader reader(service.options);
  std::vector<store::Table> views;
  for (const Source& source : sources) {
    if (source.maker.kind != MakerKind::kView) continue;
    PAISQL_ASSIGN(std::optional<store::Table> view, catalog->FindTable(source.place, source.text));
    if (view.has_value()) views.push_back(*std::move(view));
  }
  reader.ExpectViews(std::move(views));
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(most_ms);
  LineagePicture picture;
  picture.sources = static_cast<int64_t>(sources.size());
  std::map<std::string, Known> now;
  for (const Source& source : sources) {
    const bool workflow = source.maker.kind == MakerKind::kWorkflow;
    const auto found = of->known.find(source.key);
    Known known = found == of->known.end() ? Known() : found->second;
    // Known flows stay where the time is over; the next look finds the changes.
    const bool late = std::chrono::steady_clock::now() >= end;
    const bool fits = known.flows != nullptr &&
                      (late || !workflow || known.tables == StateOfTables(*known.flows, *catalog));
    if (!fits && !late) {
      known.flows = Read(source, *catalog, reader);
      if (workflow) known.tables = StateOfTables(*known.flows, *catalog);
    }
    if (known.flows == nullptr) continue;
    ++picture.read;
    if (!known.flows->empty()) picture.flows.push_back(known.flows);
    now[source.key] = std::move(known);
  }
  of->known = std::move(now);
  return picture;
}

}  // namespace paisql::console
