#include "pai/classic/learning/learning_rows.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// Training from columns of any type.
constexpr std::array kMixedParameters = {
    kInputTableParameter,
    kInputPartitionsParameter,
    Parameter{"modelName", ParameterType::kText, true, "", "",
              "The model that is made. One that exists gets a new version."},
    Parameter{"labelColName", ParameterType::kColumn, true, "", "",
              "The column whose values are the classes."},
    Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
              "The columns that it learns from; all but the label without it."},
    Parameter{"excludedColNames", ParameterType::kColumns, false, "", "",
              "The columns that it does not learn from, where featureColNames is not given."},
    Parameter{"forceCategorical", ParameterType::kColumns, false, "", "",
              "Columns of numbers whose values are categories, as those of STRING columns are."},
    Parameter{"isFeatureContinuous", ParameterType::kText, false, "", "",
              "For each feature 1, or 0 where its values are categories: `1,0,1`."},
};

// That the columns are there, and each list goes with the others.
Status CheckMixed(const Parameters& parameters, const BuildContext& context,
                  const SchemaSource& source) {
  PAISQL_TRY(OneColumn(parameters, context, "labelColName", source.first));
  PAISQL_TRY(SelectedOrNone(parameters, context, "featureColNames", source.first));
  PAISQL_TRY(SelectedOrNone(parameters, context, "forceCategorical", source.first));
  PAISQL_TRY(SelectedOrNone(parameters, context, "excludedColNames", source.first));
  if (parameters.Find("featureColNames") == nullptr) return Status::Ok();
  if (parameters.Find("excludedColNames") == nullptr) return Status::Ok();
  return Wrong(parameters.PlaceOf("excludedColNames"),
               "featureColNames and excludedColNames cannot both be given",
               "leave one of them out");
}

// Random forests.

constexpr std::array<std::string_view, 1> kRandomForestNames = {"randomforests"};

constexpr auto kRandomForestParameters = Together(
    kMixedParameters,
    std::array{
        Parameter{"treeNum", ParameterType::kInteger, false, "100", "", "How many trees there are.",
                  "", "", "[1,1000]"},
        Parameter{"weightColName", ParameterType::kColumn, false, "", "",
                  "The column that says how much a row counts."},
        Parameter{"algorithmTypes", ParameterType::kText, false, "", "",
                  "`a,b`: the first a trees are ID3, those up to b CART, the rest C4.5; a third of "
                  "each without it. ID3 and C4.5 split by entropy, CART by the Gini impurity."},
        Parameter{"randomColNum", ParameterType::kInteger, false, "-1", "",
                  "How many columns chance offers at each split; -1: log2 of all.", "", "",
                  "[-1,)"},
        Parameter{"minNumObj", ParameterType::kInteger, false, "2", "",
                  "How many rows a leaf has at least.", "", "", "[1,)"},
        Parameter{"minNumPer", ParameterType::kNumber, false, "0", "",
                  "What share of a node's rows each side of its split has at least; -1: any.", "",
                  "", "[-1,1]"},
        Parameter{"maxTreeDeep", ParameterType::kInteger, false, "-1", "",
                  "How deep a tree is at most; -1: as deep as it gets.", "", "", "[-1,)"},
        Parameter{"maxRecordSize", ParameterType::kInteger, false, "100000", "",
                  "How many rows a tree sees at most; of more, chance takes as many.", "", "",
                  "[-1,1000000]"},
    },
    kTuningParameters);

constexpr std::array kRandomForestPorts = {kInputPort, kModelOutPort};

constexpr std::string_view kRandomForestExample =
    R"(CREATE TABLE shoots (f0 BIGINT, f1 BIGINT, class STRING);
INSERT INTO shoots VALUES (1, 2, 'good'), (1, 3, 'good'), (1, 4, 'bad'), (0, 3, 'good'), (0, 4, 'bad');
PAI -name {name} -DinputTableName=shoots -DfeatureColNames="f0,f1" -DforceCategorical=f1 -DtreeNum=3
    -DminNumObj=2 -DminNumPer=0 -DlabelColName=class -DmodelName=shoots_forest;
PAI -name prediction -DinputTableName=shoots -DmodelName=shoots_forest -DappendColNames="f0,f1,class"
    -DoutputTableName=told;
SELECT f0, f1, class, prediction_result, ROUND(prediction_score, 4) FROM told ORDER BY f0, f1 LIMIT 10;
)";

// What the columns of a forest tell.

constexpr std::array<std::string_view, 1> kForestImportanceNames = {"feature_importance"};

constexpr auto kForestImportanceParameters = Together(
    std::array{
        kInputTableParameter,
        kInputPartitionsParameter,
        kOutputTableParameter,
        kOutputPartitionParameter,
        Parameter{"modelName", ParameterType::kText, true, "", "",
                  "The model that randomforests has made."},
        Parameter{"labelColName", ParameterType::kColumn, true, "", "",
                  "The column whose values are the classes."},
        Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
                  "The columns that the model reads: those of its training's names, or as many in "
                  "the same order."},
    },
    kTuningParameters);

Result<std::vector<store::Column>> ForestImportanceColumns(const Parameters& parameters,
                                                           const BuildContext& context,
                                                           const SchemaSource& source) {
  PAISQL_TRY(OneColumn(parameters, context, "labelColName", source.first));
  PAISQL_TRY(SelectedOrNone(parameters, context, "featureColNames", source.first));
  return OutputColumns(
      {{"col", TypeId::kString}, {"gini", TypeId::kDouble}, {"entropy", TypeId::kDouble}});
}

constexpr std::array kForestImportancePorts = {
    kInputPort,
    kModelInPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", ForestImportanceColumns,
         "outputTablePartition"},
};

constexpr std::string_view kForestImportanceExample =
    R"(CREATE TABLE points (x DOUBLE, y DOUBLE, kind BIGINT);
INSERT INTO points VALUES (1, 5, 0), (2, 3, 0), (3, 9, 0), (7, 4, 1), (8, 8, 1), (9, 3, 1);
PAI -name randomforests -DinputTableName=points -DlabelColName=kind -DtreeNum=10 -DmodelName=points_forest;
PAI -name {name} -DinputTableName=points -DlabelColName=kind -DmodelName=points_forest
    -DoutputTableName=importance;
SELECT col, ROUND(gini, 4), ROUND(entropy, 4) FROM importance ORDER BY col LIMIT 10;
)";

// Naive Bayes.

constexpr std::array<std::string_view, 1> kBayesNames = {"NaiveBayes"};

constexpr auto kBayesParameters = Together(kMixedParameters, kTuningParameters);

constexpr std::string_view kBayesExample =
    R"(CREATE TABLE days (sky STRING, degrees DOUBLE, plays STRING);
INSERT INTO days VALUES ('sun', 24, 'yes'), ('sun', 35, 'no'), ('rain', 12, 'no'),
    ('rain', 22, 'yes'), ('cloud', 20, 'yes');
PAI -name {name} -DinputTableName=days -DlabelColName=plays -DmodelName=play;
PAI -name prediction -DinputTableName=days -DmodelName=play -DappendColNames="degrees,plays"
    -DoutputTableName=told;
SELECT degrees, plays, prediction_result, ROUND(prediction_score, 4) FROM told ORDER BY degrees LIMIT 10;
)";

const std::array kForests = {
    Component{"Random forest", kRandomForestNames, "", 0,
              "Trains a forest of decision trees on columns of numbers and of categories.",
              kRandomForestParameters, kRandomForestPorts,
              LearnerBuild{"paisql.learners.forest", LearnerCall::kFit, kForestFormat, CheckMixed},
              "", kRandomForestExample, true},
    Component{
        "Importance of a forest's columns", kForestImportanceNames, "", 0,
        "Tells how much each column of a random forest takes from the impurity of rows.",
        kForestImportanceParameters, kForestImportancePorts,
        LearnerBuild{"paisql.learners.forest_importance", LearnerCall::kPredict, kForestFormat}, "",
        kForestImportanceExample, true},
    Component{"Naive Bayes", kBayesNames, "", 0,
              "Trains a naive Bayes classifier on columns of numbers and of categories.",
              kBayesParameters, kRandomForestPorts,
              LearnerBuild{"paisql.learners.bayes", LearnerCall::kFit, kBayesFormat, CheckMixed},
              "", kBayesExample, true},
};

}  // namespace

std::span<const Component> ForestComponents() { return kForests; }

}  // namespace paisql::pai
