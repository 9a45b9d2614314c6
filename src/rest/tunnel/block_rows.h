#pragma once

// The body of a block that a client uploads, as rows of the table's columns: unpacked, held to its
// checksums, records or Arrow. Private to this folder.

#include "base/byte_source.h"
#include "rest/call.h"
#include "rest/rows/transfer_cost.h"
#include "session/tables/table_upload.h"

namespace paisql::rest {

// The call's body as a source of its bytes, unpacked as Content-Encoding says. The source holds as
// long as the call; it measures the cost of reading, if there is one.
Result<std::unique_ptr<ByteSource>> OpenUnpacked(const Call& call, TransferCost* cost = nullptr);

// Writes all rows that `rows.Next()` gives.
template <typename Rows>
Result<session::UploadedBlock> WriteRows(Rows& rows, session::TableUpload& upload,
                                         TransferCost* cost) {
  PAISQL_ASSIGN(const auto block, upload.NewBlock());
  while (true) {
    PAISQL_ASSIGN(engine::Batch batch, rows.Next());
    const TransferCost::Measured measured(cost, TransferCost::kStore);
    if (!batch) return block->Finish();
    PAISQL_TRY(block->Append(std::move(batch)));
  }
}

// Writes the call's body as a block.
Result<session::UploadedBlock> WriteBlock(const Call& call, session::TableUpload& upload,
                                          TransferCost* cost);
// Tells the cost of a block.
Answer BlockAnswer(const TransferCost& cost);

}  // namespace paisql::rest
