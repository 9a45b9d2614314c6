// The tf.data operation PaisqlTableDataset: rows of tables as batches of columns.
//
// scans            for each table URL what is read of it (libraries/tensors/scan.h), as Python
// describes it record_defaults  one scalar a column: its dtype, and what stands for NULL stages
// kind, first, second of each stage between the rows and the batches batch_size, drop_remainder,
// capacity, num_threads, time_zone
//
// An element is a vector of each column. Iterators can be saved and restored.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "libraries/tensors/table_dataset.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"

namespace paisql::tensors {

namespace {

REGISTER_OP("PaisqlTableDataset")
    .Input("scans: string")
    .Input("record_defaults: output_types")
    .Output("handle: variant")
    .Attr("output_types: list(type) >= 1")
    .Attr("output_shapes: list(shape) >= 1")
    .Attr("stages: list(int)")
    .Attr("batch_size: int")
    .Attr("drop_remainder: bool")
    .Attr("capacity: int")
    .Attr("num_threads: int")
    .Attr("time_zone: string")
    .Attr("metadata: string = ''")
    .SetDoNotOptimize()
    .SetShapeFn(tf::shape_inference::ScalarShape);

tf::Status MakeTarget(const tf::Tensor& value, const std::string& time_zone, Target* target) {
  if (value.NumElements() != 1) return tf::errors::InvalidArgument("a record default is a scalar");
  target->time_zone = time_zone;
  switch (value.dtype()) {
    case tf::DT_FLOAT:
      target->element = Element::kFloat;
      target->floating = value.flat<float>()(0);
      return tf::OkStatus();
    case tf::DT_DOUBLE:
      target->element = Element::kDouble;
      target->floating = value.flat<double>()(0);
      return tf::OkStatus();
    case tf::DT_INT32:
      target->element = Element::kInt32;
      target->integer = value.flat<int32_t>()(0);
      return tf::OkStatus();
    case tf::DT_INT64:
      target->element = Element::kInt64;
      target->integer = value.flat<tf::int64>()(0);
      return tf::OkStatus();
    case tf::DT_BOOL:
      target->element = Element::kBool;
      target->boolean = value.flat<bool>()(0);
      return tf::OkStatus();
    case tf::DT_STRING:
      target->element = Element::kString;
      target->text = value.flat<tf::tstring>()(0);
      return tf::OkStatus();
    default:
      return tf::errors::InvalidArgument("a record default cannot be of dtype ",
                                         tf::DataTypeString(value.dtype()));
  }
}

class TableDatasetOp : public tf::data::DatasetOpKernel {
 public:
  explicit TableDatasetOp(tf::OpKernelConstruction* context) : DatasetOpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("output_types", &attributes_.types));
    OP_REQUIRES_OK(context, context->GetAttr("output_shapes", &attributes_.shapes));
    OP_REQUIRES_OK(context, context->GetAttr("stages", &attributes_.stages));
    OP_REQUIRES_OK(context, context->GetAttr("batch_size", &attributes_.batch_size));
    OP_REQUIRES_OK(context, context->GetAttr("drop_remainder", &attributes_.drop_remainder));
    OP_REQUIRES_OK(context, context->GetAttr("capacity", &attributes_.capacity));
    OP_REQUIRES_OK(context, context->GetAttr("num_threads", &attributes_.num_threads));
    OP_REQUIRES_OK(context, context->GetAttr("time_zone", &attributes_.time_zone));
    OP_REQUIRES(context, attributes_.batch_size > 0 && attributes_.num_threads > 0,
                tf::errors::InvalidArgument("batch_size and num_threads are at least 1"));
  }

 protected:
  void MakeDataset(tf::OpKernelContext* context, tf::data::DatasetBase** output) override {
    const tf::Tensor* scans = nullptr;
    OP_REQUIRES_OK(context, context->input("scans", &scans));
    tf::OpInputList inputs;
    OP_REQUIRES_OK(context, context->input_list("record_defaults", &inputs));
    std::vector<tf::Tensor> defaults(inputs.begin(), inputs.end());
    std::vector<Target> targets(defaults.size());
    for (size_t i = 0; i < defaults.size(); ++i) {
      OP_REQUIRES_OK(context, MakeTarget(defaults[i], attributes_.time_zone, &targets[i]));
    }
    std::vector<std::string> descriptions;
    for (int64_t i = 0; i < scans->NumElements(); ++i) {
      descriptions.emplace_back(scans->flat<tf::tstring>()(i));
    }
    std::unique_ptr<Scan> scan;
    try {
      scan = std::make_unique<Scan>(descriptions, targets.size());
    } catch (const ReadError& error) {
      context->SetStatus(StatusOf(error));
      return;
    }
    // TensorFlow counts the references and deletes it.
    *output = std::make_unique<TableDataset>(context, attributes_, *scans, std::move(defaults),
                                             std::move(targets), std::move(scan))
                  .release();
  }

 private:
  Attributes attributes_;
};

REGISTER_KERNEL_BUILDER(Name("PaisqlTableDataset").Device(tf::DEVICE_CPU), TableDatasetOp);

}  // namespace

}  // namespace paisql::tensors
