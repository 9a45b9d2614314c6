#include "rest/rows/row_encoder.h"

#include "engine/ipc/ipc_writer.h"
#include "rest/arrow/arrow_body.h"
#include "rest/arrow/to_client.h"
#include "rest/records/column_records.h"

namespace paisql::rest {

namespace {

class RecordEncoder final : public RowEncoder {
 public:
  RecordEncoder(ChosenColumns chosen, std::shared_ptr<const TransferCost> cost)
      : chosen_(std::move(chosen)), cost_(std::move(cost)) {
    for (const engine::ResultColumn& column : chosen_.columns) {
      columns_.emplace_back(column.type, column.trims_zeros, chosen_.zone);
    }
  }

  Status Add(engine::Batch batch, std::string& out) override {
    for (size_t i = 0; i < columns_.size(); ++i) {
      columns_[i].Read(batch.column(chosen_.places[i]));
    }
    for (size_t row = 0; row < batch.row_count(); ++row) {
      for (size_t i = 0; i < columns_.size(); ++i) {
        if (columns_[i].IsNull(row)) continue;
        writer_.BeginField(static_cast<uint32_t>(i + 1), columns_[i].wire_type());
        columns_[i].Write(row, writer_);
      }
      writer_.EndRecord();
    }
    out += writer_.Take();
    return Status::Ok();
  }
  Status Finish(std::string& out) override {
    out += writer_.Finish(cost_ == nullptr ? "" : cost_->Json());
    return Status::Ok();
  }

 private:
  const ChosenColumns chosen_;
  const std::shared_ptr<const TransferCost> cost_;
  std::vector<ColumnRecords> columns_;
  RecordWriter writer_;
};

// Batches as messages of Arrow's, whose bytes `Frame` puts into the body.
class ArrowEncoder : public RowEncoder {
 public:
  ArrowEncoder(ChosenColumns chosen, TimestampForm form)
      : converter_(std::move(chosen.columns), std::move(chosen.places), form,
                   std::move(chosen.zone)) {
    ArrowSchema schema = ClientSchema(converter_.columns(), form);
    writer_ = std::make_unique<engine::IpcWriter>(schema);
    schema.release(&schema);
  }

  Status Add(engine::Batch batch, std::string& out) override {
    PAISQL_ASSIGN(const std::vector<engine::Batch> converted, converter_.Convert(std::move(batch)));
    PAISQL_TRY(Begin(out));
    for (const engine::Batch& one : converted) {
      PAISQL_ASSIGN(const engine::IpcWriter::Message message, writer_->WriteBatch(one));
      Frame(message.head, out);
      Frame(message.body, out);
    }
    return Status::Ok();
  }

 protected:
  // Before each batch; what the writer writes there must not come between the parts of a message.
  virtual Status Begin(std::string& /*out*/) { return Status::Ok(); }
  virtual void Frame(std::string_view bytes, std::string& out) = 0;
  engine::IpcWriter& writer() { return *writer_; }

 private:
  ToClient converter_;
  std::unique_ptr<engine::IpcWriter> writer_;
};

class FramedEncoder final : public ArrowEncoder {
 public:
  using ArrowEncoder::ArrowEncoder;
  Status Finish(std::string& out) override {
    frame_.Finish(out);
    return Status::Ok();
  }

 private:
  void Frame(std::string_view bytes, std::string& out) override { frame_.Add(bytes, out); }

  ArrowFrameWriter frame_;
};

class StreamEncoder final : public ArrowEncoder {
 public:
  using ArrowEncoder::ArrowEncoder;
  Status Finish(std::string& out) override {
    PAISQL_TRY(Begin(out));
    out += engine::IpcWriter::End();
    return Status::Ok();
  }

 private:
  Status Begin(std::string& out) override {
    if (std::exchange(begun_, true)) return Status::Ok();
    return writer().AppendSchema(out);
  }
  void Frame(std::string_view bytes, std::string& out) override { out += bytes; }

  bool begun_ = false;
};

}  // namespace

std::unique_ptr<RowEncoder> EncodeRecords(ChosenColumns chosen,
                                          std::shared_ptr<const TransferCost> cost) {
  return std::make_unique<RecordEncoder>(std::move(chosen), std::move(cost));
}

std::unique_ptr<RowEncoder> EncodeArrow(ChosenColumns chosen, TimestampForm form) {
  return std::make_unique<FramedEncoder>(std::move(chosen), form);
}

std::unique_ptr<RowEncoder> EncodeArrowStream(ChosenColumns chosen, TimestampForm form) {
  return std::make_unique<StreamEncoder>(std::move(chosen), form);
}

}  // namespace paisql::rest
