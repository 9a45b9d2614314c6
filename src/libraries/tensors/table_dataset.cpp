#include "libraries/tensors/table_dataset.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "libraries/tensors/cancellation.h"
#include "libraries/tensors/counters.h"

namespace paisql::tensors {

namespace {

Stages ReadStages(const std::vector<tf::int64>& numbers) {
  std::vector<Stage> stages;
  for (size_t i = 0; i + 2 < numbers.size(); i += 3) {
    stages.push_back({static_cast<StageKind>(numbers[i]), numbers[i + 1], numbers[i + 2]});
  }
  return Stages(stages);
}

class TableIterator : public tf::data::DatasetIterator<TableDataset> {
 public:
  explicit TableIterator(const Params& params) : DatasetIterator(params) {}

  tf::Status Initialize(tf::data::IteratorContext* context) override {
    return cancellation_.Watch(context, [this] { Cancel(); });
  }

 protected:
  tf::Status GetNextInternal(tf::data::IteratorContext*, std::vector<tf::Tensor>* tensors,
                             bool* end_of_sequence) override {
    const std::lock_guard lock(mutex_);
    const auto begin = std::chrono::steady_clock::now();
    tf::Status status = StatusAfter([&] {
      Batch batch;
      *end_of_sequence = !Source()->Next(&batch);
      if (!batch.empty()) {
        CountRead(batch[0].dim_size(0), begin, std::chrono::steady_clock::now());
        *tensors = std::move(batch);
      }
    });
    if (cancelled_) return ReadingCancelled();
    return status;
  }

  std::shared_ptr<tf::data::model::Node> CreateNode(
      tf::data::IteratorContext*, tf::data::model::Node::Args args) const override {
    return tf::data::model::MakeSourceNode(std::move(args));
  }

  tf::Status SaveInternal(tf::data::SerializationContext*,
                          tf::data::IteratorStateWriter* writer) override {
    const std::lock_guard lock(mutex_);
    if (source_ != nullptr) state_ = source_->Save();
    const auto count = static_cast<int64_t>(state_.numbers.size());
    tf::Tensor numbers(tf::DT_INT64, tf::TensorShape({count}));
    std::copy_n(state_.numbers.begin(), count, numbers.flat<tf::int64>().data());
    TF_RETURN_IF_ERROR(writer->WriteTensor(full_name("numbers"), numbers));
    const auto columns = static_cast<int64_t>(state_.tensors.size());
    TF_RETURN_IF_ERROR(writer->WriteScalar(full_name("columns"), columns));
    for (int64_t i = 0; i < columns; ++i) {
      TF_RETURN_IF_ERROR(writer->WriteTensor(ColumnKey(i), state_.tensors[i]));
    }
    return tf::OkStatus();
  }

  tf::Status RestoreInternal(tf::data::IteratorContext*,
                             tf::data::IteratorStateReader* reader) override {
    const std::lock_guard lock(mutex_);
    SavedState state;
    tf::Tensor numbers;
    TF_RETURN_IF_ERROR(reader->ReadTensor(full_name("numbers"), &numbers));
    const tf::int64* begin = numbers.flat<tf::int64>().data();
    state.numbers.assign(begin, begin + numbers.NumElements());
    tf::int64 columns = 0;
    TF_RETURN_IF_ERROR(reader->ReadScalar(full_name("columns"), &columns));
    for (int64_t i = 0; i < columns; ++i) {
      state.tensors.emplace_back();
      TF_RETURN_IF_ERROR(reader->ReadTensor(ColumnKey(i), &state.tensors.back()));
    }
    state_ = std::move(state);
    const std::lock_guard changes(source_mutex_);
    source_ = nullptr;
    return tf::OkStatus();
  }

 private:
  tf::string ColumnKey(int64_t column) const {
    return full_name(tf::strings::StrCat("column_", column));
  }

  // Made by the first step that reads, so that errors of the data come there.
  BatchSource* Source() {
    const std::lock_guard lock(source_mutex_);
    if (source_ == nullptr) {
      source_ = dataset()->MakeSource(state_.numbers.empty() ? nullptr : &state_);
      state_ = SavedState();
      if (cancelled_) source_->Cancel();
    }
    return source_.get();
  }

  void Cancel() {
    const std::lock_guard lock(source_mutex_);
    cancelled_ = true;
    if (source_ != nullptr) source_->Cancel();
  }

  std::mutex mutex_;  // one step at a time
  SavedState state_;  // what the source begins with; empty: at the first row
  std::atomic<bool> cancelled_ = false;
  std::mutex source_mutex_;  // the pointer; never held while the source is waited for
  std::unique_ptr<BatchSource> source_;
  Cancellation cancellation_;
};

}  // namespace

tf::Status StatusOf(const ReadError& error) {
  return error.damaged ? tf::errors::DataLoss(error.what())
                       : tf::errors::InvalidArgument(error.what());
}

TableDataset::TableDataset(tf::OpKernelContext* context, const Attributes& attributes,
                           tf::Tensor scans, std::vector<tf::Tensor> defaults,
                           std::vector<Target> targets, std::unique_ptr<Scan> scan)
    : DatasetBase(tf::data::DatasetContext(context)),
      attributes_(attributes),
      scans_(std::move(scans)),
      defaults_(std::move(defaults)),
      targets_(std::move(targets)),
      scan_(std::move(scan)),
      stages_(ReadStages(attributes.stages)),
      seeds_(stages_.seeds, stages_.reshuffle) {}

std::unique_ptr<BatchSource> TableDataset::MakeSource(const SavedState* state) const {
  const ReadOptions options = {attributes_.batch_size, attributes_.drop_remainder,
                               attributes_.capacity, static_cast<int>(attributes_.num_threads),
                               std::make_shared<std::atomic<bool>>(false)};
  return MakeBatchSource(*scan_, targets_, stages_, options, seeds_, state);
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

std::unique_ptr<tf::data::IteratorBase> TableDataset::MakeIteratorInternal(
    const tf::string& prefix) const {
  return std::make_unique<TableIterator>(
      TableIterator::Params{this, tf::strings::StrCat(prefix, "::PaisqlTable")});
}

}  // namespace paisql::tensors
