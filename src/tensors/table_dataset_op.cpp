// The tf.data operation PaisqlTableDataset: rows of tables as batches of columns.
//
// scans            for each table URL what is read of it (tensors/scan.h), as Python describes it
// record_defaults  one scalar a column: its dtype, and what stands for NULL
// stages           kind, first, second of each stage between the rows and the batches
// batch_size, drop_remainder, capacity, num_threads, time_zone
//
// An element is a vector of each column. Iterators can be saved and restored.

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/dataset.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensors/batch_reader.h"
#include "tensors/counters.h"
#include "tensors/row_sequence.h"
#include "tensors/scan.h"

namespace paisql::tensors {

namespace tf = tensorflow;

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

tf::Status StatusOf(const ReadError& error) {
  return error.damaged ? tf::errors::DataLoss(error.what())
                       : tf::errors::InvalidArgument(error.what());
}

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

// What the attributes of the operation say; the same for all its iterators.
struct Attributes {
  tf::DataTypeVector types;
  std::vector<tf::PartialTensorShape> shapes;
  std::vector<tf::int64> stages;
  tf::int64 batch_size = 1;
  bool drop_remainder = false;
  tf::int64 capacity = 0;
  tf::int64 num_threads = 1;
  std::string time_zone;
};

class TableDataset : public tf::data::DatasetBase {
 public:
  TableDataset(tf::OpKernelContext* context, const Attributes& attributes, tf::Tensor scans,
               std::vector<tf::Tensor> defaults, std::vector<Target> targets,
               std::unique_ptr<Scan> scan)
      : DatasetBase(tf::data::DatasetContext(context)),
        attributes_(attributes),
        scans_(std::move(scans)),
        defaults_(std::move(defaults)),
        targets_(std::move(targets)),
        scan_(std::move(scan)) {}

  const tf::DataTypeVector& output_dtypes() const override { return attributes_.types; }
  const std::vector<tf::PartialTensorShape>& output_shapes() const override {
    return attributes_.shapes;
  }
  tf::string DebugString() const override { return "PaisqlTableDatasetOp::Dataset"; }
  tf::Status InputDatasets(std::vector<const DatasetBase*>*) const override {
    return tf::OkStatus();
  }
  tf::Status CheckExternalState() const override { return tf::OkStatus(); }

  std::unique_ptr<tf::data::IteratorBase> MakeIteratorInternal(
      const tf::string& prefix) const override;

  std::unique_ptr<BatchReader> MakeReader(int64_t skipped_rows) const;

 protected:
  tf::Status AsGraphDefInternal(tf::data::SerializationContext* context,
                                DatasetGraphDefBuilder* builder, tf::Node** output) const override;

 private:
  const Attributes attributes_;
  const tf::Tensor scans_;
  const std::vector<tf::Tensor> defaults_;
  const std::vector<Target> targets_;
  const std::unique_ptr<Scan> scan_;
};

std::unique_ptr<BatchReader> TableDataset::MakeReader(int64_t skipped_rows) const {
  std::vector<Stage> stages;
  for (size_t i = 0; i + 2 < attributes_.stages.size(); i += 3) {
    stages.push_back({static_cast<StageKind>(attributes_.stages[i]), attributes_.stages[i + 1],
                      attributes_.stages[i + 2]});
  }
  auto rows = MakeRowSequence(scan_->rows(), stages);
  for (Run run; skipped_rows > 0 && rows->Next(skipped_rows, &run);) skipped_rows -= run.count;
  const ReadOptions options = {attributes_.batch_size, attributes_.drop_remainder,
                               attributes_.capacity, static_cast<int>(attributes_.num_threads)};
  return std::make_unique<BatchReader>(*scan_, targets_, std::move(rows), options);
}

tf::Status TableDataset::AsGraphDefInternal(tf::data::SerializationContext*,
                                            DatasetGraphDefBuilder* builder,
                                            tf::Node** output) const {
  tf::Node* scans = nullptr;
  TF_RETURN_IF_ERROR(builder->AddTensor(scans_, &scans));
  std::vector<tf::Node*> defaults;
  for (const tf::Tensor& value : defaults_) {
    defaults.emplace_back();
    TF_RETURN_IF_ERROR(builder->AddTensor(value, &defaults.back()));
  }
  std::vector<std::pair<tf::StringPiece, tf::AttrValue>> attributes;
  const auto add = [&](const char* name, const auto& value) {
    attributes.emplace_back(name, tf::AttrValue());
    builder->BuildAttrValue(value, &attributes.back().second);
  };
  add("stages", attributes_.stages);
  add("batch_size", attributes_.batch_size);
  add("drop_remainder", attributes_.drop_remainder);
  add("capacity", attributes_.capacity);
  add("num_threads", attributes_.num_threads);
  add("time_zone", attributes_.time_zone);
  return builder->AddDataset(this, {{0, scans}}, {{1, defaults}}, attributes, output);
}

class TableIterator : public tf::data::DatasetIterator<TableDataset> {
 public:
  explicit TableIterator(const Params& params) : DatasetIterator(params) {}

  ~TableIterator() override {
    if (manager_ != nullptr) manager_->DeregisterCallback(token_);
  }

  tf::Status Initialize(tf::data::IteratorContext* context) override {
    tf::CancellationManager* manager = context->cancellation_manager();
    if (manager == nullptr) return tf::OkStatus();
    token_ = manager->get_cancellation_token();
    if (!manager->RegisterCallback(token_, [this] { Cancel(); })) {
      return tf::errors::Cancelled("reading of a table was cancelled");
    }
    manager_ = manager;
    return tf::OkStatus();
  }

 protected:
  tf::Status GetNextInternal(tf::data::IteratorContext*, std::vector<tf::Tensor>* tensors,
                             bool* end_of_sequence) override {
    const std::lock_guard lock(mutex_);
    const auto begin = std::chrono::steady_clock::now();
    tf::Status status;
    try {
      Batch batch;
      *end_of_sequence = !Reader()->Next(&batch);
      if (!batch.empty()) {
        given_rows_ += batch[0].dim_size(0);
        CountRead(batch[0].dim_size(0), std::chrono::steady_clock::now() - begin);
        *tensors = std::move(batch);
      }
    } catch (const ReadError& error) {
      status = StatusOf(error);
    } catch (const std::exception& error) {
      status = tf::errors::Internal(error.what());
    }
    if (cancelled_) return tf::errors::Cancelled("reading of a table was cancelled");
    return status;
  }

  std::shared_ptr<tf::data::model::Node> CreateNode(
      tf::data::IteratorContext*, tf::data::model::Node::Args args) const override {
    return tf::data::model::MakeSourceNode(std::move(args));
  }

  tf::Status SaveInternal(tf::data::SerializationContext*,
                          tf::data::IteratorStateWriter* writer) override {
    const std::lock_guard lock(mutex_);
    return writer->WriteScalar(full_name(kGivenRows), given_rows_);
  }

  tf::Status RestoreInternal(tf::data::IteratorContext*,
                             tf::data::IteratorStateReader* reader) override {
    const std::lock_guard lock(mutex_);
    tf::int64 rows = 0;
    TF_RETURN_IF_ERROR(reader->ReadScalar(full_name(kGivenRows), &rows));
    given_rows_ = rows;
    const std::lock_guard changes(reader_mutex_);
    reader_ = nullptr;
    return tf::OkStatus();
  }

 private:
  static constexpr char kGivenRows[] = "given_rows";

  // Made by the first step that reads, so that errors of the data come there.
  BatchReader* Reader() {
    const std::lock_guard lock(reader_mutex_);
    if (reader_ == nullptr) {
      reader_ = dataset()->MakeReader(given_rows_);
      if (cancelled_) reader_->Cancel();
    }
    return reader_.get();
  }

  void Cancel() {
    const std::lock_guard lock(reader_mutex_);
    cancelled_ = true;
    if (reader_ != nullptr) reader_->Cancel();
  }

  std::mutex mutex_;  // one step at a time
  int64_t given_rows_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::mutex reader_mutex_;  // the pointer; never held while the reader is waited for
  std::unique_ptr<BatchReader> reader_;
  tf::CancellationManager* manager_ = nullptr;
  tf::CancellationToken token_ = 0;
};

std::unique_ptr<tf::data::IteratorBase> TableDataset::MakeIteratorInternal(
    const tf::string& prefix) const {
  return std::make_unique<TableIterator>(
      TableIterator::Params{this, tf::strings::StrCat(prefix, "::PaisqlTable")});
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
