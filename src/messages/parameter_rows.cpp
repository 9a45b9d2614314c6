// Parameters that components of several groups have.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kParameterRows[] = {
    {"Stands between two pairs.", "键值对之间的分隔符。"},
    {"Reads these partitions of it alone.", "只读取该表的这些分区。"},
    {"kv: a column kv of texts such as `0:2.5,7:1.0`. table: a column for each feature, "
     "`<column>_<number>`, 1,024 at most.",
     "kv：名为 kv 的列，内容为 `0:2.5,7:1.0` 形式的文本。table：每个特征一列，列名为 "
     "`<column>_<number>`，最多 1,024 列。"},
    {"The column of keys and values. A key becomes the column `<kvColName>_<key>`.",
     "键值列。每个键成为一列，列名为 `<kvColName>_<key>`。"},
    {"A table of words: all others count as `<unk>`.", "词表，表外的词均计为 `<unk>`。"},
    {"When the series begins: `<year>.<season>`.", "序列的起始时间：`<year>.<season>`。"},
    {"The file <model>.xml (pmml), or the folder <model> with the model's own files (original).",
     "文件 <model>.xml（pmml），或包含模型自身文件的文件夹 <model>（original）。"},
    {"What is true where the hypothesis is not.", "原假设不成立时成立的备择假设。"},
    {"The table, or query, that is read.", "读取的表或查询。"},
    {"Reads these partitions alone: `ds=1/hour=2`, several separated by commas.",
     "只读取这些分区：`ds=1/hour=2`，多个分区用逗号分隔。"},
    {"Reads these partitions of it alone: `ds=1/hour=2`, several separated by commas.",
     "只读取这些分区：`ds=1/hour=2`，多个分区用逗号分隔。"},
    {"The table that is written. The component makes it if it does not exist.",
     "输出表，不存在时由组件创建。"},
    {"The partition that is written, `ds=1`. The table then has partitions.",
     "写入的分区，如 `ds=1`，此时输出表为分区表。"},
    {"The partition of it that is written, `ds=1`.", "写入的分区，如 `ds=1`。"},
    {"The partition of it that is written.", "写入的分区。"},
    {"A name to find the job by; it goes before -jobname.",
     "便于查找作业的名称，优先于 -jobname。"},
    {"Ends a job whose processes neither compute nor print for this long; 0: never.",
     "进程在该时长内既不计算也不输出时结束作业；0 表示从不。"},
    {"Ends a job after so many hours; 0: never.", "作业运行超过该小时数后结束；0 表示从不。"},
    {"Threads within an operation.", "单个算子内的线程数。"},
    {"Stands between a key and its value.", "键与值之间的分隔符。"},
    {"The columns hold texts such as `1:0.3,7:1`: keys and values.",
     "列内容为 `1:0.3,7:1` 形式的键值文本。"},
    {"Stands between two pairs; without it a comma or a blank does.",
     "键值对之间的分隔符，默认为逗号或空格。"},
    {"The model that is made. One that exists gets a new version.",
     "产生的模型，已存在时增加一个新版本。"},
    {"The table, or query, with a row for each edge.", "每行为一条边的表或查询。"},
    {"The column with the vertex that the edge begins at.", "边的起点所在的列。"},
    {"The column with the vertex that the edge ends at.", "边的终点所在的列。"},
    {"How many processes compute.", "计算的进程数。"},
    {"Megabytes of each process.", "每个进程的内存（MB）。"},
    {"Megabytes that a process reads at once.", "进程每次读取的数据量（MB）。"},
    {"The column that the model learns to tell.", "模型学习预测的列。"},
    {"The columns that it learns from; all columns of numbers but the label without it.",
     "用于训练的列，默认为标签列以外的全部数值列。"},
    {"How rows are split, as the platform's workflows note it.",
     "拆分方式，与平台工作流的写法一致。"},
    {"A round that changes the value less ends the search.", "一轮迭代的变化小于该值时停止。"},
    {"The share of the rows, or of the values of idColName, that the first table gets.",
     "第一个输出表所占的行数（或 idColName 取值）的比例。"},
    {"The label whose probability grows with positive weights; without it the last of the two in "
     "their order.",
     "权重为正时概率增大的类别，默认为排序后的后一个类别。"},
    {"Rows with the same value of this column go into the same table.",
     "该列取值相同的行进入同一个表。"},
    {"How many rounds of L-BFGS there are at most.", "L-BFGS 的最大迭代轮数。"},
    {"The table with the first part of the rows.", "第一部分行所在的输出表。"},
    {"The table with all other rows.", "其余行所在的输出表。"},
    {"Another number gives another choice of rows.", "不同的数值得到不同的抽取结果。"},
    {"The factor of the penalty.", "正则项系数。"},
    {"The penalty of large weights: the sum of their sizes (l1) or half of that of their squares "
     "(l2).",
     "对大权重的惩罚：绝对值之和 (l1) 或平方和的一半 (l2)。"},
    {"The number for thresholdColName. It counts even where a fraction is given.",
     "阈值列的阈值，即使指定了比例也优先使用。"},
    {"Rows whose value is below the threshold go into the first table, all others, NULL too, into "
     "the second one.",
     "小于阈值的行进入第一个表，其余行（包括 NULL）进入第二个表。"},
    {"Is accepted as in public scripts; no table is made.", "仅为兼容公开脚本而接受，不产生表。"},
    {"How many days the tables that are made live.", "输出表的生命周期（天）。"},
    {"How many nodes compute.", "计算节点数。"},
    {"Megabytes of each node.", "每个节点的内存（MB）。"},
    {"the memory of one machine is shared", "一台机器的内存由全部进程共用"},
};

}  // namespace

std::span<const MessageRow> ParameterRows() { return kParameterRows; }

}  // namespace paisql::messages
