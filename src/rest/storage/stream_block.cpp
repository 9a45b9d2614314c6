#include "rest/storage/stream_block.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "engine/ipc/ipc_reader.h"
#include "rest/arrow/arrow_schema.h"
#include "rest/arrow/from_client.h"
#include "rest/records/array_builder.h"
#include "rest/records/stream_error.h"
#include "rest/tunnel/block_rows.h"

namespace paisql::rest {

namespace {

constexpr size_t kLargestMessage = size_t{1} << 30;

// Times may have a zone, "tsn:UTC": they are instants all the same.
bool SameFormat(std::string_view ours, std::string_view theirs) {
  if (ours == theirs) return true;
  const bool times = ours.starts_with("ts") && theirs.starts_with("ts");
  return times && ours.substr(0, 3) == theirs.substr(0, 3);
}

bool SameType(const ArrowSchema& ours, const ArrowSchema& theirs) {
  if (!SameFormat(ours.format, theirs.format) || ours.n_children != theirs.n_children) return false;
  for (int64_t i = 0; i < ours.n_children; ++i) {
    if (!SameType(*ours.children[i], *theirs.children[i])) return false;
  }
  return true;
}

Error Misfit(const std::string& name, std::string_view why) {
  return StreamError(StreamFault::kMalformed, "the column " + name + " " + std::string(why));
}

// The type of whole numbers in this format.
std::optional<TypeId> NumberType(std::string_view format) {
  if (format == "l") return TypeId::kBigint;
  if (format == "i") return TypeId::kInt;
  if (format == "s") return TypeId::kSmallint;
  if (format == "c") return TypeId::kTinyint;
  return std::nullopt;
}

std::string NumberText(TypeId type, const ArrowArray& column, size_t row) {
  switch (type) {
    case TypeId::kBigint:
      return std::to_string(engine::NumberAt<int64_t>(column, row));
    case TypeId::kInt:
      return std::to_string(engine::NumberAt<int32_t>(column, row));
    case TypeId::kSmallint:
      return std::to_string(engine::NumberAt<int16_t>(column, row));
    default:
      return std::to_string(engine::NumberAt<int8_t>(column, row));
  }
}

bool IsNullAt(const ArrowArray& column, size_t row) {
  const void* const bits = column.buffers[0];
  return bits != nullptr && !engine::IsBitSet(bits, row + static_cast<size_t>(column.offset));
}

// The column's numbers as texts. Releases it.
ArrowArray Texts(ArrowArray column, TypeId type) {
  ArrayBuilder texts{DataType(TypeId::kString)};
  for (size_t row = 0; row < static_cast<size_t>(column.length); ++row) {
    if (IsNullAt(column, row)) {
      texts.AppendNull();
    } else {
      texts.AppendText(NumberText(type, column, row));
    }
  }
  column.release(&column);
  return texts.Take();
}

// The batch's columns in our order. An array whose child was taken away releases the rest.
engine::Batch Ordered(engine::Batch batch, const std::vector<size_t>& places) {
  const auto rows = static_cast<int64_t>(batch.row_count());
  ArrowArray all = batch.Release();
  std::vector<ArrowArray> columns;
  for (const size_t place : places) {
    columns.push_back(*all.children[place]);
    all.children[place]->release = nullptr;
  }
  all.release(&all);
  return engine::MakeBatch(rows, std::move(columns));
}

engine::IpcReader::Source SourceOf(std::unique_ptr<ByteSource> bytes) {
  return [source = std::shared_ptr(std::move(bytes))](size_t most) -> Result<std::string> {
    std::string piece(most, '\0');
    PAISQL_ASSIGN(const size_t size, source->Read(piece.data(), most));
    piece.resize(size);
    return piece;
  };
}

// A client's stream of columns for an upload.
class StreamColumns {
 public:
  StreamColumns(const session::TableUpload& upload, std::atomic<int64_t>& order)
      : changes_(upload.target().changes),
        data_columns_(upload.target().table.columns.size()),
        order_(order),
        columns_(upload.columns()) {
    if (changes_) columns_.pop_back();  // the order, which is ours
  }

  // Finds the columns in the client's schema.
  Status Match(const ArrowSchema& theirs) {
    const std::span<ArrowSchema* const> all(theirs.children,
                                            static_cast<size_t>(theirs.n_children));
    if (changes_ && PlaceOf(all, columns_.back().name) == all.size()) {
      columns_.pop_back();
      adds_operation_ = true;
    }
    ArrowSchema ours = ClientSchema(columns_, TimestampForm::kNanos);
    Status matched = MatchEach(all, ours);
    ours.release(&ours);
    return matched;
  }

  Result<engine::Batch> Take(engine::Batch batch) {
    PAISQL_ASSIGN(engine::Batch rows, FromClient(Ordered(std::move(batch), places_), columns_));
    const size_t count = rows.row_count();
    ArrowArray all = rows.Release();
    std::vector<ArrowArray> arrays;
    for (size_t i = 0; i < columns_.size(); ++i) {
      arrays.push_back(std::exchange(*all.children[i], ArrowArray{}));
    }
    all.release(&all);
    for (const size_t place : numbers_) {
      arrays[place] = Texts(arrays[place], columns_[place].type.id());
    }
    Status changes = changes_ ? AddChanges(count, arrays) : Status::Ok();
    engine::Batch taken = engine::MakeBatch(static_cast<int64_t>(count), std::move(arrays));
    PAISQL_TRY(std::move(changes));
    return taken;
  }

 private:
  static size_t PlaceOf(std::span<ArrowSchema* const> all, std::string_view name) {
    const auto found = std::ranges::find_if(
        all, [&](const ArrowSchema* one) { return EqualsIgnoreCase(one->name, name); });
    return static_cast<size_t>(found - all.begin());
  }

  Status MatchEach(std::span<ArrowSchema* const> all, const ArrowSchema& ours) {
    for (const engine::ResultColumn& column : columns_) {
      places_.push_back(PlaceOf(all, column.name));
    }
    const auto unknown = std::ranges::find(places_, all.size());
    if (unknown != places_.end()) {
      const std::string& name = columns_[static_cast<size_t>(unknown - places_.begin())].name;
      if (all.size() != columns_.size()) return Misfit(name, "is missing");
      // The client has its own names.
      for (size_t i = 0; i < places_.size(); ++i) places_[i] = i;
    }
    for (size_t i = 0; i < places_.size(); ++i) {
      PAISQL_TRY(MatchOne(i, *all[places_[i]], *ours.children[i]));
    }
    for (size_t i = 0; i < all.size(); ++i) {
      if (std::ranges::find(places_, i) != places_.end()) continue;
      return Misfit(all[i]->name, "is not one of the table");
    }
    return Status::Ok();
  }

  Status MatchOne(size_t place, const ArrowSchema& theirs, const ArrowSchema& ours) {
    if (SameType(ours, theirs)) return Status::Ok();
    const std::optional<TypeId> number = NumberType(theirs.format);
    if (place >= data_columns_ && columns_[place].type.IsText() && number) {
      columns_[place].type = *number;
      numbers_.push_back(place);
      return Status::Ok();
    }
    return Misfit(columns_[place].name, "has the Arrow format " + std::string(theirs.format) +
                                            ", and " + ours.format + " is expected");
  }

  Status AddChanges(size_t rows, std::vector<ArrowArray>& arrays) {
    Status checked = Status::Ok();
    if (adds_operation_) {
      ArrayBuilder operation{DataType(TypeId::kTinyint)};
      for (size_t i = 0; i < rows; ++i) operation.AppendNumber(session::TableUpload::kUpsert);
      arrays.push_back(operation.Take());
    } else {
      checked = CheckOperations(rows, arrays.back());
    }
    ArrayBuilder order{DataType(TypeId::kBigint)};
    int64_t next = order_.fetch_add(static_cast<int64_t>(rows));
    for (size_t i = 0; i < rows; ++i) order.AppendNumber(next++);
    arrays.push_back(order.Take());
    return checked;
  }

  static Status CheckOperations(size_t rows, const ArrowArray& operations) {
    for (size_t i = 0; i < rows; ++i) {
      const auto one = engine::NumberAt<int8_t>(operations, i);
      const bool known =
          one == session::TableUpload::kUpsert || one == session::TableUpload::kDelete;
      if (IsNullAt(operations, i) || !known) {
        return StreamError(StreamFault::kMalformed, "a row's operation is neither U nor D");
      }
    }
    return Status::Ok();
  }

  const bool changes_;
  const size_t data_columns_;
  std::atomic<int64_t>& order_;
  std::vector<engine::ResultColumn> columns_;  // as the client sends them
  std::vector<size_t> places_;                 // where they are
  std::vector<size_t> numbers_;                // those that become texts
  bool adds_operation_ = false;
};

}  // namespace

Result<session::UploadedBlock> WriteStreamBlock(const Call& call, session::TableUpload& upload,
                                                std::atomic<int64_t>& order) {
  PAISQL_ASSIGN(std::unique_ptr<ByteSource> bytes, OpenUnpacked(call));
  engine::IpcReader reader(SourceOf(std::move(bytes)), kLargestMessage);
  PAISQL_TRY(reader.ReadSchema());
  StreamColumns columns(upload, order);
  PAISQL_TRY(columns.Match(reader.schema()));
  PAISQL_ASSIGN(const auto block, upload.NewBlock());
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, reader.Next());
    if (!batch) return block->Finish();
    PAISQL_ASSIGN(engine::Batch rows, columns.Take(std::move(batch)));
    PAISQL_TRY(block->Append(std::move(rows)));
  }
}

}  // namespace paisql::rest
