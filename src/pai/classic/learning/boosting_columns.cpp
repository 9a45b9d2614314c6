#include "pai/classic/learning/boosting_columns.h"

#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

std::vector<store::Column> TwoColumns(store::Column first, store::Column second) {
  first.id = 1;
  second.id = 2;
  return {std::move(first), std::move(second)};
}

}  // namespace

Result<std::vector<store::Column>> ImportanceColumns(const Parameters&, const BuildContext&,
                                                     const SchemaSource&) {
  return TwoColumns(NewColumn("col", TypeId::kString), NewColumn("importance", TypeId::kDouble));
}

Result<std::vector<store::Column>> NumberedColumns(const Parameters&, const BuildContext&,
                                                   const SchemaSource&) {
  return TwoColumns(NewColumn("id", TypeId::kBigint), NewColumn("value", TypeId::kDouble));
}

Result<std::vector<store::Column>> PackedColumns(const Parameters&, const BuildContext&,
                                                 const SchemaSource&) {
  return TwoColumns(NewColumn("id", TypeId::kBigint), NewColumn("value", TypeId::kBigint));
}

}  // namespace paisql::pai
