#include "pai/classic/learning/gbdt_components.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/learning/boosting_columns.h"
#include "pai/classic/learning/learning_checks.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr std::array<std::string_view, 1> kGbdtNames = {"GBDT"};
constexpr std::array<std::string_view, 1> kGbdtLrNames = {"gbdt_lr"};
constexpr std::array<std::string_view, 1> kGbdtImportanceNames = {"gbdt_importance"};

constexpr std::array kForestParameters = {
    Parameter{"treeCount", kInteger, false, "500", "", "How many trees are trained.", "", "",
              "[1,10000]"},
    Parameter{"shrinkage", kNumber, false, "0.05", "", "How much of each tree counts.", "", "",
              "(0,1]"},
    Parameter{"maxLeafCount", kInteger, false, "32", "", "The most leaves of a tree.", "", "",
              "[2,1000]"},
    Parameter{"maxDepth", kInteger, false, "10", "", "The most levels of a tree.", "", "",
              "[1,100]"},
    Parameter{"minLeafSampleCount", kInteger, false, "500", "", "The fewest rows of a leaf.", "",
              "", "[1,)"},
    Parameter{"sampleRatio", kNumber, false, "0.6", "", "The part of the rows for each tree.", "",
              "", "(0,1]"},
    Parameter{"featureRatio", kNumber, false, "0.6", "", "The part of the features for each tree.",
              "", "", "(0,1]"},
    Parameter{"testRatio", kNumber, false, "0.0", "",
              "The part of the rows that are not learned from: the log tells how they fare.", "",
              "", "[0,1)"},
    Parameter{"featureSplitValueMaxSize", kInteger, false, "500", "",
              "How many values of a feature are candidates for a split.", "", "", "[1,)"},
    Parameter{"randSeed", kInteger, false, "0", "", "Where chance begins.", "", "", "[0,)"},
    Parameter{"metricType", kInteger, false, "2",
              "the metric does not change the trees, and the log tells the loss",
              "0: NDCG, 1: DCG, 2: AUC.", "", "", "[0,2]"},
    Parameter{"outputImportanceTableName", kTable, false, "", "",
              "A table with each feature's part of what all splits gain."},
};

constexpr auto kGbdtParameters = Together(
    kTrainingParameters, kSparseParameters, kForestParameters,
    std::array{
        Parameter{
            "lossType", kInteger, false, "3", "",
            "0: GBRANK, 1: LAMBDAMART with DCG, 2: LAMBDAMART with NDCG, 3: least squares. The "
            "first three rank the rows of a group.",
            "", "", "[0,3]"},
        Parameter{"groupIDColName", kColumn, false, "", "",
                  "The column whose values are the groups that are ranked."},
        Parameter{"tau", kNumber, false, "0.6", "",
                  "How far apart GBRANK wants the scores of two rows.", "", "", "[0,1]"},
        Parameter{"p", kNumber, false, "1", "", "The power of the gradient of GBRANK.", "", "",
                  "[1,10]"},
        Parameter{"newtonStep", kInteger, false, "1", "",
                  "1: leaves follow Newton's method; 0: the gradient alone. Least squares are the "
                  "same with both.",
                  "", "", "[0,1]"},
    },
    kTuningParameters);

constexpr auto kGbdtLrParameters =
    Together(kTrainingParameters, kSparseParameters, kForestParameters,
             std::array{
                 Parameter{"groupIDColName", kColumn, false, "",
                           "two classes are told apart without groups", "A column of groups."},
             },
             kTuningParameters);

constexpr std::array kGbdtPorts = {
    kInputPort,
    kModelOutPort,
    Port{"outputImportanceTableName", PortKind::kOutputTable, "", "", ImportanceColumns},
};

constexpr std::array kGbdtImportanceParameters = {
    kInputTableParameter,
    kInputPartitionsParameter,
    Parameter{"modelName", kText, true, "", "", "A model of boosted trees."},
    Parameter{"labelColName", kColumn, false, "", "the model knows its label",
              "The label of the training."},
    Parameter{"featureColNames", kColumns, false, "", "the model knows its features",
              "The features of the training."},
    kOutputTableParameter,
    kTuningParameters[0],
    kTuningParameters[1],
    kTuningParameters[2],
};

constexpr std::array kGbdtImportancePorts = {
    kInputPort,
    kModelInPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", ImportanceColumns},
};

constexpr std::string_view kGbdtExample =
    R"(CREATE TABLE houses (rooms BIGINT, size DOUBLE, price DOUBLE);
INSERT INTO houses VALUES (1, 30, 90), (2, 45, 130), (3, 70, 210), (4, 95, 300), (5, 130, 420);
PAI -name {name} -DinputTableName=houses -DfeatureColNames="rooms,size" -DlabelColName=price
    -DlossType=3 -DtreeCount=50 -Dshrinkage=0.1 -DminLeafSampleCount=1 -DmodelName=prices;
PAI -name prediction -DinputTableName=houses -DmodelName=prices -DappendColNames=price
    -DoutputTableName=told;
SELECT price, prediction_score FROM told ORDER BY price LIMIT 10;
)";

constexpr std::string_view kGbdtLrExample =
    R"(CREATE TABLE visits (pages BIGINT, minutes DOUBLE, bought BIGINT);
INSERT INTO visits VALUES (1, 0.5, 0), (2, 1.5, 0), (9, 12.0, 1), (8, 30.5, 1), (3, 2.0, 0);
PAI -name {name} -DinputTableName=visits -DfeatureColNames="pages,minutes" -DlabelColName=bought
    -DtreeCount=20 -DminLeafSampleCount=1 -DmodelName=buyers;
)";

constexpr std::string_view kGbdtImportanceExample =
    R"(CREATE TABLE houses (rooms BIGINT, size DOUBLE, price DOUBLE);
INSERT INTO houses VALUES (1, 30, 90), (2, 45, 130), (3, 70, 210), (4, 95, 300), (5, 130, 420);
PAI -name GBDT -DinputTableName=houses -DfeatureColNames="rooms,size" -DlabelColName=price
    -DlossType=3 -DtreeCount=20 -DminLeafSampleCount=1 -DmodelName=prices;
PAI -name {name} -DinputTableName=houses -DmodelName=prices -DlabelColName=price
    -DfeatureColNames="rooms,size" -DoutputTableName=weights;
SELECT * FROM weights ORDER BY col LIMIT 10;
)";

// A loss that ranks needs groups.
Status CheckGbdt(const Parameters& parameters, const BuildContext& context,
                 const SchemaSource& source) {
  PAISQL_TRY(CheckTraining(parameters, context, source));
  PAISQL_ASSIGN(const store::Column label,
                OneColumn(parameters, context, "labelColName", source.first));
  PAISQL_TRY(NeedNumbers(parameters, "labelColName", {label}));
  if (parameters.Number("lossType") == 3 || parameters.Find("groupIDColName") != nullptr)
    return Status::Ok();
  return Wrong(parameters.PlaceOf("lossType"),
               "lossType=" + parameters.Text("lossType") + " ranks the rows of groups",
               "name the column of groups in -DgroupIDColName, or learn numbers with -DlossType=3");
}

const std::array kGbdt = {
    Component{"GBDT", kGbdtNames, "", 0, "Trains boosted trees that tell a number, or an order.",
              kGbdtParameters, kGbdtPorts,
              LearnerBuild{"paisql.learners.gbdt", LearnerCall::kFit, kTreesFormat, CheckGbdt}, "",
              kGbdtExample, true},
    Component{
        "GBDT for two classes", kGbdtLrNames, "", 0,
        "Trains boosted trees that tell two classes apart.", kGbdtLrParameters, kGbdtPorts,
        LearnerBuild{"paisql.learners.gbdt_lr", LearnerCall::kFit, kTreesFormat, CheckTraining}, "",
        kGbdtLrExample, true},
    Component{"Importance in GBDT", kGbdtImportanceNames, "", 0,
              "Tells each feature's part of what all splits of a model gain.",
              kGbdtImportanceParameters, kGbdtImportancePorts,
              LearnerBuild{"paisql.learners.gbdt_importance", LearnerCall::kPredict, kTreesFormat},
              "", kGbdtImportanceExample, true},
};

}  // namespace

std::span<const Component> GbdtComponents() { return kGbdt; }

}  // namespace paisql::pai
