#pragma once

// Classes of Keras that the text of a layer or an optimizer may name: those that compute by their
// arguments alone. Lambda runs code, lookups and text layers read files. The job reads the same
// table (python/akdl/models/tf/keras_sequential/keras_names.json). Private to pai.

#include <span>
#include <string>
#include <string_view>

namespace paisql::pai {

struct KerasFolder {
  std::string_view name;  // behind tf.keras., such as layers
  std::span<const std::string_view> classes;
};

std::span<const KerasFolder> KerasFolders();

// {"folder": ["class", ...]} as the JSON that the job reads.
std::string KerasNamesJson();

}  // namespace paisql::pai
