#pragma once

// The dataset that the operation PaisqlTableDataset makes, and its iterators.

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "libraries/tensors/batches/batch_source.h"
#include "libraries/tensors/scan.h"
#include "tensorflow/core/framework/dataset.h"

namespace paisql::tensors {

namespace tf = tensorflow;

// DataLoss for a file that is damaged, else InvalidArgument.
tf::Status StatusOf(const ReadError& error);

// Runs an action that reads: an error that it throws becomes a Status.
template <typename Action>
tf::Status StatusAfter(Action action) {
  try {
    action();
    return tf::OkStatus();
  } catch (const ReadError& error) {
    return StatusOf(error);
  } catch (const std::exception& error) {
    return tf::errors::Internal(error.what());
  }
}

// The attributes of the operation; the same for all its iterators.
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
               std::unique_ptr<Scan> scan);

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

  // `state`: nullptr to begin at the first row.
  std::unique_ptr<BatchSource> MakeSource(const SavedState* state) const;

 protected:
  tf::Status AsGraphDefInternal(tf::data::SerializationContext* context,
                                DatasetGraphDefBuilder* builder, tf::Node** output) const override;

 private:
  const Attributes attributes_;
  const tf::Tensor scans_;
  const std::vector<tf::Tensor> defaults_;
  const std::vector<Target> targets_;
  const std::unique_ptr<Scan> scan_;
  const Stages stages_;
  mutable SeedSource seeds_;  // goes on with each iterator
};

}  // namespace paisql::tensors
