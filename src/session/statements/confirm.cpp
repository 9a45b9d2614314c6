#include "session/statements/confirm.h"

#include <fmt/format.h>

namespace paisql::session {

namespace {

// The number with a letter for its thousands; up to `exact` it is written in full.
std::string Shortened(int64_t number, int64_t exact, std::string_view unit) {
  constexpr std::string_view kLetters = "KMGTPE";
  if (number <= exact) return fmt::format("{}{}{}", number, unit.empty() ? "" : " ", unit);
  auto value = static_cast<double>(number);
  size_t letter = 0;
  for (value /= 1000; value >= 999.95 && letter + 1 < kLetters.size(); value /= 1000) ++letter;
  return fmt::format("{:.1f} {}{}", value, kLetters[letter], unit);
}

}  // namespace

std::string ShortCount(int64_t count) { return Shortened(count, 9999, ""); }

std::string ShortBytes(int64_t bytes) { return Shortened(bytes, 999, "B"); }

Result<Loss> LossOf(const store::Table& table, Run& run) {
  store::Catalog& catalog = run.state.catalog();
  Loss loss;
  PAISQL_ASSIGN(const store::Catalog::Size size, catalog.TableSize(table.id));
  loss.rows = size.rows;
  loss.bytes = size.bytes;
  if (!table.partitioned()) return loss;
  PAISQL_ASSIGN(const std::vector<store::Partition> partitions, catalog.ListPartitions(table.id));
  loss.partitions = static_cast<int64_t>(partitions.size());
  return loss;
}

Result<Loss> LossOf(const store::Table& table, const std::vector<int64_t>& partitions, Run& run) {
  Loss loss;
  loss.partitions = static_cast<int64_t>(partitions.size());
  for (const int64_t id : partitions) {
    PAISQL_ASSIGN(const store::Catalog::Size size, run.state.catalog().TableSize(table.id, id));
    loss.rows += size.rows;
    loss.bytes += size.bytes;
  }
  return loss;
}

Status ConfirmLoss(std::string_view what, const Loss& loss, const SourceRange& range, Run& run) {
  const int64_t unasked = run.state.settings().GetCount("paisql.confirm").value_or(0);
  if (unasked == 0 || loss.rows <= unasked) return Status::Ok();
  const std::string rows = ShortCount(loss.rows);
  const std::string bytes = ShortBytes(loss.bytes);
  // Whole texts, so that the table of messages can have them.
  const std::string question =
      loss.partitions == 0 ? fmt::format("{} loses {} rows, {}. Go on?", what, rows, bytes)
      : loss.partitions == 1
          ? fmt::format("{} loses 1 partition, {} rows, {}. Go on?", what, rows, bytes)
          : fmt::format("{} loses {} partitions, {} rows, {}. Go on?", what, loss.partitions, rows,
                        bytes);
  return Confirm(question, fmt::format("{} was not confirmed, nothing is lost", what), range, run);
}

Status Confirm(std::string question, std::string refused, const SourceRange& range, Run& run) {
  if (!run.state.options().interactive || run.state.checking()) return Status::Ok();
  if (run.sink.Confirm({std::move(question)}, run.state.stop_token())) return Status::Ok();
  return Error{ErrorCode::kInstanceCancelled, std::move(refused), range, ""};
}

}  // namespace paisql::session
