#include "pai/classic/learning/learning_rows.h"

#include <array>

#include "base/text.h"
#include "base/whole_number.h"
#include "pai/classic/classic_input.h"
#include "pai/classic/learning/learning_parameters.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

// Columns that clusters are found by.
constexpr std::array kClusteredParameters = {
    kInputTableParameter,
    kInputPartitionsParameter,
    Parameter{"selectedColNames", ParameterType::kColumns, false, "", "",
              "The columns that rows are compared by; all columns of numbers without it."},
};

Result<std::vector<store::Column>> ClusteredColumns(const Parameters& parameters,
                                                    const BuildContext& context,
                                                    const SchemaSource& source) {
  if (parameters.Find("selectedColNames") == nullptr) {
    if (!parameters.IsTrue("enableSparse")) return NumbersOf(source.first);
    std::vector<store::Column> texts;
    for (const store::Column& column : source.first) {
      if (column.type.IsText()) texts.push_back(column);
    }
    return texts;
  }
  PAISQL_ASSIGN(std::vector<store::Column> columns,
                Selected(parameters, context, "selectedColNames", source.first));
  if (!parameters.IsTrue("enableSparse")) {
    PAISQL_TRY(NeedNumbers(parameters, "selectedColNames", columns));
  }
  return columns;
}

// K-means.

constexpr std::array<std::string_view, 1> kKmeansNames = {"kmeans"};

constexpr auto kKmeansParameters = Together(
    kClusteredParameters,
    std::array{
        Parameter{"appendColNames", ParameterType::kColumns, false, "", "",
                  "The columns of the input that idxTableName has, too."},
        Parameter{"appendColsIndex", ParameterType::kText, false, "", "",
                  "The same by numbers, from 0: `0,2`."},
        Parameter{"centerCount", ParameterType::kInteger, false, "10", "", "How many clusters.", "",
                  "", "[1,1000]"},
        Parameter{"distanceType", ParameterType::kText, false, "euclidean", "",
                  "How far two rows are from each other.", "euclidean cosine cityblock"},
        Parameter{"initCenterMethod", ParameterType::kText, false, "random", "",
                  "The first centers: rows by chance (random, sample), the first rows (topk), "
                  "points at equal steps (uniform), rows far from each other (kmpp), or "
                  "initCenterTableName (external, matrix).",
                  "random sample topk uniform kmpp external matrix", "initCentersMethod"},
        Parameter{"initCenterTableName", ParameterType::kTable, false, "", "",
                  "The table with the first centers for initCenterMethod=external."},
        Parameter{"loop", ParameterType::kInteger, false, "100", "",
                  "How many rounds there are at most.", "", "", "[1,1000]"},
        Parameter{"accuracy", ParameterType::kNumber, false, "0.1", "",
                  "A round that lessens the sum of distances by less is the last.", "", "", "[0,)"},
        Parameter{"seed", ParameterType::kInteger, false, "0", "",
                  "Begins the chance of random and kmpp."},
        Parameter{"modelName", ParameterType::kText, false, "", "",
                  "The model that is made, for prediction and cluster_evaluation."},
        Parameter{"idxTableName", ParameterType::kTable, true, "", "",
                  "The table with the cluster and the distance of each row."},
        Parameter{"idxTablePartition", ParameterType::kText, false, "", "",
                  "The partition of it that is written."},
        Parameter{"clusterCountTableName", ParameterType::kTable, false, "", "",
                  "The table with the number of rows of each cluster."},
        Parameter{"centerTableName", ParameterType::kTable, false, "", "",
                  "The table with the centers."},
    },
    kSparseParameters, kTuningParameters);

// The columns that appendColsIndex numbers.
Result<std::vector<store::Column>> NumberedColumnsOf(const Parameters& parameters,
                                                     const std::vector<store::Column>& columns) {
  std::vector<store::Column> found;
  for (const std::string& part : Split(parameters.Text("appendColsIndex"), ',')) {
    const int number = WholeNumberOr(Trim(part), -1);
    if (number < 0 || number >= static_cast<int>(columns.size())) {
      return Wrong(parameters.PlaceOf("appendColsIndex"),
                   "'" + part + "' is not the number of a column",
                   "the input has the columns 0 to " + std::to_string(columns.size() - 1));
    }
    found.push_back(columns[static_cast<size_t>(number)]);
  }
  return found;
}

Result<std::vector<store::Column>> KmeansRows(const Parameters& parameters,
                                              const BuildContext& context,
                                              const SchemaSource& source) {
  PAISQL_TRY(ClusteredColumns(parameters, context, source));
  const std::vector<store::Column>& input = source.Of("inputTableName");
  const std::initializer_list<NamedType> added = {{"cluster_index", TypeId::kBigint},
                                                  {"distance", TypeId::kDouble}};
  if (parameters.Find("appendColsIndex") == nullptr) {
    return WithAppended(parameters, context, input, "appendColNames", added);
  }
  PAISQL_ASSIGN(const std::vector<store::Column> numbered, NumberedColumnsOf(parameters, input));
  return WithAppended(parameters, context, numbered, "appendColNames", added, Appended::kAll);
}

Result<std::vector<store::Column>> KmeansCounts(const Parameters&, const BuildContext&,
                                                const SchemaSource&) {
  return OutputColumns({{"cluster_index", TypeId::kBigint}, {"cluster_count", TypeId::kBigint}});
}

// The coordinates have the names of the columns; of sparse columns all stand in one text, under the
// name of the first one.
Result<std::vector<store::Column>> KmeansCenters(const Parameters& parameters,
                                                 const BuildContext& context,
                                                 const SchemaSource& source) {
  PAISQL_ASSIGN(const std::vector<store::Column> columns,
                ClusteredColumns(parameters, context, source));
  std::vector<store::Column> made = OutputColumns({{"cluster_index", TypeId::kBigint}});
  const TypeId type = parameters.IsTrue("enableSparse") ? TypeId::kString : TypeId::kDouble;
  for (const store::Column& column : columns) {
    made.push_back(column);
    made.back().type = type;
    if (type == TypeId::kString) break;
  }
  return Renumbered(made);
}

constexpr std::array kKmeansPorts = {
    kInputPort,
    Port{"initCenterTableName", PortKind::kInputTable},
    kModelOutPort,
    Port{"idxTableName", PortKind::kOutputTable, "", "", KmeansRows, "idxTablePartition"},
    Port{"clusterCountTableName", PortKind::kOutputTable, "", "", KmeansCounts},
    Port{"centerTableName", PortKind::kOutputTable, "", "", KmeansCenters},
};

constexpr std::string_view kKmeansExample =
    R"(CREATE TABLE points (f0 BIGINT, f1 BIGINT);
INSERT INTO points VALUES (1, 2), (1, 3), (1, 4), (0, 3), (0, 4);
PAI -name {name} -DinputTableName=points -DcenterCount=3 -DinitCenterMethod=topk -DappendColNames="f0,f1"
    -DidxTableName=clusters -DclusterCountTableName=counts -DcenterTableName=centers
    -DmodelName=clusters_of_points;
SELECT * FROM clusters ORDER BY f0, f1 LIMIT 10;
SELECT * FROM centers ORDER BY cluster_index LIMIT 10;
)";

// Mixtures of normal distributions.

constexpr std::array<std::string_view, 1> kMixtureNames = {"gmm"};

constexpr auto kMixtureParameters = Together(
    kClusteredParameters,
    std::array{
        Parameter{"modelName", ParameterType::kText, true, "", "",
                  "The model that is made, for prediction and cluster_evaluation."},
        Parameter{"k", ParameterType::kInteger, false, "2", "", "How many distributions.", "", "",
                  "[1,)"},
        Parameter{"epsilon", ParameterType::kNumber, false, "0.0001", "",
                  "A round that changes the mean log-likelihood less is the last.", "", "", "(0,)"},
        Parameter{"maxIter", ParameterType::kInteger, false, "100", "",
                  "How many rounds there are at most.", "", "", "[1,)"},
        Parameter{"randomSeed", ParameterType::kInteger, false, "0", "",
                  "Begins the chance of the first means."},
    },
    kTuningParameters);

Status CheckMixture(const Parameters& parameters, const BuildContext& context,
                    const SchemaSource& source) {
  PAISQL_TRY(ClusteredColumns(parameters, context, source));
  return Status::Ok();
}

constexpr std::array kMixturePorts = {kInputPort, kModelOutPort};

constexpr std::string_view kMixtureExample =
    R"(CREATE TABLE points (x DOUBLE, y DOUBLE);
INSERT INTO points VALUES (-0.6, 0.2), (-0.8, 1.6), (0.3, -0.8), (0.5, 0.7), (11.1, 10.0), (10.0, 10.9), (10.8, 10.6);
PAI -name {name} -DinputTableName=points -Dk=2 -DmodelName=two_heaps;
PAI -name prediction -DinputTableName=points -DmodelName=two_heaps -DappendColNames="x,y"
    -DoutputTableName=told;
SELECT x, y, ROUND(prediction_score, 3) FROM told ORDER BY x LIMIT 10;
)";

// How good clusters are.

constexpr std::array<std::string_view, 1> kClusterEvaluationNames = {"cluster_evaluation"};

constexpr auto kClusterEvaluationParameters =
    Together(kClusteredParameters,
             std::array{kOutputTableParameter, kOutputPartitionParameter,
                        Parameter{"modelName", ParameterType::kText, true, "", "",
                                  "The model that kmeans or gmm has made."}},
             kSparseParameters, kTuningParameters);

Result<std::vector<store::Column>> ClusterEvaluationColumns(const Parameters& parameters,
                                                            const BuildContext& context,
                                                            const SchemaSource& source) {
  PAISQL_TRY(ClusteredColumns(parameters, context, source));
  return OutputColumns({{"summary", TypeId::kString}});
}

constexpr std::array kClusterEvaluationPorts = {
    kInputPort,
    kModelInPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", ClusterEvaluationColumns,
         "outputTablePartition"},
};

constexpr std::string_view kClusterEvaluationExample =
    R"(CREATE TABLE points (f0 BIGINT, f3 BIGINT);
INSERT INTO points VALUES (1, 2), (1, 3), (1, 4), (0, 3), (0, 4);
PAI -name kmeans -DinputTableName=points -DselectedColNames="f0,f3" -DcenterCount=3
    -DinitCenterMethod=topk -DidxTableName=clusters -DmodelName=clusters_of_points;
PAI -name {name} -DinputTableName=points -DselectedColNames="f0,f3" -DmodelName=clusters_of_points
    -DoutputTableName=evaluation;
SELECT * FROM evaluation;
)";

const std::array kClusters = {
    Component{"K-means", kKmeansNames, "", 0,
              "Finds clusters of rows: each row belongs to the nearest of so many centers.",
              kKmeansParameters, kKmeansPorts,
              LearnerBuild{"paisql.learners.kmeans", LearnerCall::kFit, kKmeansFormat}, "",
              kKmeansExample, true},
    Component{
        "Gaussian mixture", kMixtureNames, "", 0,
        "Fits a mixture of normal distributions to rows: each belongs to one of them.",
        kMixtureParameters, kMixturePorts,
        LearnerBuild{"paisql.learners.mixture", LearnerCall::kFit, kMixtureFormat, CheckMixture},
        "", kMixtureExample, true},
    Component{"Evaluation of clusters", kClusterEvaluationNames, "", 0,
              "Tells how good clusters of a model are: counts and the Calinski-Harabasz index.",
              kClusterEvaluationParameters, kClusterEvaluationPorts,
              LearnerBuild{"paisql.learners.cluster_evaluation", LearnerCall::kPredict,
                           "kmeans gaussian_mixture"},
              "", kClusterEvaluationExample, true},
};

}  // namespace

std::span<const Component> ClusterComponents() { return kClusters; }

}  // namespace paisql::pai
