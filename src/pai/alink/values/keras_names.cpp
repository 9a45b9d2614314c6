#include "pai/alink/values/keras_names.h"

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

namespace paisql::pai {

namespace {

constexpr auto kLayers = std::to_array<std::string_view>({"Activation",
                                                          "ActivityRegularization",
                                                          "AlphaDropout",
                                                          "AveragePooling1D",
                                                          "AveragePooling2D",
                                                          "AveragePooling3D",
                                                          "AvgPool1D",
                                                          "AvgPool2D",
                                                          "AvgPool3D",
                                                          "BatchNormalization",
                                                          "Bidirectional",
                                                          "Conv1D",
                                                          "Conv1DTranspose",
                                                          "Conv2D",
                                                          "Conv2DTranspose",
                                                          "Conv3D",
                                                          "Conv3DTranspose",
                                                          "ConvLSTM1D",
                                                          "ConvLSTM2D",
                                                          "ConvLSTM3D",
                                                          "Convolution1D",
                                                          "Convolution2D",
                                                          "Convolution3D",
                                                          "Cropping1D",
                                                          "Cropping2D",
                                                          "Cropping3D",
                                                          "Dense",
                                                          "DepthwiseConv1D",
                                                          "DepthwiseConv2D",
                                                          "Dropout",
                                                          "ELU",
                                                          "Embedding",
                                                          "Flatten",
                                                          "GRU",
                                                          "GaussianDropout",
                                                          "GaussianNoise",
                                                          "GlobalAveragePooling1D",
                                                          "GlobalAveragePooling2D",
                                                          "GlobalAveragePooling3D",
                                                          "GlobalAvgPool1D",
                                                          "GlobalAvgPool2D",
                                                          "GlobalAvgPool3D",
                                                          "GlobalMaxPool1D",
                                                          "GlobalMaxPool2D",
                                                          "GlobalMaxPool3D",
                                                          "GlobalMaxPooling1D",
                                                          "GlobalMaxPooling2D",
                                                          "GlobalMaxPooling3D",
                                                          "GroupNormalization",
                                                          "LSTM",
                                                          "LayerNormalization",
                                                          "LeakyReLU",
                                                          "LocallyConnected1D",
                                                          "LocallyConnected2D",
                                                          "Masking",
                                                          "MaxPool1D",
                                                          "MaxPool2D",
                                                          "MaxPool3D",
                                                          "MaxPooling1D",
                                                          "MaxPooling2D",
                                                          "MaxPooling3D",
                                                          "PReLU",
                                                          "Permute",
                                                          "ReLU",
                                                          "RepeatVector",
                                                          "Rescaling",
                                                          "Reshape",
                                                          "SeparableConv1D",
                                                          "SeparableConv2D",
                                                          "SimpleRNN",
                                                          "Softmax",
                                                          "SpatialDropout1D",
                                                          "SpatialDropout2D",
                                                          "SpatialDropout3D",
                                                          "ThresholdedReLU",
                                                          "TimeDistributed",
                                                          "UnitNormalization",
                                                          "UpSampling1D",
                                                          "UpSampling2D",
                                                          "UpSampling3D",
                                                          "ZeroPadding1D",
                                                          "ZeroPadding2D",
                                                          "ZeroPadding3D"});

constexpr auto kInitializers = std::to_array<std::string_view>(
    {"Constant", "GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "Identity",
     "LecunNormal", "LecunUniform", "Ones", "Orthogonal", "RandomNormal", "RandomUniform",
     "TruncatedNormal", "VarianceScaling", "Zeros"});

constexpr auto kRegularizers = std::to_array<std::string_view>(
    {"L1", "L1L2", "L2", "OrthogonalRegularizer", "l1", "l1_l2", "l2"});

constexpr auto kConstraints =
    std::to_array<std::string_view>({"MaxNorm", "MinMaxNorm", "NonNeg", "UnitNorm", "max_norm",
                                     "min_max_norm", "non_neg", "unit_norm"});

constexpr auto kOptimizers =
    std::to_array<std::string_view>({"Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax",
                                     "Ftrl", "Lion", "Nadam", "RMSprop", "SGD"});

constexpr auto kSchedules = std::to_array<std::string_view>(
    {"CosineDecay", "CosineDecayRestarts", "ExponentialDecay", "InverseTimeDecay",
     "PiecewiseConstantDecay", "PolynomialDecay"});

constexpr std::array kFolders = {
    KerasFolder{"layers", kLayers},
    KerasFolder{"initializers", kInitializers},
    KerasFolder{"regularizers", kRegularizers},
    KerasFolder{"constraints", kConstraints},
    KerasFolder{"optimizers", kOptimizers},
    KerasFolder{"optimizers.schedules", kSchedules},
};

}  // namespace

std::span<const KerasFolder> KerasFolders() { return kFolders; }

std::string KerasNamesJson() {
  std::string text;
  for (const KerasFolder& folder : kFolders) {
    const nlohmann::json names =
        std::vector<std::string>(folder.classes.begin(), folder.classes.end());
    text +=
        (text.empty() ? "{\n  \"" : ",\n  \"") + std::string(folder.name) + "\": " + names.dump();
  }
  return text + "\n}\n";
}

}  // namespace paisql::pai
