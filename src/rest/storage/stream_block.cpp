#include "rest/storage/stream_block.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "engine/ipc/ipc_reader.h"
#include "rest/arrow/arrow_schema.h"
#include "rest/arrow/from_client.h"
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

// For each of our columns the place of the client's.
Result<std::vector<size_t>> PlacesIn(const ArrowSchema& theirs, const ArrowSchema& ours) {
  std::vector<size_t> places;
  for (int64_t i = 0; i < ours.n_children; ++i) {
    const ArrowSchema& wanted = *ours.children[i];
    const std::span<ArrowSchema* const> all(theirs.children,
                                            static_cast<size_t>(theirs.n_children));
    const auto found = std::ranges::find_if(
        all, [&](const ArrowSchema* one) { return EqualsIgnoreCase(one->name, wanted.name); });
    if (found == all.end()) return Misfit(wanted.name, "is missing");
    if (!SameType(wanted, **found)) {
      return Misfit(wanted.name, "has the Arrow format " + std::string((*found)->format) +
                                     ", and " + wanted.format + " is expected");
    }
    places.push_back(static_cast<size_t>(found - all.begin()));
  }
  if (theirs.n_children == ours.n_children) return places;
  for (int64_t i = 0; i < theirs.n_children; ++i) {
    if (std::ranges::find(places, static_cast<size_t>(i)) == places.end()) {
      return Misfit(theirs.children[i]->name, "is not one of the table");
    }
  }
  return Misfit("", "is there twice");
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

}  // namespace

Result<session::UploadedBlock> WriteStreamBlock(const Call& call, session::TableUpload& upload) {
  PAISQL_ASSIGN(std::unique_ptr<ByteSource> bytes, OpenUnpacked(call));
  engine::IpcReader reader(SourceOf(std::move(bytes)), kLargestMessage);
  PAISQL_TRY(reader.ReadSchema());
  ArrowSchema ours = ClientSchema(upload.columns(), TimestampForm::kNanos);
  Result<std::vector<size_t>> places = PlacesIn(reader.schema(), ours);
  ours.release(&ours);
  if (!places.ok()) return places.error();
  PAISQL_ASSIGN(const auto block, upload.NewBlock());
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, reader.Next());
    if (!batch) return block->Finish();
    PAISQL_ASSIGN(engine::Batch rows,
                  FromClient(Ordered(std::move(batch), *places), upload.columns()));
    PAISQL_TRY(block->Append(std::move(rows)));
  }
}

}  // namespace paisql::rest
