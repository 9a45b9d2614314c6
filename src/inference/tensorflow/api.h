#pragma once

// TensorFlow's C API, opened at run time from the Python package's libtensorflow_cc.so.2. What is
// declared here is the part of tensorflow/c/c_api.h that this program calls; it has been the same
// since TensorFlow 2.4, where its strings got their present form. Private to the room.

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"

// The C API's own names, which it has in no namespace.
extern "C" {
struct TF_Status;
struct TF_Tensor;
struct TF_Graph;
struct TF_Operation;
struct TF_OperationDescription;
struct TF_Session;
struct TF_SessionOptions;
struct TF_Output {
  TF_Operation* oper;
  int index;
};
struct TF_Buffer {
  const void* data;
  size_t length;
  void (*data_deallocator)(void* data, size_t length);
};
}

namespace paisql::inference {

// The values of TF_Code that are told apart.
namespace tf_code {
inline constexpr int kOk = 0;
inline constexpr int kInvalidArgument = 3;
inline constexpr int kNotFound = 5;
inline constexpr int kResourceExhausted = 8;
inline constexpr int kOutOfRange = 11;
inline constexpr int kDataLoss = 15;
}  // namespace tf_code

// 24 bytes that TF_String… fill and read.
struct alignas(8) TensorflowString {
  unsigned char bytes[24];
};

struct TensorflowApi {
  const char* (*Version)();
  TF_Status* (*NewStatus)();
  void (*DeleteStatus)(TF_Status*);
  int (*GetCode)(const TF_Status*);
  const char* (*Message)(const TF_Status*);
  TF_Tensor* (*NewTensor)(int type, const int64_t* dims, int num_dims, void* data, size_t length,
                          void (*deallocator)(void* data, size_t length, void* arg), void* arg);
  void (*DeleteTensor)(TF_Tensor*);
  int (*TensorType)(const TF_Tensor*);
  int (*NumDims)(const TF_Tensor*);
  int64_t (*Dim)(const TF_Tensor*, int index);
  size_t (*TensorByteSize)(const TF_Tensor*);
  void* (*TensorData)(const TF_Tensor*);
  void (*StringInit)(TensorflowString*);
  void (*StringCopy)(TensorflowString*, const char* source, size_t size);
  const char* (*StringGetDataPointer)(const TensorflowString*);
  size_t (*StringGetSize)(const TensorflowString*);
  void (*StringDealloc)(TensorflowString*);
  TF_Graph* (*NewGraph)();
  void (*DeleteGraph)(TF_Graph*);
  TF_Operation* (*GraphOperationByName)(TF_Graph*, const char* name);
  int (*OperationNumOutputs)(TF_Operation*);
  TF_OperationDescription* (*NewOperation)(TF_Graph*, const char* type, const char* name);
  TF_Operation* (*FinishOperation)(TF_OperationDescription*, TF_Status*);
  TF_SessionOptions* (*NewSessionOptions)();
  void (*SetConfig)(TF_SessionOptions*, const void* proto, size_t proto_length, TF_Status*);
  void (*DeleteSessionOptions)(TF_SessionOptions*);
  TF_Session* (*NewSession)(TF_Graph*, const TF_SessionOptions*, TF_Status*);
  TF_Session* (*LoadSessionFromSavedModel)(const TF_SessionOptions*, const TF_Buffer* run_options,
                                           const char* folder, const char* const* tags,
                                           int tags_length, TF_Graph*, TF_Buffer* meta_graph,
                                           TF_Status*);
  void (*CloseSession)(TF_Session*, TF_Status*);
  void (*DeleteSession)(TF_Session*, TF_Status*);
  void (*SessionRun)(TF_Session*, const TF_Buffer* run_options, const TF_Output* inputs,
                     TF_Tensor* const* input_values, int num_inputs, const TF_Output* outputs,
                     TF_Tensor** output_values, int num_outputs, const TF_Operation* const* targets,
                     int num_targets, TF_Buffer* run_metadata, TF_Status*);
};

// Opened by the first call and for good: a second interpreter in one program is the first one's
// library. kEnvironment, with the cure, where there is no such library. Any thread.
Result<const TensorflowApi*> OpenTensorflow(const std::string& python);

}  // namespace paisql::inference
