#include "analysis/materialized.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "analysis/query/relations/from.h"
#include "analysis/statement/parts.h"
#include "analysis/statement/rows/insert.h"
#include "base/text.h"
#include "plan/traverse.h"
#include "store/external.h"
#include "store/files/sha256.h"
#include "store/materialized.h"
#include "syntax/literal_text.h"
#include "syntax/parser.h"

namespace paisql::analysis {
namespace {

using syntax::QuoteName;

// An analysis of a kept text, beside the statement's own: what the session or the script has does
// not count, and neither do warnings.
class Aside {
 public:
  explicit Aside(AnalysisContext& context) : context_(context), own_(Parts(context)) {
    context.allow_full_scan = true;
    context.rewrites_to_materialized = false;
    context.ForgetSession();
  }
  ~Aside() {
    context_.allow_full_scan = own_.allow_full_scan;
    context_.rewrites_to_materialized = own_.rewrites;
    context_.variables = own_.variables;
    context_.names = std::move(own_.names);
    static_cast<UsedNames&>(context_) = std::move(own_.used);
    context_.warnings.resize(own_.warnings);
  }
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  struct Parts {
    explicit Parts(const AnalysisContext& context)
        : allow_full_scan(context.allow_full_scan),
          rewrites(context.rewrites_to_materialized),
          variables(context.variables),
          names(context.names),
          used(static_cast<const UsedNames&>(context)),
          warnings(context.warnings.size()) {}
    bool allow_full_scan;
    bool rewrites;
    const Variables* variables;
    names::Names names;
    UsedNames used;
    size_t warnings;
  };
  AnalysisContext& context_;
  Parts own_;
};

Error At(Error error, const SourceRange& range) {
  error.range = range;
  error.others.clear();
  return error;
}

std::string MarkOf(const std::string& text) {
  constexpr size_t kDigits = 32;
  store::Sha256 sum;
  sum.Add(reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return sum.Finish().substr(0, kDigits);
}

// A file has one name as long as it is there, wherever its home lies.
std::string FileText(const store::DataFile& file) {
  const size_t slash = file.path.rfind('/');
  return slash == std::string::npos ? file.path : file.path.substr(slash + 1);
}

std::string FilesText(const store::FileListing& listing, std::optional<int64_t> partition) {
  std::vector<std::string> texts;
  for (const auto* files : {&listing.files, &listing.deletes}) {
    for (const store::DataFile& file : *files) {
      if (partition && file.partition_id != *partition) continue;
      texts.push_back(fmt::format("{}{}", files == &listing.files ? '+' : '-', FileText(file)));
    }
  }
  std::sort(texts.begin(), texts.end());
  return Join(texts, "\n");
}

// The scan and the level of its partitions that a column is the value of, as long as each row of
// the relation comes from rows of that one partition.
struct Origin {
  const plan::Scan* scan = nullptr;
  size_t level = 0;
};

std::optional<Origin> OriginOf(const plan::Relation& relation, plan::ColumnId id);

std::optional<Origin> OriginOf(const std::vector<plan::OutputColumn>& output,
                               const std::vector<plan::ExpressionPtr>& expressions,
                               const plan::Relation& input, plan::ColumnId id) {
  for (size_t i = 0; i < expressions.size(); ++i) {
    if (output[i].id != id) continue;
    if (expressions[i]->kind != plan::ExpressionKind::kColumn) return std::nullopt;
    return OriginOf(input, plan::As<plan::ColumnRef>(*expressions[i]).column);
  }
  return std::nullopt;
}

bool Has(const plan::Relation& relation, plan::ColumnId id) {
  return std::any_of(relation.output.begin(), relation.output.end(),
                     [id](const plan::OutputColumn& column) { return column.id == id; });
}

std::optional<Origin> OriginOfJoin(const plan::Join& join, plan::ColumnId id) {
  const bool left = Has(*join.left, id);
  // The side that an outer join fills with NULLs gives its rows by the rows of all partitions.
  const bool filled = join.type == plan::JoinType::kFull ||
                      join.type == (left ? plan::JoinType::kRight : plan::JoinType::kLeft);
  if (filled) return std::nullopt;
  return OriginOf(left ? *join.left : *join.right, id);
}

std::optional<Origin> OriginOf(const plan::Relation& relation, plan::ColumnId id) {
  switch (relation.kind) {
    case plan::RelationKind::kScan: {
      const auto& scan = plan::As<plan::Scan>(relation);
      for (size_t i = 0; i < scan.output.size(); ++i) {
        if (scan.output[i].id != id) continue;
        if (scan.history || scan.columns[i].kind != plan::Scan::Source::kPartition) break;
        return Origin{&scan, scan.columns[i].index};
      }
      return std::nullopt;
    }
    case plan::RelationKind::kProject: {
      const auto& project = plan::As<plan::Project>(relation);
      return OriginOf(project.output, project.expressions, *project.input, id);
    }
    case plan::RelationKind::kAggregate: {
      const auto& groups = plan::As<plan::AggregateRelation>(relation);
      if (!groups.grouping_sets.empty()) return std::nullopt;
      return OriginOf(groups.output, groups.keys, *groups.input, id);
    }
    case plan::RelationKind::kFilter:
      return OriginOf(*plan::As<plan::Filter>(relation).input, id);
    case plan::RelationKind::kDistinct:
      return OriginOf(*plan::As<plan::Distinct>(relation).input, id);
    case plan::RelationKind::kSort:
      return OriginOf(*plan::As<plan::Sort>(relation).input, id);
    case plan::RelationKind::kJoin:
      return OriginOfJoin(plan::As<plan::Join>(relation), id);
    default:
      return std::nullopt;
  }
}

// The scan whose partitions those of the view are; null where no such scan can be shown.
const plan::Scan* PartitionSource(const plan::Relation& root, const store::Table& view) {
  const plan::Scan* source = nullptr;
  for (size_t level = 0; level < view.partition_columns.size(); ++level) {
    const auto column =
        std::find_if(root.output.begin(), root.output.end(), [&](const plan::OutputColumn& one) {
          return EqualsIgnoreCase(one.name, view.partition_columns[level].name);
        });
    if (column == root.output.end()) return nullptr;
    const std::optional<Origin> origin = OriginOf(root, column->id);
    if (!origin || origin->level != level) return nullptr;
    if (source != nullptr && source != origin->scan) return nullptr;
    source = origin->scan;
  }
  if (source == nullptr) return nullptr;
  if (source->table.partition_columns.size() != view.partition_columns.size()) return nullptr;
  // What another scan of the table reads does not stay within the partition.
  const std::vector<const plan::Scan*> scans = plan::CollectScans(root);
  const auto reads = std::count_if(scans.begin(), scans.end(), [&](const plan::Scan* scan) {
    return scan->table.id == source->table.id;
  });
  return reads == 1 ? source : nullptr;
}

// The files that the plan's tables have now.
Result<std::map<int64_t, store::FileListing>> ListSources(const plan::Relation& root,
                                                          AnalysisContext& context) {
  std::map<int64_t, store::FileListing> listings;
  for (const plan::Scan* scan : plan::CollectScans(root)) {
    if (listings.contains(scan->table.id)) continue;
    PAISQL_ASSIGN(auto meaning, context.names.Table(scan->table.project, scan->table.name));
    if (!meaning.row || meaning.row->id != scan->table.id) {
      return store::RowsChanged(scan->table.QualifiedName());
    }
    PAISQL_ASSIGN(listings[scan->table.id],
                  context.names.catalog().ListFiles(*meaning.row, std::nullopt));
  }
  return listings;
}

MaterializedSources MarksOf(const plan::Relation& root, const plan::Scan* source,
                            const std::map<int64_t, store::FileListing>& listings) {
  MaterializedSources sources;
  std::string others = plan::Explain(root);
  std::string all;
  for (const auto& [id, listing] : listings) {
    const std::string table = fmt::format("\ntable {}\n", id);
    const bool is_source = source != nullptr && id == source->table.id;
    (is_source ? all : others) += table + FilesText(listing, std::nullopt);
  }
  sources.whole = MarkOf(others + all);
  if (source == nullptr) return sources;
  sources.by_partition = true;
  for (const store::Partition& partition : listings.at(source->table.id).partitions) {
    const std::string files = FilesText(listings.at(source->table.id), partition.id);
    if (files.empty()) continue;
    sources.parts.push_back({partition.values, MarkOf(others + "\n" + files)});
  }
  std::sort(sources.parts.begin(), sources.parts.end(),
            [](const auto& a, const auto& b) { return a.values < b.values; });
  return sources;
}

}  // namespace

std::map<std::string, std::string> MaterializedSources::Marks(const store::Table& view) const {
  std::map<std::string, std::string> marks;
  if (!by_partition) marks[""] = whole;
  for (const Part& part : parts) marks[store::PartitionFolders(view, part.values)] = part.mark;
  return marks;
}

Result<MaterializedSources> SourcesOf(const store::Table& view, const SourceRange& range,
                                      AnalysisContext& context) {
  const Aside aside(context);
  State state(context);
  Result<plan::RelationPtr> root =
      state.Whole(ViewRelation(state, QueryOfMaterialized(view), range));
  if (!root.ok()) return At(root.error(), range);
  PAISQL_TRY(FinishPlan(state, *root));
  PAISQL_ASSIGN_AT(range, const auto listings, ListSources(**root, context));
  return MarksOf(**root, PartitionSource(**root, view), listings);
}

Result<bool> IsValid(const store::Table& view, const std::vector<std::string>& partition,
                     const SourceRange& range, AnalysisContext& context) {
  PAISQL_ASSIGN(const MaterializedSources sources, SourcesOf(view, range, context));
  const std::map<std::string, std::string> now = sources.Marks(view);
  const std::map<std::string, std::string> built = store::MaterializedOf(view)->built;
  if (!sources.by_partition || partition.empty()) return now == built;
  const std::string below = store::PartitionFolders(view, partition);
  const auto chosen = [&](const std::map<std::string, std::string>& marks) {
    std::map<std::string, std::string> some;
    for (const auto& [folders, mark] : marks) {
      if (folders == below || folders.starts_with(below + "/")) some.emplace(folders, mark);
    }
    return some;
  };
  return chosen(now) == chosen(built);
}

Result<WritePlan> PlanBuild(const store::Table& view,
                            const std::optional<std::vector<std::vector<std::string>>>& partitions,
                            const SourceRange& range, AnalysisContext& context) {
  const Aside aside(context);
  State state(context);
  const std::string query = NameOfQuery(view);
  const std::string project = QuoteName(view.project) + ".";
  std::string columns = ColumnNames(view.columns);
  std::string text = "INSERT INTO TABLE " + project + QuoteName(view.name);
  if (view.partitioned()) {
    text += " PARTITION (" + ColumnNames(view.partition_columns) + ")";
    columns += ", " + ColumnNames(view.partition_columns);
  }
  text += " SELECT " + columns + " FROM " + project + QuoteName(query);
  if (partitions && partitions->empty()) text += " WHERE FALSE";
  if (partitions && !partitions->empty()) {
    text += " WHERE " + PartitionsCondition(view, *partitions);
  }
  // Both names stand for what they say here; as a target the view is a table like others.
  store::Table target = view;
  target.traits.properties.erase(std::string(store::kMaterializedProperty));
  state.names.ReadSchemas(false);
  const auto key = [&](const std::string& name) {
    return TableKey(state.names.TemporaryPlace(), state.names.place(), false,
                    view.project + "." + name);
  };
  state.tables.insert_or_assign(key(view.name), target);
  state.tables.insert_or_assign(key(query), QueryOfMaterialized(view));
  PAISQL_ASSIGN(const syntax::StatementPtr statement, syntax::ParseStatement(text, context.leash));
  const auto& insert = static_cast<const syntax::InsertStatement&>(*statement);
  Result<WritePlan> plan =
      state.Whole(InsertAnalyzer(state, insert.target).FromQuery(insert.query));
  if (!plan.ok()) return At(plan.error(), range);
  SetRanges(*plan->root, range);
  plan->target.table = view;
  return plan;
}

Status CheckNotMaterialized(const store::Table& table, const SourceRange& range) {
  if (!store::IsMaterialized(table)) return Status::Ok();
  return Error{ErrorCode::kInvalidObjectType,
               table.QualifiedName() + " is a materialized view: its query alone writes it", range,
               "ALTER MATERIALIZED VIEW " + table.name + " REBUILD brings it up to date"};
}

}  // namespace paisql::analysis
