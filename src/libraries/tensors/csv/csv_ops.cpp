// The operations of tf.trans_csv_to_dense, trans_csv_kv2dense and trans_csv_id2sparse: texts of
// numbers to tensors.
//
// records      texts, of any shape; each is a row
// max_id       how many columns the result has
// field_delim  what stands between fields; " " is any run of blanks
//
// A field without text is passed over. What cannot be converted is an InvalidArgument.

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "libraries/tensors/csv/number_fields.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/shape_inference.h"

namespace paisql::tensors {

namespace tf = tensorflow;

namespace {

tf::Status DenseShape(tf::shape_inference::InferenceContext* context) {
  tf::shape_inference::DimensionHandle columns;
  TF_RETURN_IF_ERROR(context->MakeDimForScalarInput(1, &columns));
  const auto rows = context->NumElements(context->input(0));
  context->set_output(0, context->Matrix(rows, columns));
  return tf::OkStatus();
}

tf::Status SparseShape(tf::shape_inference::InferenceContext* context) {
  context->set_output(0, context->Matrix(tf::shape_inference::InferenceContext::kUnknownDim, 2));
  context->set_output(1, context->Vector(tf::shape_inference::InferenceContext::kUnknownDim));
  context->set_output(2, context->Vector(2));
  return tf::OkStatus();
}

REGISTER_OP("PaisqlTransCsvToDense")
    .Input("records: string")
    .Input("max_id: int64")
    .Output("dense: float")
    .Attr("field_delim: string")
    .SetShapeFn(DenseShape);

REGISTER_OP("PaisqlTransCsvKvToDense")
    .Input("records: string")
    .Input("max_id: int64")
    .Output("dense: float")
    .Attr("field_delim: string")
    .SetShapeFn(DenseShape);

REGISTER_OP("PaisqlTransCsvIdToSparse")
    .Input("records: string")
    .Input("max_id: int64")
    .Output("indices: int64")
    .Output("values: int64")
    .Output("dense_shape: int64")
    .Attr("field_delim: string")
    .Attr("id_as_value: bool")
    .SetShapeFn(SparseShape);

tf::Status NoNumber(std::string_view text) {
  // TensorFlow's words for it.
  return tf::errors::InvalidArgument("StringToNumberOp could not correctly convert string: ",
                                     std::string(text));
}

tf::Status NotBelow(int64_t number, int64_t max_id) {
  return tf::errors::InvalidArgument("assertion failed: [a number is not below max_id:] [", number,
                                     "] [max_id:] [", max_id, "]");
}

tf::Status ToColumn(std::string_view text, int64_t max_id, int64_t* column) {
  if (!ToNumber(text, column)) return NoNumber(text);
  return *column >= 0 && *column < max_id ? tf::OkStatus() : NotBelow(*column, max_id);
}

// Shared by the three: the arguments, and a call for each record.
class RecordsOp : public tf::OpKernel {
 public:
  explicit RecordsOp(tf::OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("field_delim", &delimiter_));
    if (delimiter_ == " ") delimiter_.clear();
  }

 protected:
  static tf::Status MaxId(tf::OpKernelContext* context, int64_t* max_id) {
    const tf::Tensor& given = context->input(1);
    if (given.NumElements() != 1) return tf::errors::InvalidArgument("max_id is one number");
    *max_id = given.flat<tf::int64>()(0);
    if (*max_id < 0) {
      return tf::errors::InvalidArgument("max_id is ", *max_id, ", and 0 is the least");
    }
    return tf::OkStatus();
  }

  void Split(const tf::tstring& record, std::vector<std::string_view>* fields) const {
    SplitFields({record.data(), record.size()}, delimiter_, fields);
  }

 private:
  std::string delimiter_;
};

class ToDenseOp : public RecordsOp {
 public:
  using RecordsOp::RecordsOp;

  void Compute(tf::OpKernelContext* context) final {
    const auto records = context->input(0).flat<tf::tstring>();
    int64_t max_id = 0;
    OP_REQUIRES_OK(context, MaxId(context, &max_id));
    tf::TensorShape shape;
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(records.size()));
    OP_REQUIRES_OK(context, shape.AddDimWithStatus(max_id));
    tf::Tensor* dense = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &dense));
    auto values = dense->flat<float>();
    values.setZero();
    std::vector<std::string_view> fields;
    for (int64_t row = 0; row < records.size(); ++row) {
      Split(records(row), &fields);
      OP_REQUIRES_OK(context, Fill(fields, max_id, values.data() + row * max_id));
    }
  }

 private:
  virtual tf::Status Fill(const std::vector<std::string_view>& fields, int64_t max_id,
                          float* row) const = 0;
};

class CsvToDenseOp : public ToDenseOp {
 public:
  using ToDenseOp::ToDenseOp;

 private:
  tf::Status Fill(const std::vector<std::string_view>& fields, int64_t max_id,
                  float* row) const override {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].empty()) continue;
      const auto column = static_cast<int64_t>(i);
      if (column >= max_id) {
        return tf::errors::InvalidArgument(
            "assertion failed: [a record has more fields than max_id, number] [", column,
            "] [max_id:] [", max_id, "]");
      }
      if (!ToNumber(fields[i], &row[column])) return NoNumber(fields[i]);
    }
    return tf::OkStatus();
  }
};

class KvToDenseOp : public ToDenseOp {
 public:
  using ToDenseOp::ToDenseOp;

 private:
  tf::Status Fill(const std::vector<std::string_view>& fields, int64_t max_id,
                  float* row) const override {
    for (const std::string_view field : fields) {
      if (field.empty()) continue;
      const size_t colon = field.find(':');
      if (colon == std::string_view::npos || field.find(':', colon + 1) != std::string_view::npos) {
        return tf::errors::InvalidArgument(
            "assertion failed: [trans_csv_kv2dense: a field is not <number>:<value>:] [",
            std::string(field), "]");
      }
      int64_t column = 0;
      TF_RETURN_IF_ERROR(ToColumn(field.substr(0, colon), max_id, &column));
      const std::string_view value = field.substr(colon + 1);
      if (!ToNumber(value, &row[column])) return NoNumber(Stripped(value));
    }
    return tf::OkStatus();
  }
};

class IdToSparseOp : public RecordsOp {
 public:
  explicit IdToSparseOp(tf::OpKernelConstruction* context) : RecordsOp(context) {
    OP_REQUIRES_OK(context, context->GetAttr("id_as_value", &id_as_value_));
  }

  void Compute(tf::OpKernelContext* context) override {
    const auto records = context->input(0).flat<tf::tstring>();
    int64_t max_id = 0;
    OP_REQUIRES_OK(context, MaxId(context, &max_id));
    std::vector<std::string_view> fields;
    std::vector<int64_t> columns;  // of all records
    std::vector<int64_t> ends;     // of each record's among them
    for (int64_t row = 0; row < records.size(); ++row) {
      Split(records(row), &fields);
      const size_t begin = columns.size();
      for (const std::string_view field : fields) {
        if (field.empty()) continue;
        OP_REQUIRES_OK(context, ToColumn(field, max_id, &columns.emplace_back()));
      }
      std::sort(columns.begin() + static_cast<std::ptrdiff_t>(begin), columns.end());
      ends.push_back(static_cast<int64_t>(columns.size()));
    }
    const auto count = static_cast<int64_t>(columns.size());
    tf::Tensor* indices = nullptr;
    tf::Tensor* values = nullptr;
    tf::Tensor* shape = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, tf::TensorShape({count, 2}), &indices));
    OP_REQUIRES_OK(context, context->allocate_output(1, tf::TensorShape({count}), &values));
    OP_REQUIRES_OK(context, context->allocate_output(2, tf::TensorShape({2}), &shape));
    auto places = indices->matrix<tf::int64>();
    for (int64_t row = 0, i = 0; row < records.size(); ++row) {
      for (; i < ends[row]; ++i) {
        places(i, 0) = row;
        places(i, 1) = columns[i];
        values->flat<tf::int64>()(i) = id_as_value_ ? columns[i] : 1;
      }
    }
    shape->flat<tf::int64>()(0) = records.size();
    shape->flat<tf::int64>()(1) = max_id;
  }

 private:
  bool id_as_value_ = true;
};

REGISTER_KERNEL_BUILDER(Name("PaisqlTransCsvToDense").Device(tf::DEVICE_CPU), CsvToDenseOp);
REGISTER_KERNEL_BUILDER(Name("PaisqlTransCsvKvToDense").Device(tf::DEVICE_CPU), KvToDenseOp);
REGISTER_KERNEL_BUILDER(Name("PaisqlTransCsvIdToSparse").Device(tf::DEVICE_CPU), IdToSparseOp);

}  // namespace

}  // namespace paisql::tensors
