// Parameters of components that prepare tables.

#include "messages/tables.h"

namespace paisql::messages {

namespace {

constexpr MessageRow kPreparingRows[] = {
    {"The name of the new column, which comes first.", "新增列的列名，该列位于第一列。"},
    {"The columns that are kept; all without it.", "保留的列，默认为全部列。"},
    {"The table that is written.", "输出表。"},
    {"The condition of the rows that stay, as after WHERE: `age >= 40`; all rows without it.",
     "保留行的条件，写法同 WHERE 之后的表达式：`age >= 40`，默认保留全部行。"},
    {"The tables, or queries, that are read, separated by commas.",
     "读取的表或查询，多个用逗号分隔。"},
    {"Partitions of each table, `ds=1/ds=2`, with ; between tables.",
     "各表的分区，如 `ds=1/ds=2`，表与表之间用 ; 分隔。"},
    {"Columns of each table, separated by commas, with ; between tables; all columns where nothing "
     "stands. `f0..f9` are those from f0 to f9.",
     "各表的列，用逗号分隔，表与表之间用 ; 分隔，留空时为该表的全部列。`f0..f9` 表示 f0 至 f9 "
     "各列。"},
    {"The names of all columns of the output; `x0..x9` are x0, x1 and so on.",
     "输出表的全部列名，`x0..x9` 表示 x0、x1 等。"},
    {"The columns are called col0, col1 and so on; outputTableColNames then does not count.",
     "输出列依次命名为 col0、col1 等，此时 outputTableColNames 不起作用。"},
    {"the other parameters say how rows are split", "拆分方式由其他参数决定"},
    {"How many rows are drawn; all of them where there are fewer.",
     "抽取的行数，总行数不足时抽取全部行。"},
    {"The share of the rows that is drawn. sampleSize counts where both are given.",
     "抽取的行数比例。与 sampleSize 同时指定时，以 sampleSize 为准。"},
    {"The same row may be drawn several times.", "同一行可以被多次抽取（放回抽样）。"},
    {"The weight of each row. A row is never drawn where it is NULL, NaN, 0 or less.",
     "每行的权重所在的列。权重为 NULL、NaN、0 或负数的行不会被抽取。"},
    {"Rows with the same value of this column are a stratum.", "该列取值相同的行属于同一层。"},
    {"How many rows of each stratum are drawn: 200, or `A:200,B:300`, and then none of other "
     "strata. A stratum with fewer rows is drawn whole.",
     "各层抽取的行数：200，或 `A:200,B:300`，后者不抽取其他层。行数不足的层全部抽取。"},
    {"The share of each stratum that is drawn: 0.1, or `A:0.1,B:0.2`. sampleSize counts where both "
     "are given.",
     "各层抽取的比例：0.1，或 `A:0.1,B:0.2`。与 sampleSize 同时指定时，以 sampleSize 为准。"},
    {"What is filled, `column,what,value` with ; between columns. What: null, or of texts empty, "
     "null-empty, or user-defined with two values, the old and the new one. Value: min, max or "
     "mean of a number's column, or what stands there.",
     "填充配置 `column,what,value`，各列之间用 ; 分隔。what 为填充对象：null，文本列还可为 "
     "empty、null-empty；或 user-defined，其后依次为原值和新值。value 为填充值：数值列的 min、max "
     "或 mean，或给定的值。"},
    {"The table (feature STRING, json STRING) of what was filled; it has no partitions.",
     "记录填充内容的输出表（feature STRING, json STRING），不分区。"},
    {"Such a table of an earlier statement, which is filled again; configs then does not count.",
     "之前的语句产生的填充参数表，按其内容再次填充，此时 configs 不起作用。"},
    {"The columns that are scaled; all columns of numbers without it.",
     "参与缩放的列，默认为全部数值列。"},
    {"Keeps the columns as they are, and adds the scaled ones with a prefix.",
     "保留原列，缩放后的列加前缀后追加到输出表。"},
    {"The table (feature STRING, json STRING) of the scales: a row for each column, or of sparse "
     "columns for each key, `column:key`.",
     "缩放参数的输出表（feature STRING, json STRING）：每列一行，稀疏列为每个键一行，写作 "
     "`column:key`。"},
    {"Such a table of an earlier statement, whose scales are taken.",
     "之前的语句产生的缩放参数表，使用其中的参数进行缩放。"},
    {"The keys of sparse columns that are scaled, separated by commas; all without it.",
     "稀疏列中参与缩放的键，用逗号分隔，默认为全部。"},
    {"The columns that become DOUBLE.", "转换为 DOUBLE 的列。"},
    {"The columns that become BIGINT.", "转换为 BIGINT 的列。"},
    {"The columns that become STRING.", "转换为 STRING 的列。"},
    {"Stands for NULL, and for what is not a DOUBLE.", "NULL 及无法转换为 DOUBLE 的值以该值代替。"},
    {"Stands for NULL, and for what is not a BIGINT.", "NULL 及无法转换为 BIGINT 的值以该值代替。"},
    {"Stands for NULL in a column that becomes STRING.", "转换为 STRING 的列中，NULL 以该值代替。"},
    {"Keeps the columns as they are, and adds the new ones as `typed_` and the name.",
     "保留原列，转换后的列以 `typed_` 加原列名追加到输出表。"},
    {"The columns that become new_type; what is not of that type becomes NULL.",
     "转换为 new_type 类型的列，无法转换的值为 NULL。"},
    {"The type that selectedCols have; any other is an error.",
     "selectedCols 原来的类型，类型不符时报错。"},
    {"The type that selectedCols get; date is DATETIME.",
     "selectedCols 转换后的类型，date 即 DATETIME。"},
    {"The columns of numbers and texts that get bins; all but the label without it.",
     "参与分箱的数值列和文本列，默认为标签列以外的全部列。"},
    {"The column that tells which rows are positive: bins then have weights.",
     "判断正样本的标签列，指定后各分箱带有权重。"},
    {"The label of positive rows.", "正样本的标签值。"},
    {"How many bins a column of numbers gets at most.", "数值列的最大分箱数。"},
    {"The same for columns of their own, selected or not: `x:3,y:5`.",
     "单独指定某些列的最大分箱数，不论这些列是否被选择：`x:3,y:5`。"},
    {"Intervals are (a,b], otherwise [a,b).", "区间为 (a,b]，否则为 [a,b)。"},
    {"Texts with fewer rows are together in the bin else.", "行数少于该值的文本归入 else 分箱。"},
    {"The same for columns of their own: `s:3,t:5`.", "单独为某些列指定该阈值：`s:3,t:5`。"},
    {"quantile gives bins about the same number of rows, bucket the same width.",
     "quantile 为等频分箱，各分箱行数大致相同；bucket 为等宽分箱，各分箱宽度相同。"},
    {"A table of bins whose columns keep their bins; their rows are counted anew.",
     "已有的分箱表，其中的列沿用原有分箱，行数重新统计。"},
    {"The columns of that table that count, separated by commas; all without it.",
     "使用该分箱表中的哪些列，用逗号分隔，默认为全部。"},
    {"Reads these partitions alone.", "只读取这些分区。"},
    {"The table that binning has written.", "binning 组件输出的分箱表。"},
    {"The columns whose bins count; all that have bins without it.",
     "按分箱转换的列，默认为有分箱的全部列。"},
    {"Columns that are copied as they are, such as the label.", "原样输出的列，如标签列。"},
    {"dummy: a column kv of texts such as `3:1,7:1`, where a number stands for a bin of a column. "
     "index: the number of the bin. woe: its weight. normalize: 1 for the last bin, less for "
     "earlier ones, 0 for 0 and NULL.",
     "dummy：输出 kv 列，内容为 `3:1,7:1` "
     "形式的文本，每个编号代表某列的一个分箱。index：分箱序号。woe：分箱的权重。normalize：最后一个"
     "分箱为 1，越靠前的分箱值越小，取值 0 和 NULL 为 0。"},
    {"The weight of bins that have none. Without it, a row in such a bin is an error.",
     "没有权重的分箱所用的权重，不填时有行落入此类分箱则报错。"},
    {"Stands between two pairs of dummy.", "dummy 结果中键值对之间的分隔符。"},
    {"Stands between a key and its value of dummy.", "dummy 结果中键与值之间的分隔符。"},
    {"The columns of which each value becomes a feature.", "进行编码的列，每个取值成为一个特征。"},
    {"Columns of numbers that are features as they are, numbered first, from 0.",
     "直接作为特征的数值列，最先编号，编号从 0 开始。"},
    {"The table (col_name STRING, col_value STRING, mapping BIGINT) of the features' numbers. The "
     "rows of reserveCols are called `_reserve_`.",
     "特征编号的输出表（col_name STRING, col_value STRING, mapping BIGINT）。reserveCols 的行记为 "
     "`_reserve_`。"},
    {"Such a table of an earlier statement, which gives the numbers. Values that it lacks are left "
     "out.",
     "之前的语句产生的特征编号表，编号以其为准，其中没有的取值被忽略。"},
    {"The last value of each column has no feature.", "每列的最后一个取值不产生特征。"},
    {"NULL has no feature; otherwise it is a value like any other.",
     "NULL 不产生特征，否则 NULL 与其他取值同等处理。"},
    {"Columns that are copied as they are.", "原样输出的列。"},
    {"The table (col_name, col_index, col_datatype, all STRING) of columns and their keys.",
     "列与键的对应关系输出表（col_name, col_index, col_datatype，均为 STRING）。"},
    {"Such a table of an earlier statement, whose keys become columns, and no others; a "
     "col_datatype is bigint, double or string.",
     "之前的语句产生的键表，只有其中的键成为列，col_datatype 为 bigint、double 或 string。"},
    {"Of more than 1,200 keys the first ones count; otherwise they are an error.",
     "键超过 1,200 个时只取前面的键，否则报错。"},
    {"The columns of numbers that become pairs; all that are not appended without it.",
     "转换为键值对的数值列，默认为原样输出列以外的全部数值列。"},
    {"1: keys are numbers of columns from 0. 0: they are the columns' names.",
     "1：键为列的序号，从 0 开始。0：键为列名。"},
    {"A table of keys of an earlier statement, for convertColToIndexId=1: its columns alone become "
     "pairs.",
     "之前的语句产生的键表，用于 convertColToIndexId=1，只有其中的列转换为键值对。"},
};

}  // namespace

std::span<const MessageRow> PreparingRows() { return kPreparingRows; }

}  // namespace paisql::messages
