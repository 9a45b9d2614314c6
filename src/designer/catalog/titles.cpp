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

}  // namespace

Titles TitlesOf(std::string_view component) {
  const auto* const found = std::ranges::find_if(kComponents, [&](const ComponentTitle& row) {
    return EqualsIgnoreCase(row.name, component);
  });
  return found == kComponents.end() ? Titles{} : found->titles;
}

}  // namespace paisql::designer
