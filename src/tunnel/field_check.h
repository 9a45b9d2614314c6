#pragma once

// A text field of a file, judged against a column's type: either it becomes a value that the engine
// takes without loss, or there is a reason why not.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "store/types.h"
#include "tunnel/date_pattern.h"
#include "types/number/number_text.h"
#include "types/time/zone.h"

namespace paisql::engine {
class RowAppender;
}

namespace paisql::tunnel {

// A number, or the canonical text of the type. A BOOLEAN is 0 or 1, a DATETIME mostly its
// microseconds on the wall clock.
using FieldValue = std::variant<std::string_view, int64_t, double>;

// nullopt: NULL.
void AppendCell(const std::optional<FieldValue>& cell, engine::RowAppender& appender);

class FieldCheck {
 public:
  // kUnsupported for a column whose type has no text form in files.
  // The zone is that of the texts that are made of times of ISO 8601 with an offset.
  static Result<FieldCheck> ForColumn(const store::Column& column, const DatePattern& pattern,
                                      const TimeZone& zone);

  // "" and the value in `out` (a text may alias the field), or the reason, such as "'x' is
  // not a BIGINT".
  std::string Check(std::string_view field, FieldValue& out);

 private:
  FieldCheck(const store::Column& column, const DatePattern& pattern, const TimeZone& zone)
      : name_(column.name), type_(column.type), pattern_(pattern), zone_(zone) {}
  std::string Refuse(std::string_view field) const;
  std::string OutOfRange(std::string_view field) const;
  // "" unless the text is not a number, or not one of the type.
  std::string Judge(FieldFit fit, std::string_view field) const;
  template <typename T>
  std::string CheckInteger(std::string_view field, FieldValue& out);
  std::string CheckReal(std::string_view field, FieldValue& out);
  std::string CheckDecimal(std::string_view field, FieldValue& out);
  std::string CheckText(std::string_view field, FieldValue& out) const;
  std::string CheckBoolean(std::string_view field, FieldValue& out) const;
  std::string CheckDate(std::string_view field, FieldValue& out) const;
  std::string CheckDatetime(std::string_view field, FieldValue& out);
  std::string CheckTimestamp(std::string_view field, FieldValue& out);
  // False for what is not a time of ISO 8601 with so many digits of a second.
  bool TakeIsoTime(std::string_view field, size_t most_fraction_digits, FieldValue& out);

  std::string name_;
  DataType type_;
  DatePattern pattern_;
  TimeZone zone_;
  std::string scratch_;  // holds a canonical text that differs from the field
};

}  // namespace paisql::tunnel
