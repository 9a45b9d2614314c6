// Parameters of components for statistics.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kStatisticsRows[] = {
    {"The columns; all of the table's without it. Columns that hold no numbers have counts alone.",
     "统计的列，默认为表的全部列。非数值列只有计数。"},
    {"The columns of numbers; all of them without it. NULL, NaN and infinite numbers do not count.",
     "数值列，默认为全部数值列。NULL、NaN 和无穷大不参与计算。"},
    {"How many intervals of one width there are.", "等宽区间的个数。"},
    {"The columns, of numbers or DATETIME; all of them without it. NULL and NaN do not count.",
     "数值列或 DATETIME 列，默认为全部此类列。NULL 和 NaN 不参与计算。"},
    {"How many equal parts there are.", "等分的份数。"},
    {"The columns of numbers from 0 on; all columns of numbers without it. NULL, NaN and infinite "
     "numbers do not count.",
     "取值不小于 0 的数值列，默认为全部数值列。NULL、NaN 和无穷大不参与计算。"},
    {"The columns of numbers; all of them without it. A pair of columns counts the rows in which "
     "both have a number.",
     "数值列，默认为全部数值列。每对列只计算两列均有数值的行。"},
    {"A column of numbers.", "一个数值列。"},
    {"Another one. Rows in which both have a number count.",
     "另一个数值列。只计算两列均有数值的行。"},
    {"The table, or query, of the first sample.", "第一个样本所在的表或查询。"},
    {"The column of the first sample. NULL, NaN and infinite numbers do not count.",
     "第一个样本所在的列。NULL、NaN 和无穷大不参与计算。"},
    {"The table, or query, of the second sample; that of the first without it.",
     "第二个样本所在的表或查询，默认与第一个样本相同。"},
    {"The column of the second sample. Without it one sample is tested.",
     "第二个样本所在的列，不填时进行单样本检验。"},
    {"The mean, or the difference of two means, by the hypothesis.",
     "原假设中的均值，或两个均值之差。"},
    {"The probability of the confidence interval.", "置信区间的置信度。"},
    {"true: each row of the first sample belongs to one of the second.",
     "设为 true 时，第一个样本的每一行与第二个样本的一行配对。"},
    {"true: both samples have one variance; false: Welch's test.",
     "设为 true 时，两个样本的方差相等；设为 false 时，使用 Welch 检验。"},
    {"The column whose classes are counted, for a test of fit.",
     "统计类别的列，用于拟合优度检验。"},
    {"With colName: the probability of each class, `a:0.3,b:0.7`; without it all are equally "
     "probable.",
     "与 colName 配合使用：各类别的概率，如 `a:0.3,b:0.7`，默认各类别概率相等。"},
    {"The first column of a test of independence. Rows that lack a value do not count.",
     "独立性检验的第一列。缺少取值的行不参与计算。"},
    {"The second column.", "独立性检验的第二列。"},
    {"The table of one row with one JSON: value, df and p-value of each statistic.",
     "只有一行、内容为一个 JSON 的输出表：各统计量的 value、df 和 p-value。"},
    {"The table with what was observed and expected of each class.",
     "各类别的观测值与期望值的输出表。"},
    {"Adds rows QQplot: the quantile of the normal distribution, and the number; of 1,000 numbers "
     "at most.",
     "增加 QQplot 行：正态分布的分位数与对应数值，最多取 1,000 个数值。"},
    {"Adds the row of the test of Anderson and Darling.", "增加 Anderson-Darling 检验的行。"},
    {"Adds the row of the test of Kolmogorov and Smirnov, against the normal distribution with the "
     "column's mean and deviation.",
     "增加 Kolmogorov-Smirnov 检验的行，与均值和标准差取自该列的正态分布比较。"},
    {"The table with the label and the chosen features, the weightiest first.",
     "包含标签列和所选特征列的输出表，权重最大的特征在前。"},
    {"The table (featname, weight) of all features.", "全部特征的权重输出表（featname、weight）。"},
    {"The column with the class. Rows without one do not count.",
     "类别所在的列。缺少类别的行不参与计算。"},
    {"The features; all columns but the label without it.", "特征列，默认为标签列以外的全部列。"},
    {"Columns of numbers whose values are classes. Those of texts are so anyway.",
     "取值为类别的数值列。文本列始终按类别处理。"},
    {"How many intervals of one width numbers are put into.", "数值特征划分的等宽区间数。"},
    {"The information value of two classes, in which a count of 0 is taken as 0.5, or the gain of "
     "Gini's impurity or of information (in bits).",
     "二分类的信息值（计数为 0 时按 0.5 计），或基尼不纯度的增益，或信息增益（以比特为单位）。"},
    {"How many features are chosen; all where there are fewer.",
     "选出的特征数，特征不足时全部选出。"},
    {"Columns with keys and values are not taken here, nor on the platform.",
     "不支持键值格式的列，平台上同样不支持。"},
    {"columns have no keys", "列中没有键"},
};

}  // namespace

std::span<const MessageRow> StatisticsRows() { return kStatisticsRows; }

}  // namespace paisql::messages
