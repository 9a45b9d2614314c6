#include "pai/classic/learning/learning_rows.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/learning/learning_checks.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array kLinearParameters = {
    Parameter{"regularizedLevel", ParameterType::kNumber, false, "1.0", "",
              "The factor of the penalty.", "", "", "[0,)"},
    Parameter{"maxIter", ParameterType::kInteger, false, "100", "",
              "How many rounds of L-BFGS there are at most.", "", "", "[1,)"},
    Parameter{"epsilon", ParameterType::kNumber, false, "0.000001", "",
              "A round that changes the value less ends the search.", "", "", "(0,)"},
};

constexpr Parameter PenaltyParameter(std::string_view default_value) {
  return {"regularizedType",
          ParameterType::kText,
          false,
          default_value,
          "",
          "The penalty of large weights: the sum of their sizes (l1) or half of that of their "
          "squares (l2).",
          "l1 l2 None"};
}

// Logistic regression.

constexpr std::array<std::string_view, 1> kTwoClassNames = {"logisticregression_binary"};
constexpr std::array<std::string_view, 1> kManyClassNames = {"logisticregression_multi"};
constexpr std::array<std::string_view, 1> kOldLogisticNames = {"LogisticRegression"};

constexpr auto kTwoClassParameters = Together(
    kTrainingParameters,
    std::array{PenaltyParameter("l1"),
               Parameter{"goodValue", ParameterType::kText, false, "", "",
                         "The label whose probability grows with positive weights; without "
                         "it the last of the two in their order."},
               Parameter{"verboseTableName", ParameterType::kText, false, "",
                         "the platform does not publish what it writes into that table",
                         "Is accepted as in public scripts; no table is made."}},
    kLinearParameters, kSparseParameters, kTuningParameters);

constexpr auto kManyClassParameters = Together(
    kTrainingParameters,
    std::array{PenaltyParameter("l1"),
               Parameter{"goodValue", ParameterType::kText, false, "",
                         "every class is told from the others, none of them is the good one",
                         "Is accepted as in examples of the platform."}},
    kLinearParameters, kSparseParameters, kTuningParameters);

constexpr auto kOldLogisticParameters =
    Together(kTwoClassParameters,
             std::array{Parameter{"twoClassification", ParameterType::kBoolean, false, "false", "",
                                  "The label has two classes, and goodValue may name one."}});

constexpr std::array kTrainingPorts = {kInputPort, kModelOutPort};

constexpr std::string_view kTwoClassExample =
    R"(CREATE TABLE clients (age DOUBLE, calls DOUBLE, buys BIGINT);
INSERT INTO clients VALUES (20, 1, 0), (25, 3, 0), (31, 2, 0), (44, 5, 1), (47, 9, 1), (52, 8, 0), (58, 9, 1);
PAI -name {name} -DinputTableName=clients -DfeatureColNames="age,calls" -DlabelColName=buys
    -DgoodValue=1 -DregularizedType=l2 -DmodelName=buyers;
PAI -name prediction -DinputTableName=clients -DmodelName=buyers -DappendColNames=buys
    -DoutputTableName=told;
SELECT buys, prediction_result, ROUND(prediction_score, 4) FROM told ORDER BY prediction_score LIMIT 10;
)";

constexpr std::string_view kManyClassExample =
    R"(CREATE TABLE flowers (width DOUBLE, length DOUBLE, kind STRING);
INSERT INTO flowers VALUES (0.2, 1.4, 'setosa'), (0.3, 1.5, 'setosa'), (1.4, 4.7, 'versicolor'),
    (1.5, 4.9, 'versicolor'), (2.1, 5.8, 'virginica'), (2.5, 6.1, 'virginica');
PAI -name {name} -DinputTableName=flowers -DfeatureColNames="width,length" -DlabelColName=kind
    -DregularizedType=None -DmodelName=kinds;
PAI -name prediction -DinputTableName=flowers -DmodelName=kinds -DappendColNames=kind
    -DoutputTableName=told;
SELECT kind, prediction_result, ROUND(prediction_score, 3) FROM told ORDER BY kind LIMIT 10;
)";

// Linear regression.

constexpr std::array<std::string_view, 1> kLinearRegressionNames = {"linearregression"};

constexpr auto kLinearRegressionParameters = Together(
    kTrainingParameters,
    std::array{PenaltyParameter("None"),
               Parameter{"outputTableName", ParameterType::kTable, false, "", "",
                         "The table about the fit: colname, value, tscore, pvalue, "
                         "confidenceinterval, p. enableFitGoodness=true needs it."},
               Parameter{"enableFitGoodness", ParameterType::kBoolean, false, "false", "",
                         "The table has r squared, AIC and other numbers about the fit."},
               Parameter{"enableCoefficientEstimate", ParameterType::kBoolean, false, "false", "",
                         "The table has t, p and an interval for each weight, too."}},
    kLinearParameters, kSparseParameters, kTuningParameters);

Result<std::vector<store::Column>> FitColumns(const Parameters&, const BuildContext&,
                                              const SchemaSource&) {
  return OutputColumns({{"colname", TypeId::kString},
                        {"value", TypeId::kDouble},
                        {"tscore", TypeId::kDouble},
                        {"pvalue", TypeId::kDouble},
                        {"confidenceinterval", TypeId::kString},
                        {"p", TypeId::kString}});
}

// The table about the fit needs a name.
Status CheckLinearRegression(const Parameters& parameters, const BuildContext& context,
                             const SchemaSource& source) {
  PAISQL_TRY(CheckTraining(parameters, context, source));
  if (!parameters.IsTrue("enableFitGoodness") || parameters.Find("outputTableName") != nullptr) {
    return Status::Ok();
  }
  return Wrong(parameters.PlaceOf("enableFitGoodness"),
               "enableFitGoodness=true writes the table outputTableName, which is not given",
               "name it with -DoutputTableName");
}

constexpr std::array kLinearRegressionPorts = {
    kInputPort,
    kModelOutPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", FitColumns},
};

constexpr std::string_view kLinearRegressionExample =
    R"(CREATE TABLE houses (rooms BIGINT, metres DOUBLE, price DOUBLE);
INSERT INTO houses VALUES (2, 48, 210), (3, 71, 300), (3, 80, 315), (4, 95, 402), (5, 130, 520), (6, 128, 555);
PAI -name {name} -DinputTableName=houses -DfeatureColNames="rooms,metres" -DlabelColName=price
    -DmodelName=prices -DoutputTableName=fit -DenableFitGoodness=true -DenableCoefficientEstimate=true;
SELECT colname, ROUND(value, 4), pvalue FROM fit ORDER BY p, colname LIMIT 20;
PAI -name prediction -DinputTableName=houses -DmodelName=prices -DappendColNames=price
    -DoutputTableName=told;
SELECT price, ROUND(prediction_score, 2) FROM told ORDER BY price LIMIT 10;
)";

// Linear support vector machines.

constexpr std::array<std::string_view, 1> kLinearSvmNames = {"LinearSVM"};

constexpr auto kLinearSvmParameters = Together(
    kTrainingParameters,
    std::array{
        Parameter{"positiveLabel", ParameterType::kText, false, "", "",
                  "The label on the positive side; without it the last of the two in their order."},
        Parameter{"epsilon", ParameterType::kNumber, false, "0.001", "",
                  "How near the search comes to the best plane.", "", "", "(0,1)"},
        Parameter{"positiveCost", ParameterType::kNumber, false, "", "",
                  "How much a row of positiveLabel on the wrong side costs; cost without it.", "",
                  "", "(0,)"},
        Parameter{"negativeCost", ParameterType::kNumber, false, "", "",
                  "How much another row on the wrong side costs; cost without it.", "", "", "(0,)"},
        Parameter{"cost", ParameterType::kNumber, false, "1.0", "",
                  "positiveCost and negativeCost at once.", "", "", "(0,)"},
    },
    kTuningParameters);

constexpr std::string_view kLinearSvmExample =
    R"(CREATE TABLE points (x DOUBLE, y DOUBLE, side STRING);
INSERT INTO points VALUES (1, 2, 'left'), (2, 1, 'left'), (3, 2, 'left'), (6, 4, 'right'),
    (7, 6, 'right'), (8, 5, 'right');
PAI -name {name} -DinputTableName=points -DfeatureColNames="x,y" -DlabelColName=side
    -DpositiveLabel=right -DmodelName=sides;
PAI -name prediction -DinputTableName=points -DmodelName=sides -DappendColNames="x,side"
    -DoutputTableName=told;
SELECT x, side, prediction_result FROM told ORDER BY x LIMIT 10;
)";

// What the columns of a linear model tell.

constexpr std::array<std::string_view, 1> kLinearImportanceNames = {
    "regression_feature_importance"};

constexpr auto kLinearImportanceParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"modelName", ParameterType::kText, true, "", "",
                  "The model of linearregression, or of a logistic regression of two classes."},
        Parameter{"labelColName", ParameterType::kColumn, false, "",
                  "the importance follows from the weights and the columns they belong to",
                  "Is accepted as in examples of the platform."},
        Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                  "The columns that the model reads: those of its training's names, or as many in "
                  "the same order."},
    },
    kSparseParameters, kTuningParameters);

Result<std::vector<store::Column>> LinearImportanceColumns(const Parameters& parameters,
                                                           const BuildContext& context,
                                                           const SchemaSource& source) {
  PAISQL_TRY(SelectedOrNone(parameters, context, "featureColNames", source.first));
  return OutputColumns(
      {{"col", TypeId::kString}, {"weight", TypeId::kDouble}, {"importance", TypeId::kDouble}});
}

constexpr std::array kLinearImportancePorts = {
    kInputPort,
    kModelInPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", LinearImportanceColumns,
         "outputTablePartition"},
};

constexpr std::string_view kLinearImportanceExample =
    R"(CREATE TABLE houses (rooms BIGINT, metres DOUBLE, price DOUBLE);
INSERT INTO houses VALUES (2, 48, 210), (3, 71, 300), (3, 80, 315), (4, 95, 402), (5, 130, 520), (6, 128, 555);
PAI -name linearregression -DinputTableName=houses -DfeatureColNames="rooms,metres" -DlabelColName=price
    -DmodelName=prices;
PAI -name {name} -DinputTableName=houses -DlabelColName=price -DmodelName=prices
    -DoutputTableName=importance;
SELECT col, ROUND(weight, 4), ROUND(importance, 4) FROM importance ORDER BY col LIMIT 10;
)";

const std::array kLinear = {
    Component{"Logistic regression of two classes", kTwoClassNames, "", 0,
              "Trains a logistic regression that tells two classes apart.", kTwoClassParameters,
              kTrainingPorts,
              LearnerBuild{"paisql.learners.logistic_binary", LearnerCall::kFit, kLogisticFormat,
                           CheckTraining},
              "", kTwoClassExample, true},
    Component{
        "Logistic regression", kManyClassNames, "", 0,
        "Trains a logistic regression for each class against the others.", kManyClassParameters,
        kTrainingPorts,
        LearnerBuild{"paisql.learners.logistic", LearnerCall::kFit, kLogisticFormat, CheckTraining},
        "", kManyClassExample, true},
    Component{
        "Logistic regression (old name)", kOldLogisticNames, "", 0,
        "Trains a logistic regression of two or more classes.", kOldLogisticParameters,
        kTrainingPorts,
        LearnerBuild{"paisql.learners.logistic", LearnerCall::kFit, kLogisticFormat, CheckTraining},
        "", kManyClassExample, true},
    Component{"Linear regression", kLinearRegressionNames, "", 0,
              "Trains a linear regression, and tells how well it fits.",
              kLinearRegressionParameters, kLinearRegressionPorts,
              LearnerBuild{"paisql.learners.linear", LearnerCall::kFit, kLinearFormat,
                           CheckLinearRegression},
              "", kLinearRegressionExample, true},
    Component{
        "Linear support vector machine", kLinearSvmNames, "", 0,
        "Trains a plane that tells two classes apart.", kLinearSvmParameters, kTrainingPorts,
        LearnerBuild{"paisql.learners.svm", LearnerCall::kFit, kLinearSvmFormat, CheckTraining}, "",
        kLinearSvmExample, true},
    Component{"Importance of a linear model's columns", kLinearImportanceNames, "", 0,
              "Tells the weight of each column of a linear model, and how much it moves answers.",
              kLinearImportanceParameters, kLinearImportancePorts,
              LearnerBuild{"paisql.learners.linear_importance", LearnerCall::kPredict,
                           "linear_regression logistic_regression"},
              "", kLinearImportanceExample, true},
};

}  // namespace

std::span<const Component> LinearComponents() { return kLinear; }

}  // namespace paisql::pai
