#include "pai/alink/values/keras_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "committed_file.h"
#include "pai/alink/values/keras_names.h"

namespace paisql::pai {
namespace {

using ::testing::HasSubstr;

TEST(KerasTextTest, TheJobKnowsTheSameNames) {
  ExpectCommitted("src/python/akdl/models/tf/keras_sequential/keras_names.json", KerasNamesJson(),
                  "pai_test");
}

TEST(KerasTextTest, CallsOfKerasAreNoMistake) {
  for (const char* text :
       {"Dense(64, activation='relu')", "tf.keras.layers.Conv1D(256, 5, padding=\"same\",)",
        "tf . keras.layers.Dense( 1 )", "layers.Dropout(0.1)", "Reshape((2, -1))",
        "Bidirectional(LSTM(4, return_sequences=True), merge_mode='concat')",
        "Dense(4, kernel_regularizer=regularizers.l2(1e-2), "
        "kernel_initializer=RandomNormal(stddev=.1))",
        " MaxPooling1D(pool_size=8) ", "Dense(8, name='it\\'s' 'one', bias_constraint=None)",
        "Dense(1_000, use_bias=False, name=r'a')", "Flatten()", "Permute([2, 1])"}) {
    EXPECT_FALSE(FindLayerMistake(text).has_value()) << text;
  }
  for (const char* text :
       {"Adam()", "adam", " SGD ", "SGD(0.1, momentum=0.9)", "Adam(ExponentialDecay(.1, 9, .9))",
        "tf.keras.optimizers.Nadam()", "Adam(optimizers.schedules.CosineDecay(.1, 9))"}) {
    EXPECT_FALSE(FindOptimizerMistake(text).has_value()) << text;
  }
}

// What Python alone can judge is left to the job.
TEST(KerasTextTest, WhatIsNotUnderstoodIsLeftToTheJob) {
  const std::string deep(400, '(');
  for (const std::string& text :
       {std::string("Dense(2 ** 3)"), std::string("Dense(**{'units': 1})"),
        std::string("Dense(8, name='a"), std::string("Dense(1).__class__(2)"),
        std::string("Dense(units==1)"), std::string("Dense(units=)"), "Reshape(" + deep}) {
    EXPECT_FALSE(FindLayerMistake(text).has_value()) << text;
  }
}

struct Wrong {
  const char* text;
  const char* part;  // what is marked
  const char* said;  // in the error, or in the hint
};

void ExpectMistake(const Wrong& wrong, const std::optional<KerasMistake>& mistake) {
  ASSERT_TRUE(mistake.has_value()) << wrong.text;
  EXPECT_EQ(std::string(wrong.text).substr(mistake->begin, mistake->end - mistake->begin),
            wrong.part);
  EXPECT_THAT(mistake->what + "; " + mistake->hint, HasSubstr(wrong.said));
}

TEST(KerasTextTest, MistakesHaveTheirPlace) {
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"Dnese(3)", "Dnese", "did you mean 'Dense'"},
           {"tf.keras.layers.Lambda(1)", "tf.keras.layers.Lambda",
            "not a Keras class that a text may name"},
           {"Bidirectional(LSTN(4))", "LSTN", "did you mean 'LSTM'"},
           {"Dense(units=open('/etc/passwd'))", "open", "not a Keras class that a text may name"},
           {"Dense(8, activation=relu)", "relu", "not 'relu'"},
           {"Dense(8, activation=tf.nn.relu)", "tf.nn.relu", "a text stands in quotes"},
           {"Dense", "Dense", "not a call of a Keras class"},
           {"Dense((1, 2)", "(", "'(' is never closed"},
           {"Reshape([1", "[", "'[' is never closed"},
           {"SGD(0.1)", "SGD", "not a valid layer, but one of tf.keras.optimizers"},
           {"64", "64", "not a call of a Keras class"},
           {"", "", "not a call of a Keras class"}}) {
    ExpectMistake(wrong, FindLayerMistake(wrong.text));
  }
  for (const Wrong& wrong : std::initializer_list<Wrong>{
           {"adm", "adm", "not a call of a Keras class"},
           {"Adm(0.1)", "Adm", "did you mean 'Adam'"},
           {"Dense(1)", "Dense", "not a valid optimizer, but one of tf.keras.layers"}}) {
    ExpectMistake(wrong, FindOptimizerMistake(wrong.text));
  }
}

}  // namespace
}  // namespace paisql::pai
