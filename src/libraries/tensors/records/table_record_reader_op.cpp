// The operation PaisqlTableRecordReader: a reader, as TensorFlow's own operations ReaderRead and
// ReaderReadUpTo use it, that takes table URLs from a queue and gives rows as delimited text. A
// row's key is "<URL>:<number of the row in the table>".
//
// selection        what Python is told with each URL (libraries/tensors/records/table_describer.h)
// delimiter, time_zone, capacity (0: chosen), num_threads

#include <memory>
#include <string>
#include <vector>

#include "libraries/tensors/records/record_lines.h"
#include "libraries/tensors/records/table_describer.h"
#include "libraries/tensors/table_dataset.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/reader_base.h"
#include "tensorflow/core/framework/reader_op_kernel.h"

namespace paisql::tensors {

namespace {

REGISTER_OP("PaisqlTableRecordReader")
    .Output("reader_handle: resource")
    .Attr("selection: string")
    .Attr("delimiter: string")
    .Attr("time_zone: string")
    .Attr("capacity: int >= 0")
    .Attr("num_threads: int >= 1")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .SetIsStateful()
    .SetShapeFn(tf::shape_inference::ScalarShape);

struct ReaderOptions {
  std::string selection;
  LineFormat format;
  tf::int64 capacity = 0;
  tf::int64 num_threads = 1;
};

// TensorFlow lets one thread at a time call what ends in "Locked".
class TableRecordReader : public tf::ReaderBase {
 public:
  TableRecordReader(const std::string& name, ReaderOptions options)
      : ReaderBase(name), options_(std::move(options)) {}

  tf::Status OnWorkStartedLocked() override {
    return StatusAfter([this] {
      const DescribedTable table = DescribeTable(current_work(), options_.selection);
      next_row_ = table.first_row;
      lines_ =
          std::make_unique<RecordLines>(table.scan, table.columns, options_.format,
                                        options_.capacity, static_cast<int>(options_.num_threads));
    });
  }

  tf::Status OnWorkFinishedLocked() override {
    lines_ = nullptr;
    return tf::OkStatus();
  }

  tf::Status ReadLocked(tf::tstring* key, tf::tstring* value, bool* produced,
                        bool* at_end) override {
    std::vector<tf::tstring> keys;
    std::vector<tf::tstring> values;
    tf::int64 count = 0;
    TF_RETURN_IF_ERROR(ReadUpToLocked(1, &keys, &values, &count, at_end));
    *produced = count > 0;
    if (*produced) {
      *key = std::move(keys[0]);
      *value = std::move(values[0]);
    }
    return tf::OkStatus();
  }

  tf::Status ReadUpToLocked(tf::int64 limit, std::vector<tf::tstring>* keys,
                            std::vector<tf::tstring>* values, tf::int64* count,
                            bool* at_end) override {
    *count = 0;
    while (*count < limit && !*at_end) {
      int64_t read = 0;
      const tf::Status status = StatusAfter([&] {
        // Without lines the work could not be started, and nothing of it is left.
        if (lines_ != nullptr) read = lines_->Read(limit - *count, values);
      });
      // Rows that were read before an error are given first; the next call has the error again.
      if (!status.ok()) return *count > 0 ? tf::OkStatus() : status;
      *at_end = read == 0;
      *count += read;
      for (const std::string prefix = std::string(current_work()) + ":"; read > 0; --read) {
        keys->emplace_back(prefix + std::to_string(next_row_++));
      }
    }
    return tf::OkStatus();
  }

  tf::Status ResetLocked() override {
    lines_ = nullptr;
    return ReaderBase::ResetLocked();
  }

 private:
  const ReaderOptions options_;
  std::unique_ptr<RecordLines> lines_;  // of the table that is being read
  int64_t next_row_ = 0;
};

class TableRecordReaderOp : public tf::ReaderOpKernel {
 public:
  explicit TableRecordReaderOp(tf::OpKernelConstruction* context) : ReaderOpKernel(context) {
    ReaderOptions options;
    OP_REQUIRES_OK(context, context->GetAttr("selection", &options.selection));
    OP_REQUIRES_OK(context, context->GetAttr("delimiter", &options.format.delimiter));
    OP_REQUIRES_OK(context, context->GetAttr("time_zone", &options.format.time_zone));
    OP_REQUIRES_OK(context, context->GetAttr("capacity", &options.capacity));
    OP_REQUIRES_OK(context, context->GetAttr("num_threads", &options.num_threads));
    // TensorFlow counts the references and deletes it.
    SetReaderFactory([name = name(), options] {
      return std::make_unique<TableRecordReader>(name, options).release();
    });
  }
};

REGISTER_KERNEL_BUILDER(Name("PaisqlTableRecordReader").Device(tf::DEVICE_CPU),
                        TableRecordReaderOp);

}  // namespace

}  // namespace paisql::tensors
