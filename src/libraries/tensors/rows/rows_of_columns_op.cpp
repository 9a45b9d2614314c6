// The operation PaisqlRowsOfColumns: vectors of one length, the columns of a batch, become a matrix
// whose rows are the batch's rows. It is what tf.stack(columns, axis=1) gives, which copies value
// by value there.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

namespace paisql::tensors {

namespace {

namespace tf = tensorflow;

constexpr int64_t kBlockBytes = 16
                                << 10;  // of rows that are filled at a time: they stay in the cache

REGISTER_OP("PaisqlRowsOfColumns")
    .Input("columns: N * T")
    .Output("rows: T")
    .Attr("N: int >= 1")
    .Attr("T: {float, double, int32, int64, bool}")
    .SetShapeFn([](tf::shape_inference::InferenceContext* context) {
      tf::shape_inference::ShapeHandle column;
      TF_RETURN_IF_ERROR(context->WithRank(context->input(0), 1, &column));
      for (int i = 1; i < context->num_inputs(); ++i) {
        TF_RETURN_IF_ERROR(context->Merge(column, context->input(i), &column));
      }
      context->set_output(0, context->Matrix(context->Dim(column, 0), context->num_inputs()));
      return tf::OkStatus();
    });

template <typename T>
class RowsOfColumnsOp : public tf::OpKernel {
 public:
  explicit RowsOfColumnsOp(tf::OpKernelConstruction* context) : OpKernel(context) {}

  void Compute(tf::OpKernelContext* context) override {
    const int64_t width = context->num_inputs();
    const int64_t count = context->input(0).NumElements();
    std::vector<const T*> columns;
    for (int64_t i = 0; i < width; ++i) {
      const tf::Tensor& column = context->input(static_cast<int>(i));
      OP_REQUIRES(
          context, column.dims() == 1 && column.NumElements() == count,
          tf::errors::InvalidArgument("column ", i, " has the shape ", column.shape().DebugString(),
                                      ", and column 0 has ", count, " rows"));
      columns.push_back(column.flat<T>().data());
    }
    tf::Tensor* made = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, tf::TensorShape({count, width}), &made));
    T* rows = made->flat<T>().data();
    const int64_t block =
        std::max<int64_t>(kBlockBytes / (width * static_cast<int64_t>(sizeof(T))), 8);
    for (int64_t begin = 0; begin < count; begin += block) {
      const int64_t end = std::min(begin + block, count);
      for (int64_t i = 0; i < width; ++i) {
        const T* column = columns[i];
        T* out = rows + begin * width + i;
        for (int64_t row = begin; row < end; ++row, out += width) *out = column[row];
      }
    }
  }
};

#define PAISQL_REGISTER(T)                                                       \
  REGISTER_KERNEL_BUILDER(                                                       \
      Name("PaisqlRowsOfColumns").Device(tf::DEVICE_CPU).TypeConstraint<T>("T"), \
      RowsOfColumnsOp<T>)
PAISQL_REGISTER(float);
PAISQL_REGISTER(double);
PAISQL_REGISTER(int32_t);
PAISQL_REGISTER(tf::int64);
PAISQL_REGISTER(bool);
#undef PAISQL_REGISTER

}  // namespace

}  // namespace paisql::tensors
