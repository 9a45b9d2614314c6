#pragma once

// The parameters of Alink's components, in the order in which HELP PAI prints them. Private
// to pai.

#include <span>

#include "pai/parameter/parameter.h"

namespace paisql::pai {

std::span<const Parameter> TensorFlowParameters();
std::span<const Parameter> TensorBoardParameters();
// Alink's script components have these, in alink_script_parameters.cpp.
std::span<const Parameter> AlinkBatchParameters();
std::span<const Parameter> AlinkTrainParameters();
// Alink's predictors and Keras components have these, in alink_model_parameters.cpp.
std::span<const Parameter> TableModelPredictParameters();
std::span<const Parameter> SavedModelPredictParameters();
std::span<const Parameter> TorchPredictParameters();
std::span<const Parameter> OnnxPredictParameters();
std::span<const Parameter> KerasClassifierPredictParameters();
std::span<const Parameter> KerasRegressorPredictParameters();
std::span<const Parameter> KerasTrainParameters();
// The predictors on streams.
std::span<const Parameter> TableModelStreamParameters();
std::span<const Parameter> SavedModelStreamParameters();
std::span<const Parameter> TorchStreamParameters();
std::span<const Parameter> OnnxStreamParameters();
std::span<const Parameter> KerasClassifierStreamParameters();
std::span<const Parameter> KerasRegressorStreamParameters();
// In alink_stream_parameters.cpp.
std::span<const Parameter> AlinkStreamParameters();
std::span<const Parameter> SqlStreamParameters();

}  // namespace paisql::pai
