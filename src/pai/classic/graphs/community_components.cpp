#include "pai/classic/graphs/community_components.h"

#include "pai/classic/graphs/graph_columns.h"
#include "pai/classic/graphs/graph_parameters.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kModularityNames = {"Modularity"};
constexpr char kModularityColumns[] = "val:double";
constexpr auto kModularityParameters = Together(
    kEdgeParameters,
    std::array{Parameter{"fromGroupCol", ParameterType::kColumn, true, "", "",
                         "The column with the group of the vertex that the edge begins at."},
               Parameter{"toGroupCol", ParameterType::kColumn, true, "", "",
                         "The column with the group of the vertex that the edge ends at."}},
    kGraphTuning, kTuningParameters);
constexpr std::array kModularityPorts = {kEdgePort, GraphOutput(GraphSchema<kModularityColumns>)};
constexpr std::string_view kModularityExample =
    R"(CREATE TABLE edges (a STRING, b STRING, ga STRING, gb STRING);
INSERT INTO edges VALUES ('a', 'b', 'x', 'x'), ('b', 'c', 'x', 'y'), ('c', 'd', 'y', 'y');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DfromGroupCol=ga -DtoGroupCol=gb -DoutputTableName=made;
SELECT * FROM made;
)";

constexpr std::array<std::string_view, 1> kLabelClustersNames = {"LabelPropagationClustering"};
constexpr char kLabelClustersColumns[] = "node:string group_id:string";
constexpr auto kLabelClustersParameters = Together(
    kEdgeParameters, kEdgeWeightParameters, kVertexParameters, kRoundsParameters,
    std::array{Parameter{"randSelect", ParameterType::kBoolean, false, "false", "",
                         "true: of groups that weigh the same, one by chance; false: the last."}},
    kGraphTuning, kTuningParameters);
constexpr std::array kLabelClustersPorts = {kEdgePort, kVertexPort,
                                            GraphOutput(GraphSchema<kLabelClustersColumns>)};
constexpr std::string_view kLabelClustersExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
CREATE TABLE vertices (v STRING, label STRING);
INSERT INTO vertices VALUES ('a', 'x'), ('b', NULL), ('c', NULL), ('d', 'y');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DinputVertexTableName=vertices -DvertexCol=v
  -DoutputTableName=made;
SELECT * FROM made ORDER BY node LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kLabelClassesNames = {"LabelPropagationClassification"};
constexpr char kLabelClassesColumns[] = "node:string tag:string weight:double";
constexpr auto kLabelClassesParameters = Together(
    kEdgeParameters, kEdgeWeightParameters, kVertexParameters, kRoundsParameters,
    std::array{
        Parameter{"vertexLabelCol", ParameterType::kText, true, "", "",
                  "Its column with the label; NULL and an empty text for a vertex that has none."},
        Parameter{"alpha", ParameterType::kNumber, false, "0.8", "",
                  "A vertex with a label takes this share from others.", "", "", "(0,1)"},
        Parameter{"epsilon", ParameterType::kNumber, false, "0.000001", "",
                  "Smaller changes of a weight end the rounds.", "", "", "[0,)"}},
    kGraphTuning, kTuningParameters);
constexpr std::array kLabelClassesPorts = {kEdgePort, kVertexPort,
                                           GraphOutput(GraphSchema<kLabelClassesColumns>)};
constexpr std::string_view kLabelClassesExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
CREATE TABLE vertices (v STRING, label STRING);
INSERT INTO vertices VALUES ('a', 'x'), ('b', NULL), ('c', NULL), ('d', 'y');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DinputVertexTableName=vertices -DvertexCol=v
  -DvertexLabelCol=label -DoutputTableName=made;
SELECT * FROM made ORDER BY node, tag LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kUnfoldingNames = {"FastUnfolding"};
constexpr char kUnfoldingColumns[] = "node:string group_id:string";
constexpr auto kUnfoldingParameters =
    Together(kEdgeParameters, kEdgeWeightParameters, kVertexParameters, kRoundsParameters,
             kGraphTuning, kTuningParameters);
constexpr std::array kUnfoldingPorts = {kEdgePort, kVertexPort,
                                        GraphOutput(GraphSchema<kUnfoldingColumns>)};
constexpr std::string_view kUnfoldingExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
CREATE TABLE vertices (v STRING, label STRING);
INSERT INTO vertices VALUES ('a', 'x'), ('b', NULL), ('c', NULL), ('d', 'y');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DinputVertexTableName=vertices -DvertexCol=v
  -DoutputTableName=made;
SELECT * FROM made ORDER BY node LIMIT 10;
)";

const std::array kGraphCommunity = {
    Component{"Modularity", kModularityNames, "", 0,
              "Measures groups of vertices: the share of edges within groups, less what chance "
              "would give.",
              kModularityParameters, kModularityPorts,
              LearnerBuild{"paisql.learners.graph_modularity", LearnerCall::kPredict, ""}, "",
              kModularityExample, true},
    Component{"Clusters by label propagation", kLabelClustersNames, "", 0,
              "Finds groups: each vertex takes the group that weighs most among its neighbours, "
              "round by round.",
              kLabelClustersParameters, kLabelClustersPorts,
              LearnerBuild{"paisql.learners.graph_label_clusters", LearnerCall::kPredict, ""}, "",
              kLabelClustersExample, true},
    Component{"Classes by label propagation", kLabelClassesNames, "", 0,
              "Passes the labels of some vertices on along the edges.", kLabelClassesParameters,
              kLabelClassesPorts,
              LearnerBuild{"paisql.learners.graph_label_classes", LearnerCall::kPredict, ""}, "",
              kLabelClassesExample, true},
    Component{"Groups by fast unfolding", kUnfoldingNames, "", 0,
              "Finds groups whose modularity is high, each named by the first of its vertices.",
              kUnfoldingParameters, kUnfoldingPorts,
              LearnerBuild{"paisql.learners.graph_unfolding", LearnerCall::kPredict, ""}, "",
              kUnfoldingExample, true},
};

}  // namespace

std::span<const Component> GraphCommunityComponents() { return kGraphCommunity; }

}  // namespace paisql::pai
