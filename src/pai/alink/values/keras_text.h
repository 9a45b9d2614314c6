#pragma once

// The text of a Keras layer or optimizer, "Dense(64, activation='relu')", looked through before a
// job begins: what the job would refuse for sure is told at its place. The job, which reads the
// text as Python does (python/akdl/models/tf/keras_sequential/layer_texts.py), has the last word:
// what is not understood here is no mistake. Private to pai.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace paisql::pai {

struct KerasMistake {
  size_t begin = 0;  // bytes of the text
  size_t end = 0;
  std::string what;
  std::string hint;
};

std::optional<KerasMistake> FindLayerMistake(std::string_view text);
// A name alone, in any letter case, is an optimizer, too.
std::optional<KerasMistake> FindOptimizerMistake(std::string_view text);

}  // namespace paisql::pai
