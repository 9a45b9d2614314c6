#include "pai/classic/learning/learning_checks.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 3> kSingleColumns = {"labelColName", "weightCol",
                                                            "groupIDColName"};

Status CheckSparse(const Parameters& parameters, const std::vector<store::Column>& features) {
  const SourceRange place = parameters.PlaceOf("featureColNames");
  if (features.size() != 1) {
    return Wrong(place, "with enableSparse=true, featureColNames is one column",
                 "name the column of texts such as 1:0.5,7:1");
  }
  if (features.front().type.IsText()) return Status::Ok();
  return Wrong(place,
               "column " + features.front().name + " is a " + features.front().type.ToString() +
                   ", and enableSparse=true reads texts such as 1:0.5,7:1",
               "leave out enableSparse for columns of numbers");
}

}  // namespace

Status CheckTraining(const Parameters& parameters, const BuildContext& context,
                     const SchemaSource& source) {
  for (const std::string_view name : kSingleColumns) {
    if (parameters.Find(name) == nullptr) continue;
    PAISQL_TRY(OneColumn(parameters, context, name, source.first));
  }
  if (parameters.Find("featureColNames") == nullptr) return Status::Ok();
  PAISQL_ASSIGN(const std::vector<store::Column> features,
                Selected(parameters, context, "featureColNames", source.first));
  if (parameters.IsTrue("enableSparse")) return CheckSparse(parameters, features);
  return NeedNumbers(parameters, "featureColNames", features);
}

}  // namespace paisql::pai
