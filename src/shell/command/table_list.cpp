// What \dt shows of a project: its tables and views with what one wants to know before choosing
// one. The catalog knows all of it, so no file is opened.

#include "shell/command/handlers.h"

#include <algorithm>

#include "base/display/amounts.h"
#include "base/display/columns.h"
#include "base/text.h"
#include "session/display/fitted_box.h"
#include "session/display/layout.h"
#include "store/catalog_names.h"
#include "types/time/zone.h"

namespace paisql::shell {

namespace {

using Facts = store::CatalogNames::TableFacts;
using session::Answer;
using session::ColumnRoom;

constexpr const char* kColumns[] = {"name",       "kind",    "rows",   "size",
                                    "partitions", "changed", "comment"};
// The most important columns come first; a narrow terminal leaves out the last ones.
constexpr ColumnRoom kRooms[] = {
    {"name", 12}, {"rows"}, {"size"}, {"partitions"}, {"comment", 10}, {"changed"}, {"kind"},
};
constexpr size_t kNumbers[] = {2, 3, 4};  // among kColumns

constexpr int kPatienceMs = 10'000;

// A number that a view, or a table without partitions, does not have is an empty cell.
std::vector<std::optional<std::string>> Cells(const Facts& facts, const TimeZone& zone,
                                              std::string (*count)(int64_t),
                                              std::string (*bytes)(int64_t)) {
  const auto of_table = [&](bool has, std::string text) {
    return std::optional<std::string>(has ? std::move(text) : "");
  };
  return {facts.name,
          facts.view ? "view" : "table",
          of_table(!facts.view, count(facts.rows)),
          of_table(!facts.view, bytes(facts.bytes)),
          of_table(facts.partitioned, count(facts.partitions)),
          zone.Format(facts.last_modified_ms / 1000),
          facts.comment};
}

std::string Plain(int64_t number) { return std::to_string(number); }

// Numbers end at the right.
void AlignNumbers(Answer& answer) {
  for (const size_t column : kNumbers) {
    size_t widest = answer.columns[column].size();
    for (const auto& row : answer.rows) widest = std::max(widest, row[column]->size());
    for (auto& row : answer.rows) {
      const bool known = !row[column]->empty();
      if (known) row[column]->insert(0, widest - row[column]->size(), ' ');
    }
  }
}

std::string Total(const std::vector<Facts>& tables) {
  Facts sum;
  const auto views =
      std::count_if(tables.begin(), tables.end(), [](const Facts& facts) { return facts.view; });
  for (const Facts& facts : tables) {
    sum.rows += facts.rows;
    sum.bytes += facts.bytes;
  }
  std::string text = Counted(std::ssize(tables) - views, "table");
  if (views > 0) text += ", " + Counted(views, "view");
  return text + ", " + RowsText(sum.rows) + ", " + BytesText(sum.bytes) + "\n";
}

std::string TextOf(const std::vector<Facts>& tables, const TimeZone& zone, int columns) {
  constexpr size_t kCommentWidth = 60;  // where no terminal says how wide it is
  Answer shown;
  shown.columns.assign(std::begin(kColumns), std::end(kColumns));
  for (const Facts& facts : tables) {
    auto& row = shown.rows.emplace_back(Cells(facts, zone, GroupedText, BytesText));
    row.back() = columns == 0 ? session::OneLine(facts.comment, kCommentWidth)
                              : session::Visible(facts.comment);
  }
  AlignNumbers(shown);
  if (columns == 0) return session::Box(shown) + Total(tables);
  std::vector<std::string> left_out;
  std::string text = session::FittedBox(shown, kRooms, columns, &left_out) + Total(tables);
  std::erase_if(left_out, [&](const std::string& name) {
    const size_t at =
        static_cast<size_t>(std::ranges::find(shown.columns, name) - shown.columns.begin());
    return std::ranges::all_of(shown.rows, [&](const auto& row) { return row[at]->empty(); });
  });
  if (left_out.empty()) return text;
  return text + session::OneLine("without " + Join(left_out, ", "), static_cast<size_t>(columns)) +
         "\n";
}

}  // namespace

int ShowTableList(const std::string& pattern, bool views_only, CommandContext& context) {
  const auto show = [&]() -> Status {
    PAISQL_ASSIGN(const std::unique_ptr<store::CatalogNames> names,
                  store::CatalogNames::Open(store::Home::LookAt(context.home), kPatienceMs));
    PAISQL_ASSIGN(std::vector<Facts> tables, names->AllTables(context.session.project()));
    std::erase_if(tables, [&](const Facts& facts) {
      return (views_only && !facts.view) ||
             (!pattern.empty() && !MatchesStarPattern(pattern, facts.name));
    });
    const Result<TimeZone> zone = TimeZone::Load(context.session.Setting("odps.sql.timezone"));
    Answer answer;
    answer.columns.assign(std::begin(kColumns), std::end(kColumns));
    const TimeZone shown = zone.ok() ? *zone : TimeZone();
    for (const Facts& facts : tables) answer.rows.push_back(Cells(facts, shown, Plain, Plain));
    answer.text = TextOf(tables, shown, context.sink.columns());
    PAISQL_TRY(context.sink.Show(answer));
    context.sink.Done();
    return Status::Ok();
  };
  Status shown = show();
  return shown.ok() ? script::kExitDone : Report(std::move(shown).error(), context);
}

}  // namespace paisql::shell
