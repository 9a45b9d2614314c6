#include "pai/classic/learning/learning_rows.h"

#include <array>

#include "pai/classic/classic_input.h"
#include "pai/classic/common_parameters.h"
#include "pai/classic/learning/output_columns.h"
#include "pai/job/component_tables.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kKnnNames = {"knn"};

constexpr auto kKnnParameters = Together(
    std::array{
        Parameter{"trainTableName", ParameterType::kTable, true, "", "",
                  "The table, or query, with rows whose class is known."},
        Parameter{"trainTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"trainFeatureColNames", ParameterType::kColumns, true, "", "",
                  "The columns that rows are compared by."},
        Parameter{"trainLabelColName", ParameterType::kColumn, true, "", "",
                  "The column with the class."},
        Parameter{"predictTableName", ParameterType::kTable, true, "", "",
                  "The table, or query, with rows whose class is asked for."},
        Parameter{"predictTablePartitions", ParameterType::kText, false, "", "",
                  "Reads these partitions of it alone."},
        Parameter{"predictFeatureColNames", ParameterType::kText, false, "", "",
                  "Its columns that rows are compared by; those of trainFeatureColNames without "
                  "it."},
        kOutputTableParameter,
        kOutputPartitionParameter,
        Parameter{"appendColNames", ParameterType::kText, false, "", "",
                  "The columns of predictTableName that the output has, too; its features without "
                  "it."},
        Parameter{"k", ParameterType::kInteger, false, "100", "", "How many nearest rows decide.",
                  "", "", "[1,1000]"},
    },
    kSparseParameters, kTuningParameters);

// The appended columns, and predict_label with the type of the label.
Result<std::vector<store::Column>> KnnColumns(const Parameters& parameters,
                                              const BuildContext& context,
                                              const SchemaSource& source) {
  const std::vector<store::Column>& train = source.Of("trainTableName");
  const std::vector<store::Column>& asked = source.Of("predictTableName");
  PAISQL_ASSIGN(const store::Column label,
                OneColumn(parameters, context, "trainLabelColName", train));
  PAISQL_ASSIGN(const std::vector<store::Column> features,
                Selected(parameters, context, "trainFeatureColNames", train));
  if (!parameters.IsTrue("enableSparse")) {
    PAISQL_TRY(NeedNumbers(parameters, "trainFeatureColNames", features));
  }
  const bool own = parameters.Find("predictFeatureColNames") != nullptr;
  PAISQL_ASSIGN(const std::vector<store::Column> read,
                Selected(parameters, context,
                         own ? "predictFeatureColNames" : "trainFeatureColNames", asked));
  if (read.size() != features.size()) {
    return Wrong(parameters.PlaceOf("predictFeatureColNames"),
                 "predictFeatureColNames has " + std::to_string(read.size()) +
                     " columns, and trainFeatureColNames has " + std::to_string(features.size()),
                 "name as many, in the same order");
  }
  std::vector<store::Column> columns = read;
  if (parameters.Find("appendColNames") != nullptr) {
    PAISQL_ASSIGN(columns, Selected(parameters, context, "appendColNames", asked));
  }
  if (HasColumn(columns, "predict_label")) {
    return Wrong(parameters.PlaceOf("appendColNames"),
                 "the output has a column predict_label of its own",
                 "leave it out of appendColNames, or rename it in a query");
  }
  columns.push_back(NewColumn("predict_label", label.type));
  return Renumbered(columns);
}

constexpr std::array kKnnPorts = {
    Port{"trainTableName", PortKind::kInputTable, "", "", nullptr, "trainTablePartitions"},
    Port{"predictTableName", PortKind::kInputTable, "", "", nullptr, "predictTablePartitions"},
    Port{"outputTableName", PortKind::kOutputTable, "", "", KnnColumns, "outputTablePartition"},
};

constexpr std::string_view kKnnExample =
    R"(CREATE TABLE known (f0 BIGINT, f1 BIGINT, class STRING);
INSERT INTO known VALUES (1, 2, 'good'), (1, 3, 'good'), (1, 4, 'bad'), (0, 3, 'good'), (0, 4, 'bad');
PAI -name {name} -DtrainTableName=known -DtrainFeatureColNames="f0,f1" -DtrainLabelColName=class
    -DpredictTableName=known -Dk=1 -DoutputTableName=told;
SELECT * FROM told ORDER BY f0, f1 LIMIT 10;
)";

// Dense rows.

constexpr std::array<std::string_view, 1> kDbscanNames = {"ps_dbscan"};

constexpr std::string_view kDbscanMachine = "one machine computes with all its cores";

constexpr auto kDbscanParameters = Together(
    kInputOutputParameters,
    std::array{
        Parameter{"inputType", ParameterType::kText, false, "0", "",
                  "0: the columns are the coordinates of a row.", "0"},
        Parameter{"dataType", ParameterType::kText, false, "DenseMultiCols", "",
                  "Each coordinate has a column.", "DenseMultiCols"},
        Parameter{"pointDim", ParameterType::kInteger, false, "", "",
                  "How many coordinates there are; it must be so many columns.", "", "", "[1,)"},
        Parameter{"eps", ParameterType::kNumber, true, "", "",
                  "How far neighbours are from each other at most.", "", "", "(0,)"},
        Parameter{"minPoints", ParameterType::kInteger, true, "", "",
                  "How many neighbours, itself among them, a row in a dense place has.", "", "",
                  "[1,)"},
        Parameter{"selectedColIds", ParameterType::kText, false, "all", "",
                  "The numbers of the columns with coordinates; `all` but the first, which is the "
                  "id and has the number 0."},
        Parameter{"serverNum", ParameterType::kInteger, false, "", kDbscanMachine, "Servers."},
        Parameter{"serverCpu", ParameterType::kInteger, false, "", kDbscanMachine,
                  "Hundredths of a core of each server."},
        Parameter{"serverMemory", ParameterType::kInteger, false, "", kDbscanMachine,
                  "Megabytes of each server."},
        Parameter{"workerNum", ParameterType::kInteger, false, "", kDbscanMachine, "Workers."},
        Parameter{"workerCpu", ParameterType::kInteger, false, "", kDbscanMachine,
                  "Hundredths of a core of each worker."},
        Parameter{"workerMemory", ParameterType::kInteger, false, "", kDbscanMachine,
                  "Megabytes of each worker."},
    },
    kTuningParameters);

Result<std::vector<store::Column>> DbscanColumns(const Parameters&, const BuildContext&,
                                                 const SchemaSource& source) {
  std::vector<store::Column> made = {source.first.front()};
  made.push_back(NewColumn("cluster_id", TypeId::kBigint));
  return Renumbered(made);
}

constexpr std::array kDbscanPorts = {
    kInputPort,
    Port{"outputTableName", PortKind::kOutputTable, "", "", DbscanColumns, "outputTablePartition"},
};

constexpr std::string_view kDbscanExample =
    R"(CREATE TABLE points (mid BIGINT, f1 DOUBLE, f2 DOUBLE);
INSERT INTO points VALUES (0, 1, 1), (1, 1.1, 1), (2, 1, 1.2), (3, 8, 8), (4, 8, 8.1), (5, 8.2, 8), (6, 4, 90);
PAI -name {name} -DinputTable=points -DinputType=0 -DdataType=DenseMultiCols -DpointDim=2 -Deps=0.5
    -DminPoints=3 -DoutputTable=clusters;
SELECT * FROM clusters ORDER BY mid LIMIT 10;
)";

const std::array kNeighbours = {
    Component{"Nearest neighbours", kKnnNames, "", 0,
              "Tells the class of rows by that of the rows that are nearest to them.",
              kKnnParameters, kKnnPorts,
              LearnerBuild{"paisql.learners.knn", LearnerCall::kPredict, ""}, "", kKnnExample,
              true},
    Component{"DBSCAN", kDbscanNames, "", 0,
              "Finds clusters of rows in dense places; rows elsewhere are noise, cluster -1.",
              kDbscanParameters, kDbscanPorts,
              LearnerBuild{"paisql.learners.density", LearnerCall::kPredict, ""}, "",
              kDbscanExample, true},
};

}  // namespace

std::span<const Component> NeighbourComponents() { return kNeighbours; }

}  // namespace paisql::pai
