#pragma once

// The parameters of each family of algorithms, in the order in which HELP PAI prints them. Private
// to pai.

#include <span>

#include "pai/parameter/parameter.h"

namespace paisql::pai {

std::span<const Parameter> TensorFlowParameters();
std::span<const Parameter> TensorBoardParameters();
// Of Alink's script components, in parameter_tables_alink.cpp.
std::span<const Parameter> AlinkBatchParameters();
std::span<const Parameter> AlinkTrainParameters();
// In parameter_tables_alink_stream.cpp.
std::span<const Parameter> AlinkStreamParameters();

}  // namespace paisql::pai
