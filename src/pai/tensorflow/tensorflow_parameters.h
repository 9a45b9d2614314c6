#pragma once

// The parameters of TensorFlow and TensorBoard, in the order in which HELP PAI prints them. Private
// to pai.

#include <span>

#include "pai/parameter/parameter.h"

namespace paisql::pai {

std::span<const Parameter> TensorFlowParameters();
std::span<const Parameter> TensorBoardParameters();

}  // namespace paisql::pai
