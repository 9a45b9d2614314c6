#include "pai/classic/learning/boosting_components.h"

#include <array>

#include "pai/classic/learning/boosting_columns.h"
#include "pai/classic/learning/learning_checks.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

using enum ParameterType;

constexpr std::array<std::string_view, 1> kXgboostNames = {"xgboost"};

constexpr auto kXgboostParameters = Together(
    kTrainingParameters, kSparseParameters,
    std::array{
        Parameter{"objective", kText, false, "binary:logistic", "", "What is learned.",
                  "binary:logistic multi:softprob multi:softmax reg:linear reg:squarederror "
                  "reg:logistic count:poisson reg:gamma reg:tweedie"},
        Parameter{"num_class", kInteger, false, "", "",
                  "How many classes multi:softprob tells apart: labels are whole numbers below it. "
                  "Without it the classes are the label's values.",
                  "", "", "[2,)"},
        Parameter{"eval_metric", kText, false, "error", "",
                  "What is told of each round, several separated by commas; a regression tells "
                  "its own metric for error."},
        Parameter{"booster", kText, false, "gbtree", "", "The kind of model.",
                  "gbtree gblinear dart"},
        Parameter{"num_round", kInteger, false, "10", "", "How many rounds are trained.", "", "",
                  "[1,)"},
        Parameter{"eta", kNumber, false, "0.3", "", "How much of each tree counts.", "", "",
                  "[0,1]"},
        Parameter{"gamma", kNumber, false, "0", "", "The least gain of a split.", "", "", "[0,)"},
        Parameter{"max_depth", kInteger, false, "6", "", "The most levels of a tree.", "", "",
                  "[0,)"},
        Parameter{"min_child_weight", kNumber, false, "1", "",
                  "The least sum of second derivatives of a leaf.", "", "", "[0,)"},
        Parameter{"max_delta_step", kNumber, false, "0", "",
                  "The most that a leaf adds; 0 for any number.", "", "", "[0,)"},
        Parameter{"subsample", kNumber, false, "1", "", "The part of the rows for each tree.", "",
                  "", "(0,1]"},
        Parameter{"colsample_bytree", kNumber, false, "1", "",
                  "The part of the features for each tree.", "", "", "(0,1]"},
        Parameter{"lambda", kNumber, false, "1", "", "The weight of the L2 term.", "", "", "[0,)"},
        Parameter{"alpha", kNumber, false, "0", "", "The weight of the L1 term.", "", "", "[0,)"},
        Parameter{"base_score", kNumber, false, "0.5", "", "What is told before the first tree."},
        Parameter{"scale_pos_weight", kNumber, false, "1", "",
                  "The weight of rows of the second class.", "", "", "(0,)"},
        Parameter{"tweedie_variance_power", kNumber, false, "", "",
                  "The power of reg:tweedie's variance.", "", "", "(1,2)"},
        Parameter{"seed", kInteger, false, "0", "", "Where chance begins.", "", "", "[0,)"},
        Parameter{"silent", kInteger, false, "1",
                  "the log of the job tells of its rounds in any case", "Whether rounds are told.",
                  "", "", "[0,)"},
    },
    kTuningParameters);

constexpr std::array kXgboostPorts = {kInputPort, kModelOutPort};

constexpr std::string_view kXgboostExample =
    R"(CREATE TABLE visits (pages BIGINT, minutes DOUBLE, bought BIGINT);
INSERT INTO visits VALUES (1, 0.5, 0), (2, 1.5, 0), (9, 12.0, 1), (8, 30.5, 1), (3, 2.0, 0);
PAI -name {name} -DinputTableName=visits -DfeatureColNames="pages,minutes" -DlabelColName=bought
    -Dobjective="binary:logistic" -Dnum_round=20 -Deta=0.1 -Dmin_child_weight=0
    -DmodelName=buyers;
)";

constexpr std::array<std::string_view, 1> kSmartNames = {"ps_smart"};

constexpr std::string_view kOneMachine = "one machine computes, with all its cores and memory";

constexpr auto kSmartParameters = Together(
    kTrainingParameters, kSparseParameters,
    std::array{
        Parameter{"objective", kText, true, "", "", "What is learned.",
                  "binary:logistic multi:softprob reg:linear reg:logistic count:poisson reg:gamma "
                  "reg:tweedie"},
        Parameter{"classNum", kInteger, false, "", "",
                  "How many classes multi:softprob tells apart: labels are whole numbers below it.",
                  "", "", "[2,)"},
        Parameter{"metric", kText, false, "", "",
                  "What the log tells of each round; without it a metric of the objective."},
        Parameter{"weightCol", kColumn, false, "", "", "The column with the weights of rows."},
        Parameter{"outputTableName", kTable, false, "", "",
                  "A table with the model's file as numbers: row 0 has its length, each row after "
                  "it eight bytes. prediction reads modelName instead."},
        Parameter{"outputImportanceTableName", kTable, false, "", "",
                  "A table with the importance of the features that trees split by. `id` is the "
                  "feature's place, or its key in sparse texts."},
        Parameter{"treeCount", kInteger, false, "1", "", "How many trees are trained.", "", "",
                  "[1,)"},
        Parameter{"maxDepth", kInteger, false, "5", "", "The most levels of a tree.", "", "",
                  "[1,20]"},
        Parameter{"shrinkage", kNumber, false, "0.3", "", "How much of each tree counts.", "", "",
                  "(0,1]"},
        Parameter{"l1", kNumber, false, "0", "", "The weight of the L1 term.", "", "", "[0,)"},
        Parameter{"l2", kNumber, false, "1.0", "", "The weight of the L2 term.", "", "", "[0,)"},
        Parameter{"sketchEps", kNumber, false, "0.03", "",
                  "How finely splits are looked for: a feature has 1/sketchEps candidates.", "", "",
                  "(0,1)"},
        Parameter{"minSplitLoss", kNumber, false, "0", "", "The least gain of a split.", "", "",
                  "[0,)"},
        Parameter{"sampleRatio", kNumber, false, "1.0", "", "The part of the rows for each tree.",
                  "", "", "(0,1]"},
        Parameter{"featureRatio", kNumber, false, "1.0", "",
                  "The part of the features for each tree.", "", "", "(0,1]"},
        Parameter{"baseScore", kNumber, false, "0.5", "", "What is told before the first tree."},
        Parameter{"randSeed", kInteger, false, "0", "", "Where chance begins.", "", "", "[0,)"},
        Parameter{"featureImportanceType", kText, false, "gain", "",
                  "What importance is: the gain of splits, their number, or their rows.",
                  "gain weight cover"},
        Parameter{"tweedieVarPower", kNumber, false, "1.5", "",
                  "The power of reg:tweedie's variance.", "", "", "(1,2)"},
        Parameter{"regardZeroAsMissing", kBoolean, false, "false", "",
                  "Takes a feature that is 0 for one that is absent."},
        Parameter{"featureNum", kInteger, false, "", "the rows say how many features there are",
                  "The number of features.", "", "", "[0,)"},
        Parameter{"serverNum", kInteger, false, "", kOneMachine, "How many servers there are.", "",
                  "", "[0,)"},
        Parameter{"serverMemory", kInteger, false, "", kOneMachine, "Megabytes of each server.", "",
                  "", "[0,)"},
        Parameter{"workerNum", kInteger, false, "", kOneMachine, "How many workers there are.", "",
                  "", "[0,)"},
        Parameter{"workerMemory", kInteger, false, "", kOneMachine, "Megabytes of each worker.", "",
                  "", "[0,)"},
    },
    kTuningParameters);

constexpr std::array kSmartPorts = {
    kInputPort,
    kModelOutPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", PackedColumns},
    Port{"outputImportanceTableName", PortKind::kOutputTable, "", "", NumberedColumns},
};

constexpr std::string_view kSmartExample =
    R"(CREATE TABLE shops (kv STRING, shop BIGINT);
INSERT INTO shops VALUES ('1:0.5 4:1', 0), ('1:0.7', 0), ('2:1 3:0.5', 1), ('2:0.8', 1), ('5:1', 2),
    ('5:0.9 6:1', 2);
PAI -name {name} -DinputTableName=shops -DenableSparse=true -DfeatureColNames=kv -DlabelColName=shop
    -Dobjective="multi:softprob" -DclassNum=3 -DtreeCount=20 -DoutputImportanceTableName=weights
    -DmodelName=shop_of;
PAI -name prediction -DinputTableName=shops -DmodelName=shop_of -DappendColNames=shop
    -DoutputTableName=told;
SELECT shop, prediction_result FROM told ORDER BY shop LIMIT 10;
)";

// Several classes need their number.
Status CheckSmart(const Parameters& parameters, const BuildContext& context,
                  const SchemaSource& source) {
  PAISQL_TRY(CheckTraining(parameters, context, source));
  if (parameters.Word("objective") != "multi:softprob" || parameters.Find("classNum") != nullptr)
    return Status::Ok();
  return Wrong(parameters.PlaceOf("objective"), "multi:softprob needs the number of classes",
               "give it in -DclassNum");
}

const std::array kBoosting = {
    Component{"XGBoost", kXgboostNames, "", 0,
              "Trains boosted trees: classes or numbers, with xgboost's own parameters.",
              kXgboostParameters, kXgboostPorts,
              LearnerBuild{"paisql.learners.xgboost_component", LearnerCall::kFit, kTreesFormat,
                           CheckTraining},
              "", kXgboostExample, true},
    Component{"PS-SMART", kSmartNames, "", 0,
              "Trains boosted trees by the platform's own names: two classes, several, or numbers.",
              kSmartParameters, kSmartPorts,
              LearnerBuild{"paisql.learners.ps_smart", LearnerCall::kFit, kTreesFormat, CheckSmart},
              "", kSmartExample, true},
};

}  // namespace

std::span<const Component> BoostingComponents() { return kBoosting; }

}  // namespace paisql::pai
