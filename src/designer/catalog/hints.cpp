// Chinese sentences about parameters: of a component's own parameter, or of all that are described
// alike.

#include <algorithm>
#include <array>

#include "base/text.h"
#include "designer/catalog/titles.h"

namespace paisql::designer {

namespace {

struct ParameterHint {
  std::string_view component;  // "" for all that have no hint of their own
  std::string_view parameter;
  std::string_view chinese;
};

constexpr std::array kHints = {
    ParameterHint{"evaluate", "labelColName", "实际类别所在的列。"},
    ParameterHint{"evaluate", "scoreColName", "正样本概率所在的列。缺少类别或概率的行不参与评估。"},
    ParameterHint{"evaluate", "detailColName",
                  "形如 {\"类别\": 概率} 的文本列。表中有该列且分数列为 prediction_score "
                  "时,正样本概率取自该列。"},
    ParameterHint{"evaluate", "positiveLabel", "正样本的类别值。"},
    ParameterHint{"evaluate", "binCount",
                  "计算 KS、F1 及各输出表时的分数区间数,分数相同的行在同一区间。"},
    ParameterHint{"evaluate", "groupColName", "按该列的每个取值分别评估,该列是各输出表的第一列。"},
    ParameterHint{"evaluate", "labelMatch", "设为 false 时,分数是另一类别的概率。"},
    ParameterHint{"evaluate", "outputMetricTableName",
                  "输出表 (name, value):总样本数、正负样本数、AUC、KS、F1 Score。"},
    ParameterHint{"evaluate", "outputDetailTableName", "等频区间表,分数从高到低。"},
    ParameterHint{"evaluate", "outputELDetailTableName", "等宽区间表,分数从高到低。"},
    ParameterHint{"prediction", "modelName", "训练组件产生的模型。"},
    ParameterHint{"prediction", "featureColNames",
                  "模型读取的列:与训练时的列名相同,或按相同顺序给出同样多的列。"},
    ParameterHint{"prediction", "appendColNames", "原样带到输出表的输入列。"},
    ParameterHint{"prediction", "resultColName", "概率最大的类别所在的列;回归时为 NULL。"},
    ParameterHint{"prediction", "scoreColName", "该类别的概率,或回归的预测值。"},
    ParameterHint{"prediction", "detailColName", "全部结果的 JSON 对象所在的列。"},
    ParameterHint{"", "lifecycle", "输出表的生命周期(天)。"},
    ParameterHint{"", "coreNum", "计算节点数。"},
    ParameterHint{"", "memSizePerCore", "每个节点的内存(MB)。"},
};

// A sentence that describes parameters of several types.
struct Sentence {
  std::string_view english;
  std::string_view chinese;
};

constexpr std::array kSentences = {
    Sentence{"The table, or query, that is read.", "读取的表或查询。"},
    Sentence{"Reads these partitions alone: `ds=1/hour=2`, several separated by commas.",
             "只读取这些分区:`ds=1/hour=2`,多个分区用逗号分隔。"},
    Sentence{"Reads these partitions of it alone: `ds=1/hour=2`, several separated by commas.",
             "只读取这些分区:`ds=1/hour=2`,多个分区用逗号分隔。"},
    Sentence{"The table that is written. The component makes it if it does not exist.",
             "输出表,不存在时由组件创建。"},
    Sentence{"The partition that is written, `ds=1`. The table then has partitions.",
             "写入的分区,如 `ds=1`,此时输出表为分区表。"},
    Sentence{"The partition of it that is written, `ds=1`.", "写入的分区,如 `ds=1`。"},
    Sentence{"The partition of it that is written.", "写入的分区。"},
    Sentence{"A name to find the job by; it goes before -jobname.",
             "便于查找作业的名称,优先于 -jobname。"},
    Sentence{"Ends a job whose processes neither compute nor print for this long; 0: never.",
             "进程在该时长内既不计算也不输出时结束作业;0 表示从不。"},
    Sentence{"Ends a job after so many hours; 0: never.",
             "作业运行超过该小时数后结束;0 表示从不。"},
    Sentence{"Threads within an operation.", "单个算子内的线程数。"},
    Sentence{"Stands between a key and its value.", "键与值之间的分隔符。"},
    Sentence{"The columns hold texts such as `1:0.3,7:1`: keys and values.",
             "列内容为 `1:0.3,7:1` 形式的键值文本。"},
    Sentence{"Stands between two pairs; without it a comma or a blank does.",
             "键值对之间的分隔符,默认为逗号或空格。"},
    Sentence{"The model that is made. One that exists gets a new version.",
             "产生的模型,已存在时增加一个新版本。"},
    Sentence{"The table, or query, with a row for each edge.", "每行为一条边的表或查询。"},
    Sentence{"The column with the vertex that the edge begins at.", "边的起点所在的列。"},
    Sentence{"The column with the vertex that the edge ends at.", "边的终点所在的列。"},
    Sentence{"How many processes compute.", "计算的进程数。"},
    Sentence{"Megabytes of each process.", "每个进程的内存(MB)。"},
    Sentence{"Megabytes that a process reads at once.", "进程每次读取的数据量(MB)。"},
    Sentence{"The column that the model learns to tell.", "模型学习预测的列。"},
    Sentence{"The columns that it learns from; all columns of numbers but the label without it.",
             "用于训练的列,默认为标签列以外的全部数值列。"},
    Sentence{"How rows are split, as the platform's workflows note it.",
             "拆分方式,与平台工作流的写法一致。"},
    Sentence{"false: the statements themselves make ${outputTable}.",
             "设为 false 时,由语句自己创建 ${outputTable}。"},
    Sentence{"A script that the pipeline keeps; it counts where no path is given.",
             "保存在工作流中的脚本,未指定路径时使用。"},
    Sentence{"A round that changes the value less ends the search.",
             "一轮迭代的变化小于该值时停止。"},
    Sentence{"The share of the rows, or of the values of idColName, that the first table gets.",
             "第一个输出表所占的行数(或 idColName 取值)的比例。"},
    Sentence{"The label whose probability grows with positive weights; without it the last of the "
             "two in their order.",
             "权重为正时概率增大的类别,默认为排序后的后一个类别。"},
    Sentence{"Rows with the same value of this column go into the same table.",
             "该列取值相同的行进入同一个表。"},
    Sentence{"How many processes answer.", "提供服务的进程数。"},
    Sentence{"A model, or the place of an exported one, where no edge brings it.",
             "没有连线时使用的模型,或已导出模型的位置。"},
    Sentence{"How many rounds of L-BFGS there are at most.", "L-BFGS 的最大迭代轮数。"},
    Sentence{"The model: m, project.m or project/offlinemodels/m.",
             "模型:m、project.m 或 project/offlinemodels/m。"},
    Sentence{"The table with the first part of the rows.", "第一部分行所在的输出表。"},
    Sentence{"The table with all other rows.", "其余行所在的输出表。"},
    Sentence{"The table that is written. It is made anew unless a partition is given.",
             "输出表,未指定分区时重新创建。"},
    Sentence{"The table's name; without it a temporary one.", "输出表名,默认为临时表。"},
    Sentence{"The partition that is written, ds=20260101; the table is then there.",
             "写入的分区,如 ds=20260101,此时表必须已存在。"},
    Sentence{"One partition, ds=20260101/hour=01; without it the whole table.",
             "一个分区,如 ds=20260101/hour=01,默认为整个表。"},
    Sentence{"oss://bucket/key, odps://project/resources/name, or file://path of this machine.",
             "oss://bucket/key、odps://project/resources/name,或本机的 file://path。"},
    Sentence{"Another number gives another choice of rows.", "不同的数值得到不同的抽取结果。"},
    Sentence{"The factor of the penalty.", "正则项系数。"},
    Sentence{"The penalty of large weights: the sum of their sizes (l1) or half of that of their "
             "squares (l2).",
             "对大权重的惩罚:绝对值之和 (l1) 或平方和的一半 (l2)。"},
    Sentence{"The name of the service.", "服务名称。"},
    Sentence{"Statements; ${t1} to ${t4} are the tables that edges bring.",
             "SQL 语句,${t1} 至 ${t4} 为连线输入的表。"},
    Sentence{"The table: table or project.table.", "表名:table 或 project.table。"},
    Sentence{"The number for thresholdColName. It counts even where a fraction is given.",
             "阈值列的阈值,即使指定了比例也优先使用。"},
    Sentence{"Rows whose value is below the threshold go into the first table, all others, NULL "
             "too, into the second one.",
             "小于阈值的行进入第一个表,其余行 (包括 NULL) 进入第二个表。"},
    Sentence{"Is accepted as in public scripts; no table is made.",
             "仅为兼容公开脚本而接受,不产生表。"},
};

}  // namespace

std::string_view ChineseHint(std::string_view component, std::string_view parameter,
                             std::string_view english) {
  for (const std::string_view of : {component, std::string_view()}) {
    const auto* const found = std::ranges::find_if(kHints, [&](const ParameterHint& row) {
      return row.parameter == parameter && EqualsIgnoreCase(row.component, of);
    });
    if (found != kHints.end()) return found->chinese;
  }
  const auto* const found = std::ranges::find(kSentences, english, &Sentence::english);
  return found == kSentences.end() ? "" : found->chinese;
}

}  // namespace paisql::designer
