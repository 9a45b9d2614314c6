#include "pai/classic/learning/learning_rows.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/learning/learning_checks.h"
#include "pai/classic/learning/output_columns.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kGlmNames = {"glm"};

constexpr auto kGlmParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        Parameter{"outputModelTableName", ParameterType::kTable, true, "", "",
                  "The table that the model becomes: kind, name, value."},
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column that the model learns to tell."},
        Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                  "The columns that it learns from; all columns of numbers but the label without "
                  "it."},
        Parameter{"distribute", ParameterType::kText, false, "gamma", "",
                  "How the label is distributed.",
                  "gamma gaussian normal poisson binomial inverse_gaussian tweedie"},
        Parameter{"varPower", ParameterType::kNumber, false, "0", "",
                  "The power of the variance of distribute=tweedie."},
        Parameter{"link", ParameterType::kText, false, "log", "",
                  "What of the mean is linear in the features.",
                  "log identity inverse logit probit cloglog power"},
        Parameter{"linkPower", ParameterType::kNumber, false, "1", "", "The power of link=power."},
        Parameter{"maxIter", ParameterType::kInteger, false, "100", "",
                  "How many rounds there are at most.", "", "", "[1,)"},
        Parameter{"epsilon", ParameterType::kNumber, false, "0.000001", "",
                  "A round that changes the deviance less is the last.", "", "", "(0,)"},
    },
    kTuningParameters);

Result<std::vector<store::Column>> GlmModelColumns(const Parameters&, const BuildContext&,
                                                   const SchemaSource&) {
  return OutputColumns(
      {{"kind", TypeId::kString}, {"name", TypeId::kString}, {"value", TypeId::kDouble}});
}

constexpr std::array kGlmPorts = {
    kInputPort,
    Port{"outputModelTableName", PortKind::kOutputTable, "", "", GlmModelColumns},
};

constexpr std::string_view kGlmExample = R"(CREATE TABLE claims (age DOUBLE, amount DOUBLE);
INSERT INTO claims VALUES (20, 410), (30, 305), (40, 260), (50, 180), (60, 140);
PAI -name {name} -DinputTableName=claims -DfeatureColNames=age -DlabelColName=amount
    -Ddistribute=gamma -Dlink=log -DoutputModelTableName=claims_model;
SELECT kind, name, ROUND(value, 3) FROM claims_model ORDER BY kind, name LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kGlmPredictNames = {"glm_predict"};

constexpr auto kGlmPredictParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"inputModelTableName", ParameterType::kTable, true, "", "",
                  "The table that glm has made."},
        Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                  "The columns that the model reads: those of its training's names, or as many in "
                  "the same order."},
        Parameter{"appendColNames", ParameterType::kColumns, false, "", "",
                  "The columns of the input that the output has, too; all without it."},
    },
    kTuningParameters);

Result<std::vector<store::Column>> GlmPredictColumns(const Parameters& parameters,
                                                     const BuildContext& context,
                                                     const SchemaSource& source) {
  const std::vector<store::Column>& input = source.Of("inputTableName");
  return WithAppended(parameters, context, input, "appendColNames",
                      {{"conclusion", TypeId::kDouble}}, Appended::kAll);
}

constexpr std::array kGlmPredictPorts = {
    kInputPort,
    Port{"inputModelTableName", PortKind::kInputTable},
    Port{"outputTableName", PortKind::kOutputTable, "", "", GlmPredictColumns,
         "outputTablePartition"},
};

constexpr std::string_view kGlmPredictExample = R"(CREATE TABLE claims (age DOUBLE, amount DOUBLE);
INSERT INTO claims VALUES (20, 410), (30, 305), (40, 260), (50, 180), (60, 140);
PAI -name glm -DinputTableName=claims -DlabelColName=amount -DoutputModelTableName=claims_model;
PAI -name {name} -DinputTableName=claims -DinputModelTableName=claims_model -DoutputTableName=told;
SELECT age, amount, ROUND(conclusion, 1) FROM told ORDER BY age LIMIT 10;
)";

const std::array kGlm = {
    Component{"Generalized linear model", kGlmNames, "", 0,
              "Trains a generalized linear model, which becomes a table.", kGlmParameters,
              kGlmPorts, LearnerBuild{"paisql.learners.glm", LearnerCall::kFit, "", CheckTraining},
              "", kGlmExample, true},
    Component{"Prediction of a generalized linear model", kGlmPredictNames, "", 0,
              "Appends to rows what a model that glm has made says of them.", kGlmPredictParameters,
              kGlmPredictPorts, LearnerBuild{"paisql.learners.glm", LearnerCall::kPredict, ""}, "",
              kGlmPredictExample, true},
};

}  // namespace

std::span<const Component> GlmComponents() { return kGlm; }

}  // namespace paisql::pai
