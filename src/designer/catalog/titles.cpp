#include "designer/catalog/titles.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace paisql::designer {

namespace {

struct ComponentTitle {
  std::string_view name;
  Titles titles;
};

constexpr std::array kComponents = {
    ComponentTitle{"tensorflow", {"TensorFlow 1", "TensorFlow 1"}},
    ComponentTitle{"tensorflow200", {"TensorFlow 2", "TensorFlow 2"}},
    ComponentTitle{"tensorboard", {"TensorBoard", "TensorBoard"}},
    ComponentTitle{"sql_stream", {"SQL on streams", "流式SQL"}},
    ComponentTitle{"AppendId", {"Append ID Column", "增加序号列"}},
    ComponentTitle{"Filter", {"Filtering and Mapping", "过滤与映射"}},
    ComponentTitle{"AppendColumns", {"Merge Columns", "合并列"}},
    ComponentTitle{"AppendRows", {"Merge Rows (UNION)", "合并行(UNION)"}},
    ComponentTitle{"split", {"Split", "拆分"}},
    ComponentTitle{"RandomSample", {"Random Sampling", "随机采样"}},
    ComponentTitle{"WeightedSample", {"Weighted Sampling", "加权采样"}},
    ComponentTitle{"StratifiedSample", {"Stratified Sampling", "分层采样"}},
    ComponentTitle{"FillMissingValues", {"Missing Data Imputation", "缺失值填充"}},
    ComponentTitle{"Normalize", {"Normalization", "归一化"}},
    ComponentTitle{"Standardize", {"Standardization", "标准化"}},
    ComponentTitle{"type_transform_v1", {"Data Type Conversion", "类型转换"}},
    ComponentTitle{"binning", {"Binning", "分箱"}},
    ComponentTitle{"data_transform", {"Data Conversion Module", "数据转换模块"}},
    ComponentTitle{"one_hot", {"One-Hot Encoding", "One-Hot编码"}},
    ComponentTitle{"KVToTable", {"KV to Table", "KV to Table"}},
    ComponentTitle{"TableToKV", {"Table to KV", "Table to KV"}},
    ComponentTitle{"confusionmatrix", {"Confusion Matrix", "混淆矩阵"}},
    ComponentTitle{"MultiClassEvaluation", {"Multiclass Classification Evaluation", "多分类评估"}},
    ComponentTitle{"evaluate", {"Binary Classification Evaluation", "二分类评估"}},
    ComponentTitle{"roc", {"ROC Curve", "ROC曲线"}},
    ComponentTitle{"regression_evaluation", {"Regression Model Evaluation", "回归模型评估"}},
    ComponentTitle{"cluster_evaluation", {"Clustering Model Evaluation", "聚类模型评估"}},
    ComponentTitle{"doc_word_stat", {"Word Frequency Statistics", "词频统计"}},
    ComponentTitle{"tfidf", {"TF-IDF", "TF-IDF"}},
    ComponentTitle{"triple_to_kv", {"Convert Row, Column, and Value to KV Pair", "三元组转kv"}},
    ComponentTitle{"FilterNoise", {"Deprecated Word Filtering", "停用词过滤"}},
    ComponentTitle{"ngram_count", {"N-gram Counting", "ngram-count"}},
    ComponentTitle{"string_similarity", {"String Similarity", "字符串相似度"}},
    ComponentTitle{"string_similarity_topn", {"String Similarity - Top N", "字符串相似度-topN"}},
    ComponentTitle{"split_word", {"Split Word", "Split Word"}},
    ComponentTitle{"KeywordsExtraction", {"Keyword Extraction", "关键词抽取"}},
    ComponentTitle{"TextSummarization", {"Automated Document Summarization", "文本摘要"}},
    ComponentTitle{"PLDA", {"PLDA", "PLDA"}},
    ComponentTitle{"Word2Vec", {"Word2Vec", "Word2Vec"}},
    ComponentTitle{"pai_doc2vec", {"Doc2Vec", "Doc2Vec"}},
    ComponentTitle{"SemanticVectorDistance", {"Semantic Vector Distance", "语义向量距离"}},
    ComponentTitle{"prediction", {"Prediction", "预测"}},
    ComponentTitle{"xgboost", {"XGBoost", "XGBoost"}},
    ComponentTitle{"ps_smart", {"PS-SMART", "PS-SMART"}},
    ComponentTitle{"GBDT", {"GBDT Regression", "GBDT回归"}},
    ComponentTitle{"gbdt_lr", {"GBDT Binary Classification", "GBDT二分类"}},
    ComponentTitle{"gbdt_importance", {"GBDT Feature Importance", "GBDT特征重要性"}},
    ComponentTitle{"logisticregression_binary",
                   {"Logistic Regression for Binary Classification", "逻辑回归二分类"}},
    ComponentTitle{"logisticregression_multi",
                   {"Logistic Regression for Multiclass Classification", "逻辑回归多分类"}},
    ComponentTitle{"LogisticRegression", {"Logistic Regression", "逻辑回归"}},
    ComponentTitle{"linearregression", {"Linear Regression", "线性回归"}},
    ComponentTitle{"LinearSVM", {"Linear SVM", "线性支持向量机"}},
    ComponentTitle{"regression_feature_importance",
                   {"Linear Model Feature Importance", "线性模型特征重要性"}},
    ComponentTitle{"glm", {"Generalized Linear Model", "广义线性模型"}},
    ComponentTitle{"glm_predict", {"Prediction of a Generalized Linear Model", "广义线性模型预测"}},
    ComponentTitle{"randomforests", {"Random Forest", "随机森林"}},
    ComponentTitle{"feature_importance",
                   {"Random Forest Feature Importance", "随机森林特征重要性"}},
    ComponentTitle{"NaiveBayes", {"Naive Bayes", "朴素贝叶斯"}},
    ComponentTitle{"kmeans", {"K-means Clustering", "K均值聚类"}},
    ComponentTitle{"gmm", {"GMM Clustering", "高斯混合模型"}},
    ComponentTitle{"knn", {"KNN", "K近邻"}},
    ComponentTitle{"ps_dbscan", {"DBSCAN", "DBSCAN"}},
    ComponentTitle{"PrinCompAnalysis", {"Principal Component Analysis", "主成分分析"}},
    ComponentTitle{"x13_arima", {"x13_arima", "x13_arima"}},
    ComponentTitle{"x13_auto_arima", {"x13_auto_arima", "x13_auto_arima"}},
    ComponentTitle{"modeltransfer", {"Export a Model to a Volume", "模型导出到Volume"}},
    ComponentTitle{"generalmodeltransfer2oss", {"Export a Model to OSS", "通用模型导出"}},
    ComponentTitle{"stat_summary", {"Whole Table Statistics", "全表统计"}},
    ComponentTitle{"histogram", {"Histogram", "直方图"}},
    ComponentTitle{"histograms", {"Histograms of Several Fields", "直方图(多字段)"}},
    ComponentTitle{"Percentile", {"Percentile", "百分位"}},
    ComponentTitle{"quantile", {"Quantiles", "分位数"}},
    ComponentTitle{"corrcoef", {"Correlation Coefficient Matrix", "相关系数矩阵"}},
    ComponentTitle{"pearson", {"Pearson Coefficient", "皮尔森系数"}},
    ComponentTitle{"cov", {"Covariance", "协方差"}},
    ComponentTitle{"t_test", {"One-Sample T Test", "单样本T检验"}},
    ComponentTitle{"fe_select_runner", {"Feature Selection", "特征选择"}},
    ComponentTitle{"normality_test", {"Normality Test", "正态检验"}},
    ComponentTitle{"LorenzCurve", {"Lorenz Curve", "洛伦兹曲线"}},
    ComponentTitle{"chisq_test", {"Chi-Square Test", "卡方检验"}},
    ComponentTitle{"PageRankWithWeight", {"PageRank", "PageRank"}},
    ComponentTitle{"SSSP", {"Single-Source Shortest Path", "单源最短路径"}},
    ComponentTitle{"MaximalConnectedComponent", {"Maximal Connected Subgraph", "最大联通子图"}},
    ComponentTitle{"KCore", {"k-Core", "k-Core"}},
    ComponentTitle{"TriangleCount", {"Counting Triangle", "计数三角形"}},
    ComponentTitle{"NodeDensity", {"Vertex Clustering Coefficient", "点聚类系数"}},
    ComponentTitle{"EdgeDensity", {"Edge Clustering Coefficient", "边聚类系数"}},
    ComponentTitle{"TreeDepth", {"Tree Depth", "树深度"}},
    ComponentTitle{"Modularity", {"Modularity", "Modularity"}},
    ComponentTitle{"LabelPropagationClustering", {"Label Propagation Clustering", "标签传播聚类"}},
    ComponentTitle{"LabelPropagationClassification",
                   {"Label Propagation Classification", "标签传播分类"}},
    ComponentTitle{"FastUnfolding", {"Fast Unfolding", "FastUnfolding"}},
};

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

struct ParameterTitle {
  std::string_view name;
  std::string_view chinese;
};

constexpr std::array kParameters = {
    ParameterTitle{"inputTableName", "输入表"},
    ParameterTitle{"inputTableNames", "输入表"},
    ParameterTitle{"inputTablePartitions", "输入分区"},
    ParameterTitle{"outputTableName", "输出表"},
    ParameterTitle{"outputTablePartition", "输出分区"},
    ParameterTitle{"output1TableName", "输出表1"},
    ParameterTitle{"output2TableName", "输出表2"},
    ParameterTitle{"outputMetricTableName", "综合指标输出表"},
    ParameterTitle{"outputDetailTableName", "等频详细数据输出表"},
    ParameterTitle{"outputELDetailTableName", "等宽详细数据输出表"},
    ParameterTitle{"indexOutputTableName", "指标输出表"},
    ParameterTitle{"residualOutputTableName", "残差直方图输出表"},
    ParameterTitle{"idxTableName", "聚类结果表"},
    ParameterTitle{"modelName", "模型名"},
    ParameterTitle{"featureColNames", "特征列"},
    ParameterTitle{"labelColName", "标签列"},
    ParameterTitle{"selectedColNames", "选择列"},
    ParameterTitle{"appendColNames", "原样输出列"},
    ParameterTitle{"resultColName", "输出结果列名"},
    ParameterTitle{"scoreColName", "分数列名"},
    ParameterTitle{"detailColName", "详细列名"},
    ParameterTitle{"predictionColName", "预测结果列"},
    ParameterTitle{"predictionDetailColName", "预测详细列"},
    ParameterTitle{"yColName", "目标列"},
    ParameterTitle{"idColName", "ID列"},
    ParameterTitle{"weightCol", "权重列"},
    ParameterTitle{"weightColName", "权重列"},
    ParameterTitle{"excludedColNames", "排除列"},
    ParameterTitle{"forceCategorical", "强制离散列"},
    ParameterTitle{"positiveLabel", "正样本标签值"},
    ParameterTitle{"groupColName", "分组列"},
    ParameterTitle{"labelMatch", "分数对应正样本"},
    ParameterTitle{"thresholdColName", "阈值列"},
    ParameterTitle{"threshold", "阈值"},
    ParameterTitle{"goodValue", "正类值"},
    ParameterTitle{"binCount", "分箱数"},
    ParameterTitle{"fraction", "切分比例"},
    ParameterTitle{"randomSeed", "随机种子"},
    ParameterTitle{"seed", "随机种子"},
    ParameterTitle{"filter", "过滤条件"},
    ParameterTitle{"maxIter", "最大迭代次数"},
    ParameterTitle{"epsilon", "最小收敛误差"},
    ParameterTitle{"regularizedType", "正则项"},
    ParameterTitle{"regularizedLevel", "正则系数"},
    ParameterTitle{"treeNum", "树的数目"},
    ParameterTitle{"treeCount", "树的数目"},
    ParameterTitle{"maxDepth", "最大深度"},
    ParameterTitle{"maxTreeDeep", "单棵树最大深度"},
    ParameterTitle{"shrinkage", "学习速率"},
    ParameterTitle{"centerCount", "聚类数"},
    ParameterTitle{"distanceType", "距离度量方式"},
    ParameterTitle{"initCenterMethod", "质心初始化方法"},
    ParameterTitle{"loop", "最大迭代次数"},
    ParameterTitle{"accuracy", "收敛标准"},
    ParameterTitle{"enableSparse", "稀疏矩阵"},
    ParameterTitle{"itemDelimiter", "kv间分隔符"},
    ParameterTitle{"kvDelimiter", "key和value间分隔符"},
    ParameterTitle{"lifecycle", "生命周期"},
    ParameterTitle{"coreNum", "核心数"},
    ParameterTitle{"memSizePerCore", "每个核的内存"},
    ParameterTitle{"script", "Python代码文件"},
    ParameterTitle{"entryFile", "Python主文件"},
    ParameterTitle{"tables", "数据表输入"},
    ParameterTitle{"outputs", "输出表"},
    ParameterTitle{"buckets", "数据源目录 (OSS)"},
    ParameterTitle{"checkpointDir", "Checkpoint输出目录"},
    ParameterTitle{"hyperParameters", "超参文件"},
    ParameterTitle{"userDefinedParameters", "自定义参数"},
    ParameterTitle{"gpuRequired", "GPU数"},
    ParameterTitle{"cpuRequired", "CPU数"},
    ParameterTitle{"memRequired", "内存"},
    ParameterTitle{"cluster", "集群配置"},
    ParameterTitle{"jobName", "任务名"},
    ParameterTitle{"tags", "标签"},
    ParameterTitle{"mainScriptFile", "主脚本文件"},
    ParameterTitle{"modelPath", "模型路径"},
    ParameterTitle{"fromVertexCol", "起点列"},
    ParameterTitle{"toVertexCol", "终点列"},
    ParameterTitle{"edgeWeightCol", "边权值列"},
    ParameterTitle{"inputEdgeTableName", "边表"},
    ParameterTitle{"inputVertexTableName", "点表"},
};

}  // namespace

Titles TitlesOf(std::string_view component) {
  const auto* const found = std::ranges::find_if(kComponents, [&](const ComponentTitle& row) {
    return EqualsIgnoreCase(row.name, component);
  });
  return found == kComponents.end() ? Titles{} : found->titles;
}

std::string_view ChineseHint(std::string_view component, std::string_view parameter) {
  for (const std::string_view of : {component, std::string_view()}) {
    const auto* const found = std::ranges::find_if(kHints, [&](const ParameterHint& row) {
      return row.parameter == parameter && EqualsIgnoreCase(row.component, of);
    });
    if (found != kHints.end()) return found->chinese;
  }
  return "";
}

std::string_view ChineseOfParameter(std::string_view parameter) {
  const auto* const found = std::ranges::find(kParameters, parameter, &ParameterTitle::name);
  return found == kParameters.end() ? "" : found->chinese;
}

}  // namespace paisql::designer
