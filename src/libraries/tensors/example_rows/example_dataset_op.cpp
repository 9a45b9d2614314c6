// The tf.data operation PaisqlExampleDataset: the rows of one worker as serialised Examples.
//
// scans    for each table URL what is read of it (libraries/tensors/scan.h), as Python describes it
// columns  how many columns these have
// workers, index, even, omit_nulls, tensors, time_zone  as in Dealing (example_source.h)
//
// An element is a scalar of type string. Iterators can be saved and restored.

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "libraries/tensors/cancellation.h"
#include "libraries/tensors/example_rows/example_source.h"
#include "libraries/tensors/table_dataset.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/dataset.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"

namespace paisql::tensors {

namespace {

REGISTER_OP("PaisqlExampleDataset")
    .Input("scans: string")
    .Output("handle: variant")
    .Attr("columns: int")
    .Attr("workers: int")
    .Attr("index: int")
    .Attr("even: bool")
    .Attr("omit_nulls: bool")
    .Attr("tensors: string")
    .Attr("time_zone: string")
    .Attr("metadata: string = ''")
    .SetDoNotOptimize()
    .SetShapeFn(tf::shape_inference::ScalarShape);

class ExampleDataset : public tf::data::DatasetBase {
 public:
  ExampleDataset(tf::OpKernelContext* context, tf::Tensor scans, tf::int64 columns, Dealing dealing,
                 std::unique_ptr<Scan> scan)
      : DatasetBase(tf::data::DatasetContext(context)),
        scans_(std::move(scans)),
        columns_(columns),
        dealing_(std::move(dealing)),
        scan_(std::move(scan)) {}

  const tf::DataTypeVector& output_dtypes() const override { return types_; }
  const std::vector<tf::PartialTensorShape>& output_shapes() const override { return shapes_; }
  tf::string DebugString() const override { return "PaisqlExampleDatasetOp::Dataset"; }
  tf::Status InputDatasets(std::vector<const DatasetBase*>*) const override {
    return tf::OkStatus();
  }
  tf::Status CheckExternalState() const override { return tf::OkStatus(); }
  std::unique_ptr<tf::data::IteratorBase> MakeIteratorInternal(
      const tf::string& prefix) const override;

  std::unique_ptr<ExampleSource> MakeSource(const std::atomic<bool>& stop) const {
    return std::make_unique<ExampleSource>(*scan_, dealing_, stop);
  }

 protected:
  tf::Status AsGraphDefInternal(tf::data::SerializationContext*, DatasetGraphDefBuilder* builder,
                                tf::Node** output) const override {
    tf::Node* scans = nullptr;
    TF_RETURN_IF_ERROR(builder->AddTensor(scans_, &scans));
    std::vector<std::pair<tf::StringPiece, tf::AttrValue>> attributes;
    const auto add = [&](const char* name, const auto& value) {
      attributes.emplace_back(name, tf::AttrValue());
      builder->BuildAttrValue(value, &attributes.back().second);
    };
    add("columns", columns_);
    add("workers", static_cast<tf::int64>(dealing_.workers));
    add("index", static_cast<tf::int64>(dealing_.index));
    add("even", dealing_.even);
    add("omit_nulls", dealing_.omit_nulls);
    add("tensors", dealing_.tensors);
    add("time_zone", dealing_.time_zone);
    return builder->AddDataset(this, {{0, scans}}, {}, attributes, output);
  }

 private:
  const tf::DataTypeVector types_ = {tf::DT_STRING};
  const std::vector<tf::PartialTensorShape> shapes_ = {tf::PartialTensorShape({})};
  const tf::Tensor scans_;
  const tf::int64 columns_;
  const Dealing dealing_;
  const std::unique_ptr<Scan> scan_;
};

class ExampleIterator : public tf::data::DatasetIterator<ExampleDataset> {
 public:
  explicit ExampleIterator(const Params& params) : DatasetIterator(params) {}

  tf::Status Initialize(tf::data::IteratorContext* context) override {
    return cancellation_.Watch(context, [this] { stop_ = true; });
  }

 protected:
  tf::Status GetNextInternal(tf::data::IteratorContext*, std::vector<tf::Tensor>* tensors,
                             bool* end_of_sequence) override {
    const std::lock_guard lock(mutex_);
    tf::Status status = StatusAfter([&] {
      std::string_view example;
      *end_of_sequence = !Source()->Next(&example);
      if (!*end_of_sequence) {
        tensors->emplace_back(tf::DT_STRING, tf::TensorShape({}));
        tensors->back().scalar<tf::tstring>()().assign(example.data(), example.size());
        ++given_;
      }
    });
    if (stop_) return ReadingCancelled();
    return status;
  }

  std::shared_ptr<tf::data::model::Node> CreateNode(
      tf::data::IteratorContext*, tf::data::model::Node::Args args) const override {
    return tf::data::model::MakeSourceNode(std::move(args));
  }

  tf::Status SaveInternal(tf::data::SerializationContext*,
                          tf::data::IteratorStateWriter* writer) override {
    const std::lock_guard lock(mutex_);
    return writer->WriteScalar(full_name("given"), given_);
  }

  tf::Status RestoreInternal(tf::data::IteratorContext*,
                             tf::data::IteratorStateReader* reader) override {
    const std::lock_guard lock(mutex_);
    TF_RETURN_IF_ERROR(reader->ReadScalar(full_name("given"), &given_));
    source_ = nullptr;
    return tf::OkStatus();
  }

 private:
  // Made by the first step that reads, so that errors of the data come there.
  ExampleSource* Source() {
    if (source_ != nullptr) return source_.get();
    source_ = dataset()->MakeSource(stop_);
    std::string_view passed;
    for (tf::int64 i = 0; i < given_ && source_->Next(&passed);) ++i;
    return source_.get();
  }

  std::mutex mutex_;  // one step at a time
  tf::int64 given_ = 0;
  std::atomic<bool> stop_ = false;
  std::unique_ptr<ExampleSource> source_;
  Cancellation cancellation_;
};

std::unique_ptr<tf::data::IteratorBase> ExampleDataset::MakeIteratorInternal(
    const tf::string& prefix) const {
  return std::make_unique<ExampleIterator>(
      ExampleIterator::Params{this, tf::strings::StrCat(prefix, "::PaisqlExample")});
}

class ExampleDatasetOp : public tf::data::DatasetOpKernel {
 public:
  explicit ExampleDatasetOp(tf::OpKernelConstruction* context) : DatasetOpKernel(context) {
    tf::int64 workers = 0;
    tf::int64 index = 0;
    OP_REQUIRES_OK(context, context->GetAttr("columns", &columns_));
    OP_REQUIRES_OK(context, context->GetAttr("workers", &workers));
    OP_REQUIRES_OK(context, context->GetAttr("index", &index));
    OP_REQUIRES_OK(context, context->GetAttr("even", &dealing_.even));
    OP_REQUIRES_OK(context, context->GetAttr("omit_nulls", &dealing_.omit_nulls));
    OP_REQUIRES_OK(context, context->GetAttr("tensors", &dealing_.tensors));
    OP_REQUIRES_OK(context, context->GetAttr("time_zone", &dealing_.time_zone));
    OP_REQUIRES(context, 0 <= index && index < workers,
                tf::errors::InvalidArgument("index is less than workers"));
    dealing_.workers = workers;
    dealing_.index = index;
  }

 protected:
  void MakeDataset(tf::OpKernelContext* context, tf::data::DatasetBase** output) override {
    const tf::Tensor* scans = nullptr;
    OP_REQUIRES_OK(context, context->input("scans", &scans));
    std::vector<std::string> descriptions;
    for (int64_t i = 0; i < scans->NumElements(); ++i) {
      descriptions.emplace_back(scans->flat<tf::tstring>()(i));
    }
    std::unique_ptr<Scan> scan;
    try {
      scan = std::make_unique<Scan>(descriptions, columns_);
    } catch (const ReadError& error) {
      context->SetStatus(StatusOf(error));
      return;
    }
    // TensorFlow counts the references and deletes it.
    *output = std::make_unique<ExampleDataset>(context, *scans, columns_, dealing_, std::move(scan))
                  .release();
  }

 private:
  tf::int64 columns_ = 0;
  Dealing dealing_;
};

REGISTER_KERNEL_BUILDER(Name("PaisqlExampleDataset").Device(tf::DEVICE_CPU), ExampleDatasetOp);

}  // namespace

}  // namespace paisql::tensors
