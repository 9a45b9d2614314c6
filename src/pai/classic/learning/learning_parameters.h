#pragma once

// Rows of parameters and ports that components of this folder share.

#include <array>

#include "pai/classic/common_parameters.h"

namespace paisql::pai {

// What a training reads and makes.
inline constexpr std::array kTrainingParameters = {
    kInputTableParameter,
    kInputPartitionsParameter,
    Parameter{"modelName", ParameterType::kText, true, "", "",
              "The model that is made. One that exists gets a new version."},
    Parameter{"labelColName", ParameterType::kColumn, true, "", "",
              "The column that the model learns to tell."},
    Parameter{"featureColNames", ParameterType::kColumns, false, "", "",
              "The columns that it learns from; all columns of numbers but the label without it."},
};

inline constexpr Port kModelOutPort = {"modelName", PortKind::kModelOut};
inline constexpr Port kModelInPort = {"modelName", PortKind::kModelIn};

// The formats of models (store::ModelVersion). prediction takes those of kPredictedFormats.
inline constexpr std::string_view kTreesFormat = "boosted_trees";
inline constexpr std::string_view kLogisticFormat = "logistic_regression";
inline constexpr std::string_view kLinearFormat = "linear_regression";
inline constexpr std::string_view kLinearSvmFormat = "linear_svm";
inline constexpr std::string_view kForestFormat = "random_forest";
inline constexpr std::string_view kBayesFormat = "naive_bayes";
inline constexpr std::string_view kKmeansFormat = "kmeans";
inline constexpr std::string_view kMixtureFormat = "gaussian_mixture";
inline constexpr std::string_view kPredictedFormats =
    "boosted_trees logistic_regression linear_regression linear_svm random_forest naive_bayes "
    "kmeans gaussian_mixture";

}  // namespace paisql::pai
