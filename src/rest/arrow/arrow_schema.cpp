#include "rest/arrow/arrow_schema.h"

#include "engine/arrow/schema.h"

namespace paisql::rest {

namespace {

constexpr engine::TypeFormats kClientFormats = {.nothing = "u",
                                                .text = "u",
                                                .binary = "z",
                                                .datetime = "tsm:",
                                                .timestamp = "tsn:",
                                                .day_time = nullptr,
                                                .list = "+l"};

}  // namespace

ArrowSchema ClientSchema(const std::vector<engine::ResultColumn>& columns, TimestampForm form) {
  std::vector<ArrowSchema> children;
  for (const engine::ResultColumn& column : columns) {
    const bool is_time =
        column.type.id() == TypeId::kTimestamp || column.type.id() == TypeId::kTimestampNtz;
    children.push_back(is_time && form == TimestampForm::kStruct
                           ? engine::SecondsSchema(column.name)
                           : engine::ColumnSchema(column.type, column.name, kClientFormats));
  }
  return engine::MakeSchema("+s", "", std::move(children), false);
}

}  // namespace paisql::rest
