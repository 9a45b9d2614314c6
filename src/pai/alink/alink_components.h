#pragma once

// The rows of Alink's script components: a user's main(task_config) on the rows of a table
// (docs/alink.md). Private to pai.

#include <span>
#include <string>
#include <string_view>

#include "pai/component.h"

namespace paisql::pai {

// The script of examples, which trains y = 2 x.
inline constexpr std::string_view kTrainScript = R"(import tensorflow as tf
def main(task_config):
    with tf.compat.v1.Graph().as_default(), tf.compat.v1.Session() as session:
        x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
        factor = tf.compat.v1.get_variable("factor", initializer=2.0)
        session.run(tf.compat.v1.global_variables_initializer())
        tf.compat.v1.saved_model.simple_save(
            session, task_config.saved_model_dir, {"x": x}, {"y": x * factor})
)";

std::span<const Component> AlinkComponents();
// Its predictors and Keras components, in alink_model_components.cpp.
std::span<const Component> AlinkModelComponents();
// Its stream components, a user's main(task_config) on rows as they come (docs/alink-streams.md),
// in alink_stream_components.cpp.
std::span<const Component> AlinkStreamComponents();

// {"algorithm": {"parameter": default}} of all Alink's components, as the JSON that the getters of
// operators read (python/paisql/alink/statement_defaults.py).
std::string AlinkDefaultsJson();

}  // namespace paisql::pai
