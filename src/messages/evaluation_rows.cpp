// Parameters of components that evaluate predictions.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kEvaluationRows[] = {
    {"The column of the actual classes.", "实际类别所在的列。"},
    {"The column of the predicted classes. Rows without a class do not count.",
     "预测类别所在的列。缺少类别的行不参与计算。"},
    {"In place of predictionColName: a column of texts `{\"class\": probability}`, of two classes.",
     "替代 predictionColName：形如 `{\"class\": probability}` 的文本列，限两个类别。"},
    {"With predictionDetailColName: goodValue is predicted above it.",
     "与 predictionDetailColName 配合使用：概率大于该阈值时预测为 goodValue。"},
    {"With predictionDetailColName: the class whose probability is compared.",
     "与 predictionDetailColName 配合使用：其概率与阈值比较的类别。"},
    {"A column of texts `{\"class\": probability}`: adds LogLoss to OverallMeasures.",
     "形如 `{\"class\": probability}` 的文本列：在 OverallMeasures 中增加 LogLoss。"},
    {"The column with the probability of the positive class. Rows that lack a class or a "
     "probability do not count.",
     "正样本概率所在的列。缺少类别或概率的行不参与评估。"},
    {"A column of texts `{\"class\": probability}`. Where the table has it and the score is "
     "prediction_score, it says the probability of the positive class.",
     "形如 {\"类别\": 概率} 的文本列。表中有该列且分数列为 prediction_score "
     "时，正样本概率取自该列。"},
    {"The positive class.", "正样本的类别值。"},
    {"How many intervals of scores KS, F1 and the tables are computed for; equal scores stand in "
     "one.",
     "计算 KS、F1 及各输出表时的分数区间数，分数相同的行在同一区间。"},
    {"Evaluates the rows of each value of this column, the first of every table.",
     "按该列的每个取值分别评估，该列是各输出表的第一列。"},
    {"false: the score is the probability of the other class.",
     "设为 false 时，分数是另一类别的概率。"},
    {"The table (name, value): Total Samples, Positive Samples, Negative Samples, AUC, KS, F1 "
     "Score.",
     "输出表（name、value）：总样本数、正负样本数、AUC、KS、F1 Score。"},
    {"The table of intervals with equally many rows, from high scores to low ones.",
     "等频区间表，分数从高到低。"},
    {"The table of intervals of equal length, from high scores to low ones.",
     "等宽区间表，分数从高到低。"},
    {"The column of the predicted classes.", "预测类别所在的列。"},
    {"The column with the probability of the predicted class. Rows that lack a class or a "
     "probability do not count.",
     "预测类别的概率所在的列。缺少类别或概率的行不参与计算。"},
    {"The column of the actual numbers.", "实际值所在的列。"},
    {"The column of the predicted numbers. Rows without a number do not count.",
     "预测值所在的列。缺少数值的行不参与评估。"},
    {"The table of one row with one JSON: SST, SSE, SSR, R2, R, MSE, RMSE, MAE, MAD (the mean of "
     "actual minus predicted), MAPE (1 is 100 %), count, yMean, predictionMean.",
     "只有一行、内容为一个 JSON "
     "的输出表：SST、SSE、SSR、R2、R、MSE、RMSE、MAE、MAD（实际值减预测值的均值）、MAPE（1 即 "
     "100%）、count、yMean、predictionMean。"},
    {"The table with the histogram of actual minus predicted.",
     "残差（实际值减预测值）的直方图输出表。"},
    {"How many intervals the histogram has.", "直方图的区间数。"},
};

}  // namespace

std::span<const MessageRow> EvaluationRows() { return kEvaluationRows; }

}  // namespace paisql::messages
