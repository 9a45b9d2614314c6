#include "session/statements/confirm.h"

#include <fmt/format.h>

#include "base/display/amounts.h"
#include "session/sink.h"

namespace paisql::session {

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
  const std::string rows = CountText(loss.rows);
  const std::string bytes = BytesText(loss.bytes);
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
  if (!run.state.stop_token().stop_requested()) run.outcome.declined = refused;
  return Error{ErrorCode::kInstanceCancelled, std::move(refused), range, ""};
}

}  // namespace paisql::session
