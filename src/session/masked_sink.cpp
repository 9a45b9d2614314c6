#include "session/masked_sink.h"

namespace paisql::session {

Status MaskedSink::Show(const Answer& answer) {
  if (!answers_ || made_.secrets.empty()) return sink_.Show(answer);
  Answer masked = answer;
  masked.text = made_.secrets.Mask(answer.text);
  for (auto& row : masked.rows) {
    for (std::optional<std::string>& cell : row) {
      if (cell.has_value()) cell = made_.secrets.Mask(*cell);
    }
  }
  return sink_.Show(masked);
}

}  // namespace paisql::session
