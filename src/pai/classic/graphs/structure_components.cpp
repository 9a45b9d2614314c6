#include "pai/classic/graphs/structure_components.h"

#include "pai/classic/graphs/graph_columns.h"
#include "pai/classic/graphs/graph_parameters.h"

namespace paisql::pai {

namespace {

constexpr std::array<std::string_view, 1> kPageRankNames = {"PageRankWithWeight"};
constexpr char kPageRankColumns[] = "node:string weight:double";
constexpr auto kPageRankParameters = Together(kEdgeParameters, kEdgeWeightParameters,
                                              kRoundsParameters, kGraphTuning, kTuningParameters);
constexpr std::array kPageRankPorts = {kEdgePort, GraphOutput(GraphSchema<kPageRankColumns>)};
constexpr std::string_view kPageRankExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DmaxIter=100 -DoutputTableName=made;
SELECT * FROM made ORDER BY node LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kShortestPathsNames = {"SSSP"};
constexpr char kShortestPathsColumns[] = "start_node:string dest_node:string node_value:double";
constexpr auto kShortestPathsParameters =
    Together(kEdgeParameters, kEdgeWeightParameters,
             std::array{Parameter{"startVertex", ParameterType::kText, true, "", "",
                                  "The vertex that paths begin at."}},
             kGraphTuning, kTuningParameters);
constexpr std::array kShortestPathsPorts = {kEdgePort,
                                            GraphOutput(GraphSchema<kShortestPathsColumns>)};
constexpr std::string_view kShortestPathsExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DstartVertex=a -DoutputTableName=made;
SELECT * FROM made ORDER BY dest_node LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kComponentsNames = {"MaximalConnectedComponent"};
constexpr char kComponentsColumns[] = "node:string grp_id:string";
constexpr auto kComponentsParameters = Together(kEdgeParameters, kGraphTuning, kTuningParameters);
constexpr std::array kComponentsPorts = {kEdgePort, GraphOutput(GraphSchema<kComponentsColumns>)};
constexpr std::string_view kComponentsExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DoutputTableName=made;
SELECT * FROM made ORDER BY node LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kKCoreNames = {"KCore"};
constexpr char kKCoreColumns[] = "node1:string node2:string";
constexpr auto kKCoreParameters = Together(
    kEdgeParameters,
    std::array{Parameter{"k", ParameterType::kInteger, false, "1", "",
                         "The most neighbours of a vertex that is taken away.", "", "", "[1,)"}},
    kGraphTuning, kTuningParameters);
constexpr std::array kKCorePorts = {kEdgePort, GraphOutput(GraphSchema<kKCoreColumns>)};
constexpr std::string_view kKCoreExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -Dk=1 -DoutputTableName=made;
SELECT * FROM made ORDER BY node1, node2 LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kTrianglesNames = {"TriangleCount"};
constexpr char kTrianglesColumns[] = "node1:string node2:string node3:string";
constexpr auto kTrianglesParameters =
    Together(kEdgeParameters, kSampledParameters, kGraphTuning, kTuningParameters);
constexpr std::array kTrianglesPorts = {kEdgePort, GraphOutput(GraphSchema<kTrianglesColumns>)};
constexpr std::string_view kTrianglesExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DoutputTableName=made;
SELECT * FROM made;
)";

constexpr std::array<std::string_view, 1> kEdgeDensityNames = {"EdgeDensity"};
constexpr char kEdgeDensityColumns[] =
    "node1:string node2:string node1_edge_cnt:bigint node2_edge_cnt:bigint triangle_cnt:bigint "
    "density:double";
constexpr auto kEdgeDensityParameters =
    Together(kEdgeParameters, kSampledParameters, kGraphTuning, kTuningParameters);
constexpr std::array kEdgeDensityPorts = {kEdgePort, GraphOutput(GraphSchema<kEdgeDensityColumns>)};
constexpr std::string_view kEdgeDensityExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('b', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DoutputTableName=made;
SELECT * FROM made ORDER BY node1, node2 LIMIT 10;
)";

constexpr std::array<std::string_view, 1> kTreeDepthNames = {"TreeDepth"};
constexpr char kTreeDepthColumns[] = "node:string root:string depth:bigint";
constexpr auto kTreeDepthParameters = Together(kEdgeParameters, kGraphTuning, kTuningParameters);
constexpr std::array kTreeDepthPorts = {kEdgePort, GraphOutput(GraphSchema<kTreeDepthColumns>)};
constexpr std::string_view kTreeDepthExample = R"(CREATE TABLE edges (a STRING, b STRING);
INSERT INTO edges VALUES ('a', 'b'), ('a', 'c'), ('c', 'd');
PAI -name {name} -DinputEdgeTableName=edges -DfromVertexCol=a -DtoVertexCol=b
  -DoutputTableName=made;
SELECT * FROM made ORDER BY node LIMIT 10;
)";

const std::array kGraphStructure = {
    Component{"PageRank", kPageRankNames, "", 0, "Ranks vertices by the edges that lead to them.",
              kPageRankParameters, kPageRankPorts,
              LearnerBuild{"paisql.learners.graph_page_rank", LearnerCall::kPredict, ""}, "",
              kPageRankExample, true},
    Component{"Shortest paths", kShortestPathsNames, "", 0,
              "Finds the length of the shortest path from a vertex to the others.",
              kShortestPathsParameters, kShortestPathsPorts,
              LearnerBuild{"paisql.learners.graph_shortest_paths", LearnerCall::kPredict, ""}, "",
              kShortestPathsExample, true},
    Component{
        "Connected components", kComponentsNames, "", 0,
        "Finds the groups of vertices that edges connect, each named by the last of its vertices.",
        kComponentsParameters, kComponentsPorts,
        LearnerBuild{"paisql.learners.graph_components", LearnerCall::kPredict, ""}, "",
        kComponentsExample, true},
    Component{"K-core", kKCoreNames, "", 0,
              "Finds the edges that are left after vertices with k neighbours or fewer have been "
              "taken away, again and again.",
              kKCoreParameters, kKCorePorts,
              LearnerBuild{"paisql.learners.graph_k_core", LearnerCall::kPredict, ""}, "",
              kKCoreExample, true},
    Component{"Triangles", kTrianglesNames, "", 0,
              "Finds three vertices of which each has an edge to the others.", kTrianglesParameters,
              kTrianglesPorts,
              LearnerBuild{"paisql.learners.graph_triangles", LearnerCall::kPredict, ""}, "",
              kTrianglesExample, true},
    Component{"Edge density", kEdgeDensityNames, "", 0,
              "Counts the triangles at each edge, as a share of the neighbours of that end which "
              "has fewer.",
              kEdgeDensityParameters, kEdgeDensityPorts,
              LearnerBuild{"paisql.learners.graph_edge_density", LearnerCall::kPredict, ""}, "",
              kEdgeDensityExample, true},
    Component{"Tree depth", kTreeDepthNames, "", 0,
              "Tells the root of each vertex, and how far it is from it. Edges go from a parent to "
              "its child.",
              kTreeDepthParameters, kTreeDepthPorts,
              LearnerBuild{"paisql.learners.graph_tree_depth", LearnerCall::kPredict, ""}, "",
              kTreeDepthExample, true},
};

}  // namespace

std::span<const Component> GraphStructureComponents() { return kGraphStructure; }

}  // namespace paisql::pai
