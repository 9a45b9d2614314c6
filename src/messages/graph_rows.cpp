// Parameters of components for graphs.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kGraphRows[] = {
    {"true: edges have the weights of edgeWeightCol; false: each weighs 1.",
     "设为 true 时，边的权重取自 edgeWeightCol；设为 false 时，每条边的权重为 1。"},
    {"The column with the weight of the edge, a number from 0 on.",
     "边的权重所在的列，取值不小于 0。"},
    {"How many rounds there are at most; there are fewer where nothing changes any more.",
     "最大迭代轮数，结果不再变化时提前停止。"},
    {"one process computes", "由一个进程计算"},
    {"the memory of the machine is used", "使用本机的内存"},
    {"tables are read as they lie", "按表的现有存储方式读取"},
    {"The vertex that paths begin at.", "路径的起始顶点。"},
    {"The most neighbours of a vertex that is taken away.", "被移除的顶点的最大邻居数。"},
    {"all edges of a vertex are looked at", "顶点的所有边均参与计算"},
    {"Of a vertex with more edges, a sample is looked at.", "边数超过该值的顶点只抽取部分边。"},
    {"The column with the group of the vertex that the edge begins at.",
     "边的起点所属的组所在的列。"},
    {"The column with the group of the vertex that the edge ends at.",
     "边的终点所属的组所在的列。"},
    {"The table, or query, with a row for each vertex.", "每行为一个顶点的表或查询。"},
    {"Its column with the vertex.", "该表中顶点所在的列。"},
    {"true: vertices have the weights of vertexWeightCol; false: each weighs 1.",
     "设为 true 时，顶点的权重取自 vertexWeightCol；设为 false 时，每个顶点的权重为 1。"},
    {"Its column with the weight of the vertex, a number from 0 on.",
     "该表中顶点的权重所在的列，取值不小于 0。"},
    {"true: of groups that weigh the same, one by chance; false: the last.",
     "设为 true 时，权重相同的组随机选取一个；设为 false 时，选取最后一个。"},
    {"Its column with the label; NULL and an empty text for a vertex that has none.",
     "该表中标签所在的列；没有标签的顶点为 NULL 或空文本。"},
    {"A vertex with a label takes this share from others.",
     "有标签的顶点从其他顶点接受标签的比例。"},
    {"Smaller changes of a weight end the rounds.", "权重的变化小于该值时停止迭代。"},
};

}  // namespace

std::span<const MessageRow> GraphRows() { return kGraphRows; }

}  // namespace paisql::messages
