// Tables at a version, the rows that are new between two versions, and streams.

#include <fmt/format.h>

#include <algorithm>

#include "analysis/expression/constants.h"
#include "analysis/query/relations/from.h"
#include "analysis/query/relations/versions.h"
#include "base/text.h"
#include "types/time/time_text.h"
#include "types/time/zone.h"

namespace paisql::analysis {
namespace {

using store::DataVersion;
using Versions = std::vector<DataVersion>;

constexpr int64_t kMsOfSecond = 1000;
constexpr const char* kTimeForms =
    "a time is '2026-11-21', '2026-11-21 08:00:00', '2026-11-21 08:00:00.123', "
    "current_timestamp(), getdate() - 3600 (seconds) or get_latest_timestamp('t', 2)";
constexpr const char* kNumberForms = "a version is a number from 1, or get_latest_version('t', 2)";

// What is not kept may be there when the statements before have run; a check then reads today's
// version in its place (AnalysisContext::versions_may_come).
Error OfVersions(Error error, const store::Table& table) {
  error.about = {ErrorSubject::Kind::kPartitionedRows, ToLower(table.QualifiedName())};
  return error;
}

Error NotKept(const store::Table& table, const std::string& what, const SourceRange& range) {
  return OfVersions(
      SemanticError(range,
                    fmt::format("table {} has no {} that is kept", table.QualifiedName(), what),
                    "SHOW HISTORY FOR TABLE " + table.name +
                        " lists the versions; the table's property acid.data.retain.hours, or "
                        "else odps.timemachine.retention.days, says for how long they are kept"),
      table);
}

// The call's name in lower case; "" for anything else.
std::string CalledName(const syntax::Expression& expression) {
  if (expression.kind != syntax::ExpressionKind::kCall) return "";
  return ToLower(syntax::As<syntax::Call>(expression).name.ToString());
}

// What one end of a clause says, for one table.
class EndReader {
 public:
  explicit EndReader(State& state) : state_(state) {}

  Result<int64_t> Number(const syntax::Expression& expression) {
    if (CalledName(expression) == "get_latest_version") {
      PAISQL_ASSIGN(const DataVersion latest, Latest(expression));
      return latest.number;
    }
    const std::optional<Value> value = ValueOf(expression);
    const std::optional<int64_t> number = value ? plan::IntegerOf(*value) : std::nullopt;
    if (number.has_value()) return *number;
    return SemanticError(expression.range, "this is not a version of a table", kNumberForms);
  }

  // UTC milliseconds.
  Result<int64_t> Time(const syntax::Expression& expression) {
    const std::string call = CalledName(expression);
    if (call == "get_latest_timestamp") {
      PAISQL_ASSIGN(const DataVersion latest, Latest(expression));
      return latest.made_ms;
    }
    if (call == "current_timestamp" || call == "getdate" || call == "now") {
      return Instant(state_.context.now, expression.range);
    }
    if (expression.kind == syntax::ExpressionKind::kBinary) return Sum(expression);
    const std::optional<Value> value = ValueOf(expression);
    const bool text =
        value && !value->is_null() &&
        (value->type.IsText() || value->type.id() == TypeId::kDate ||
         value->type.id() == TypeId::kDatetime || value->type.id() == TypeId::kTimestamp ||
         value->type.id() == TypeId::kTimestampNtz);
    if (!text) return SemanticError(expression.range, "this is not a point in time", kTimeForms);
    return Instant(value->as_text(), expression.range);
  }

 private:
  // getdate() - 3600: so many seconds.
  Result<int64_t> Sum(const syntax::Expression& expression) {
    const auto& sum = syntax::As<syntax::Binary>(expression);
    const bool plus = sum.op == syntax::BinaryOperator::kPlus;
    const bool known = plus || sum.op == syntax::BinaryOperator::kMinus;
    if (!known || sum.left->kind == syntax::ExpressionKind::kBinary) {
      return SemanticError(expression.range, "this is not a point in time", kTimeForms);
    }
    PAISQL_ASSIGN(const int64_t time, Time(*sum.left));
    const std::optional<Value> value = ValueOf(*sum.right);
    const std::optional<int64_t> seconds = value ? plan::IntegerOf(*value) : std::nullopt;
    int64_t milliseconds = 0;
    int64_t result = 0;
    if (!seconds || __builtin_mul_overflow(*seconds, kMsOfSecond, &milliseconds) ||
        (plus ? __builtin_add_overflow(time, milliseconds, &result)
              : __builtin_sub_overflow(time, milliseconds, &result))) {
      return SemanticError(sum.right->range, "this is not a number of seconds", kTimeForms);
    }
    return result;
  }

  // The value of a constant; errors stay with the state.
  std::optional<Value> ValueOf(const syntax::Expression& expression) {
    const Scope nothing(nullptr);
    ExpressionAnalyzer analyzer(state_, nothing,
                                {.name = "a version of a table", .subqueries = false});
    const plan::ExpressionPtr analysed = analyzer.Analyze(expression);
    if (IsFailed(analysed->type)) return std::nullopt;
    if (analysed->kind == plan::ExpressionKind::kCast) {
      return Fold(*plan::As<plan::Cast>(*analysed).operand);
    }
    return Fold(*analysed);
  }

  // A time of the session's zone as UTC milliseconds.
  Result<int64_t> Instant(const std::string& text, const SourceRange& range) {
    const std::string whole = ReadDate(text).has_value() ? text + " 00:00:00" : text;
    const std::optional<WallTime> wall = ReadTime(whole, kTimestampCastForm);
    if (!wall.has_value()) {
      return Error{ErrorCode::kInvalidDatetime, "'" + text + "' is not a point in time", range,
                   kTimeForms};
    }
    PAISQL_ASSIGN_AT(range, const TimeZone zone, TimeZone::Load(state_.context.time_zone));
    const int64_t near = wall->seconds - zone.OffsetAt(wall->seconds);
    const int64_t seconds = wall->seconds - zone.OffsetAt(near);
    return seconds * kMsOfSecond + wall->nanos / 1'000'000;
  }

  // get_latest_version('t') and get_latest_timestamp('t', n): the n-th last version with rows of
  // a statement.
  Result<DataVersion> Latest(const syntax::Expression& expression) {
    const auto& call = syntax::As<syntax::Call>(expression);
    const std::string name = CalledName(expression);
    if (call.arguments.empty() || call.arguments.size() > 2) {
      return Error{ErrorCode::kArgumentCount,
                   fmt::format("function {} needs at least 1, at most 2 parameters, actually "
                               "have {}",
                               name, call.arguments.size()),
                   expression.range, "write " + name + "('t') or " + name + "('t', 2)"};
    }
    const std::optional<Value> table_name = ValueOf(*call.arguments[0]);
    if (!table_name || table_name->is_null() || !table_name->type.IsText()) {
      return SemanticError(call.arguments[0]->range, name + " needs the name of a table",
                           "write it as a text: " + name + "('project.table')");
    }
    std::optional<int64_t> back = 1;
    if (call.arguments.size() == 2) {
      const std::optional<Value> value = ValueOf(*call.arguments[1]);
      back = value ? plan::IntegerOf(*value) : std::nullopt;
      if (!back || *back < 1) {
        return SemanticError(call.arguments[1]->range,
                             "the second parameter of " + name + " is a number from 1",
                             "1 is the last version, 2 the one before");
      }
    }
    syntax::QualifiedName written;
    written.range = call.arguments[0]->range;
    for (const std::string& part : Split(table_name->as_text(), '.')) {
      written.parts.push_back({std::string(Trim(part)), false, written.range});
    }
    PAISQL_ASSIGN(const store::Table table, FindTable(state_, written));
    PAISQL_ASSIGN(const Versions* versions, VersionsOf(state_, table, written.range));
    const auto count = static_cast<int64_t>(versions->size());
    // Version 1 is made by no statement that writes rows.
    const bool kept = *back <= count && (*versions)[count - *back].number > 1;
    if (!kept && state_.context.versions_may_come) return versions->back();
    if (!kept) return NotKept(table, fmt::format("version {} from the last", *back), written.range);
    return (*versions)[count - *back];
  }

  State& state_;
};

const DataVersion* LastUpTo(const Versions& versions, bool by_time, int64_t end) {
  const DataVersion* last = nullptr;
  for (const DataVersion& version : versions) {
    if ((by_time ? version.made_ms : version.number) <= end) last = &version;
  }
  return last;
}

std::string Words(const syntax::TableVersion& version, int64_t end) {
  return version.by_time ? "version of that time" : fmt::format("version {}", end);
}

Result<int64_t> EndOf(State& state, const syntax::TableVersion& version,
                      const syntax::Expression& end) {
  const size_t errors = state.errors.size();
  EndReader reader(state);
  Result<int64_t> read = version.by_time ? reader.Time(end) : reader.Number(end);
  // The expression's own errors say more.
  if (!read.ok() && state.errors.size() > errors) return state.errors.CutTo(errors);
  return read;
}

plan::RelationPtr HistoryScan(State& state, const store::Table& table,
                              const plan::HistoryRead& history, const SourceRange& range) {
  plan::RelationPtr scan = ScanOf(state, table, range);
  plan::As<plan::Scan>(*scan).history = history;
  return scan;
}

// The rows that the table holds after `to` and did not hold after `from`. Files that commits have
// rewritten hold old rows, too, so the rows of the files that they replaced are taken away.
Result<plan::RelationPtr> NewRows(State& state, const store::Table& table,
                                  plan::HistoryRead history, const SourceRange& range) {
  PAISQL_ASSIGN_AT(
      range, const std::optional<store::ChangedFiles> changed,
      store::VersionCatalog(state.names.catalog()).FilesBetween(table, history.from, history.to));
  if (!changed.has_value()) return NotKept(table, "such versions", range);
  history.kind = plan::HistoryRead::kAdded;
  plan::RelationPtr added = HistoryScan(state, table, history, range);
  if (changed->removed.files.empty()) return added;
  history.kind = plan::HistoryRead::kRemoved;
  auto rest = std::make_unique<plan::SetOperation>();
  rest->op = plan::SetOperator::kExcept;
  rest->all = true;
  rest->range = range;
  for (const plan::OutputColumn& column : added->output) {
    rest->output.push_back(state.Column(column.name, column.type));
  }
  rest->inputs.push_back(std::move(added));
  rest->inputs.push_back(HistoryScan(state, table, history, range));
  return plan::RelationPtr(std::move(rest));
}

}  // namespace

Result<const Versions*> VersionsOf(State& state, const store::Table& table,
                                   const SourceRange& range) {
  if (table.kind == store::TableKind::kView || !table.traits.transactional) {
    return SemanticError(range, table.QualifiedName() + " is not a transactional table",
                         "CREATE TABLE … TBLPROPERTIES ('transactional'='true') makes one; of any "
                         "table RESTORE TABLE t TO LSN 'n' AS t2 brings back an earlier state");
  }
  auto known = state.versions.find(table.id);
  if (known == state.versions.end()) {
    PAISQL_ASSIGN_AT(range, Versions versions,
                     store::VersionCatalog(state.names.catalog()).ListVersions(table.id));
    known = state.versions.emplace(table.id, std::move(versions)).first;
  }
  if (known->second.empty()) return NotKept(table, "version", range);
  return &known->second;
}

Result<DataVersion> VersionAt(State& state, const store::Table& table,
                              const syntax::TableVersion& version, const SourceRange& range) {
  PAISQL_ASSIGN(const Versions* versions, VersionsOf(state, table, range));
  PAISQL_ASSIGN(const int64_t end, EndOf(state, version, *version.to));
  const DataVersion* found = LastUpTo(*versions, version.by_time, end);
  const bool known = found != nullptr && (version.by_time || found->number == end);
  if (!known && state.context.versions_may_come) return versions->back();
  if (!known) return NotKept(table, Words(version, end), version.to->range);
  return *found;
}

Result<plan::RelationPtr> VersionRelation(State& state, const store::Table& table,
                                          const syntax::TableVersion& version,
                                          const SourceRange& range) {
  if (version.from == nullptr) {
    PAISQL_ASSIGN(const DataVersion at, VersionAt(state, table, version, range));
    return HistoryScan(state, table, {.to = at.last_snapshot}, range);
  }
  PAISQL_ASSIGN(const Versions* versions, VersionsOf(state, table, range));
  PAISQL_ASSIGN(const int64_t from, EndOf(state, version, *version.from));
  PAISQL_ASSIGN(const int64_t to, EndOf(state, version, *version.to));
  const DataVersion* first = LastUpTo(*versions, version.by_time, from);
  // Before its version 1 the table held nothing, as it did then.
  const bool from_front = versions->front().number == 1 || state.context.versions_may_come;
  if (first == nullptr && from_front) first = &versions->front();
  if (first == nullptr) {
    return NotKept(table, Words(version, from), version.from->range);
  }
  const DataVersion* last = LastUpTo(*versions, version.by_time, std::max(from, to));
  if (last == nullptr) last = first;
  return NewRows(state, table, {.from = first->last_snapshot, .to = last->last_snapshot}, range);
}

Result<plan::RelationPtr> StreamRelation(State& state, const store::Stream& stream,
                                         const SourceRange& range) {
  PAISQL_ASSIGN_AT(range, const std::optional<store::Table> table,
                   store::VersionCatalog(state.names.catalog()).TableOf(stream));
  if (!table.has_value()) {
    return Error{ErrorCode::kInvalidTable,
                 "the table of stream " + stream.QualifiedName() + " was dropped", range,
                 "UNDROP TABLE brings it back; DROP STREAM " + stream.name + " removes the stream"};
  }
  PAISQL_TRY(CheckRead(state, *table, range));
  PAISQL_ASSIGN(const Versions* versions, VersionsOf(state, *table, range));
  auto offset = std::find_if(versions->begin(), versions->end(),
                             [&](const DataVersion& one) { return one.number == stream.offset; });
  if (offset == versions->end() && state.context.versions_may_come) offset = versions->begin();
  if (offset == versions->end()) {
    return OfVersions(
        SemanticError(range,
                      fmt::format("version {} of table {} is not kept any more, from which stream "
                                  "{} reads on",
                                  stream.offset, table->QualifiedName(), stream.QualifiedName()),
                      fmt::format("ALTER STREAM {} VERSION AS OF {} goes on from there",
                                  stream.name, versions->front().number)),
        *table);
  }
  const DataVersion& newest = versions->back();
  return NewRows(state, *table,
                 {.from = offset->last_snapshot,
                  .to = newest.last_snapshot,
                  .stream_id = stream.id,
                  .stream_from = stream.offset,
                  .stream_to = newest.number},
                 range);
}

}  // namespace paisql::analysis
