#pragma once

// The rows of TensorFlow and TensorBoard. Private to pai.

#include <span>

#include "pai/component.h"

namespace paisql::pai {

std::span<const Component> TensorFlowComponents();

}  // namespace paisql::pai
