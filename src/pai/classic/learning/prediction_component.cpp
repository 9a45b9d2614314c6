#include "pai/classic/learning/prediction_component.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kPredictionNames = {"prediction"};

constexpr auto kPredictionParameters =
    Together(kInputOutputParameters,
             std::array{
                 Parameter{"modelName", ParameterType::kText, true, "", "",
                           "The model that a training component has made."},
                 Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                           "The columns that the model reads: those of its training's names, or as "
                           "many in the same order."},
                 Parameter{"appendColNames", ParameterType::kColumns, false, "", "",
                           "The columns of the input that the output has, too."},
                 Parameter{"resultColName", ParameterType::kText, false, "prediction_result", "",
                           "The column with the most probable class; NULL for a regression."},
                 Parameter{"scoreColName", ParameterType::kText, false, "prediction_score", "",
                           "The column with its probability, or with the value of a regression."},
                 Parameter{"detailColName", ParameterType::kText, false, "prediction_detail", "",
                           "The column with all of it as a JSON object."},
             },
             kSparseParameters, kTuningParameters);

Result<DataType> ResultType(const SchemaSource& source) {
  const std::string type = source.Fact("modelName", "label_type");
  return type.empty() ? DataType(TypeId::kString) : ParseDataType(type);
}

// The columns of appendColNames, and the three of the prediction.
Result<std::vector<store::Column>> PredictionColumns(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const SchemaSource& source) {
  const std::vector<store::Column>& input = source.Of("inputTableName");
  PAISQL_TRY(SelectedOrNone(parameters, context, "featureColNames", input));
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                HandedOn(parameters, context, "appendColNames", input));
  PAISQL_ASSIGN(const DataType result, ResultType(source));
  const std::array added = {std::pair{"resultColName", result},
                            std::pair{"scoreColName", DataType(TypeId::kDouble)},
                            std::pair{"detailColName", DataType(TypeId::kString)}};
  for (const auto& [parameter, type] : added) {
    const std::string name = parameters.Text(parameter);
    if (HasColumn(columns, name)) {
      return Wrong(parameters.PlaceOf(parameter), "the output would have two columns " + name,
                   "give -D" + std::string(parameter) + " another name");
    }
    columns.push_back(NewColumn(name, type));
  }
  return Renumbered(columns);
}

constexpr std::array kPredictionPorts = {
    kInputPort,
    kModelInPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", PredictionColumns,
         "outputTablePartition"},
};

constexpr std::string_view kPredictionExample =
    R"(CREATE TABLE points (x DOUBLE, y DOUBLE, kind STRING);
INSERT INTO points VALUES (1, 2, 'low'), (2, 1, 'low'), (7, 8, 'high'), (8, 9, 'high');
PAI -name xgboost -DinputTableName=points -DfeatureColNames="x,y" -DlabelColName=kind
    -Dmin_child_weight=0 -DmodelName=kinds;
PAI -name {name} -DinputTableName=points -DmodelName=kinds -DappendColNames="x,kind"
    -DoutputTableName=told;
SELECT * FROM told ORDER BY x LIMIT 10;
)";

const std::array kPrediction = {
    Component{"Prediction", kPredictionNames, "", 0,
              "Appends to rows what a model says of them: class, probability, all probabilities.",
              kPredictionParameters, kPredictionPorts,
              LearnerBuild{"paisql.learners.prediction", LearnerCall::kPredict, kPredictedFormats},
              "", kPredictionExample, true},
};

}  // namespace

std::span<const Component> PredictionComponents() { return kPrediction; }

}  // namespace paisql::pai
