// Errors and hints of PAI's components.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kComponentRows[] = {
    // The statement.
    {"algorithm '{}' is not offered", "没有提供算法 '{}'"},
    {"algorithm '{}' is {}, and is not offered", "算法 '{}' ({}) 没有提供"},
    {"project '{}' has no algorithm {}", "项目 '{}' 没有算法 {}"},
    {"parameter '{}' is given twice", "参数 '{}' 重复"},
    {"parameter '{}' is missing", "缺少参数 '{}'"},
    {"'{}' is not a value for {}", "'{}' 不是参数 {} 的有效值"},
    {"'{}' is not a name for a model", "'{}' 不能作为模型名"},
    {"a name begins with a letter and has letters, digits and _, at most 128",
     "名称以字母开头, 由字母、数字和 _ 组成, 最多 128 个字符"},
    // Columns.
    {"column {} is a {}, not a number", "列 {} 的类型是 {}, 不是数值"},
    {"name columns of numbers in -D{}", "请在 -D{} 中指定数值列"},
    {"column {} stands before column {}", "列 {} 在列 {} 之前"},
    {"write the first column first", "请先写靠前的列"},
    {"{}: column '{}' appears twice", "{}: 列 '{}' 重复"},
    {"leave one of them out", "请去掉其中一个"},
    {"with enableSparse=true, featureColNames is one column",
     "enableSparse=true 时 featureColNames 只能是一列"},
    {"{} is one column", "{} 只能是一列"},
    {"name one column", "请指定一列"},
    {"the output would have two columns {}", "输出表会有两个 {} 列"},
    {"give -D{} another name", "请为 -D{} 换一个名称"},
    {"the output has a column {} of its own", "输出表本身有 {} 列"},
    {"the table has no column of numbers", "表中没有数值列"},
    {"the input has no columns of numbers", "输入表没有数值列"},
    {"name the column of texts such as 1:0.5,7:1", "请指定内容形如 1:0.5,7:1 的文本列"},
    {"column {} is a {}, and enableSparse=true reads texts such as 1:0.5,7:1",
     "列 {} 的类型是 {}, 而 enableSparse=true 读取形如 1:0.5,7:1 的文本"},
    {"leave out enableSparse for columns of numbers", "数值列请不要设置 enableSparse"},
    {"neither -DsampleSize nor -DsampleRatio is given", "没有指定 -DsampleSize 或 -DsampleRatio"},
    {"give it in -DclassNum", "请用 -DclassNum 指定"},
    {"no row has numbers in both columns {} and {}", "没有一行在列 {} 和 {} 中都有数值"},
    {"prediction writes the numbers of a regression into prediction_score, not into "
     "prediction_result",
     "回归模型的预测值写入 prediction_score, 而不是 prediction_result"},
    // What a learner says of the rows.
    {"LearnerError: {}", "训练组件出错: {0:t}"},
    {"the input has no rows, so there is nothing to learn from", "输入表没有数据, 无法训练"},
    {"the input has no columns of numbers to learn from: name some in featureColNames",
     "输入表没有可用于训练的数值列: 请在 featureColNames 中指定"},
    {"the input has no columns to learn from: name some in featureColNames",
     "输入表没有可用于训练的列: 请在 featureColNames 中指定"},
    {"the label column {} has NULL or NaN; {}", "标签列 {} 含有 NULL 或 NaN; {}"},
    {"the label column {} is {}, and a regression needs a number",
     "标签列 {} 的类型是 {}, 而回归需要数值"},
    {"the label column {} has {} values, and LinearSVM tells two apart",
     "标签列 {} 有 {} 个取值, 而 LinearSVM 只区分两类"},
    {"column {} has infinity, or a number too large to learn from", "列 {} 含有无穷大或过大的数值"},
    {"column {} has infinity", "列 {} 含有无穷大"},
    {"column {} cannot be a feature and the label, or the weight, at once",
     "列 {} 不能既是特征又是标签或权重"},
    {"the weight column {} has a value below 0, or none that is a number",
     "权重列 {} 含有小于 0 的值或非数值"},
    {"the model was trained on the column {}, which the input does not have; it has {}",
     "模型训练时使用了列 {}, 而输入表没有该列; 输入表的列为 {}"},
    {"the model reads numbers, but column {} is {}", "模型读取数值, 而列 {} 的类型是 {}"},
    {"centerCount={} is more than the {} rows of the input",
     "centerCount={} 大于输入表的 {} 行数据"},
    {"k={} is more than the {} rows of trainTableName", "k={} 大于 trainTableName 的 {} 行数据"},
    {"lossType={} ranks the rows of groups, so it needs groupIDColName",
     "lossType={} 在组内排序, 需要 groupIDColName"},
    {"objective={} needs classNum, the number of classes", "objective={} 需要类别数 classNum"},
    {"algorithmTypes={} is not two growing numbers from 0 to treeNum={}",
     "algorithmTypes={} 不是 0 到 treeNum={} 之间递增的两个数"},
    {"randomColNum={} is more than the {} features", "randomColNum={} 大于特征数 {}"},
    // Pipelines.
    {"an edge names the node {}, which is not there", "连线的节点 {} 不存在"},
    {"{} has no output {}", "{} 没有输出 {}"},
    {"{} has no input {}", "{} 没有输入 {}"},
    {"the input {} takes a {}, and {} of {} gives a {}",
     "输入 {} 的类型是 {}, 而 {3} 的 {2} 的类型是 {4}"},
    {"remove the edge", "请删除该连线"},
    {"this machine has no component '{}', so the node cannot run",
     "本机没有组件 '{}', 节点无法运行"},
    {"{} ({}) does not run here", "{} ({}) 不能在本机运行"},
    {"replace the node by a component of the list", "请用列表中的组件替换该节点"},
    {"{} edges end at the input {}, which takes one", "输入 {1} 只能有一条连线, 现有 {0} 条"},
    {"remove all but one of them", "请只保留一条"},
    {"the input {} is missing", "缺少输入 {}"},
    {"draw an edge to it from a port that gives a {}", "请从类型为 {} 的端口连线到该输入"},
    {"the node names no file", "节点没有指定文件"},
    {"give a path, or code", "请指定路径或代码"},
    {"'{}' is not a partition", "'{}' 不是分区"},
    {"write key=value, ds=20260101/hour=01", "请写成 键=值, 如 ds=20260101/hour=01"},
    {"nodes wait for each other in a circle: {}", "节点之间形成循环: {}"},
    {"the node waits for itself: {}", "节点等待自身: {}"},
    {"remove one of its edges", "请删除其中一条连线"},
    {"remove one of the edges", "请删除其中一条连线"},
    {"name {} in {} of the node {}: it leaves that column out",
     "请在节点 {2} 的 {1} 中加上 {0}: 该节点没有保留此列"},
};

}  // namespace

std::span<const MessageRow> ComponentRows() { return kComponentRows; }

}  // namespace paisql::messages
