#pragma once

// Rows from messages of Arrow that this program has written. Private to instances.

#include <memory>
#include <string>
#include <vector>

#include "engine/ipc/ipc_reader.h"
#include "instances/instance_result.h"

namespace paisql::instances {

// So many rows from `begin` on of the batches that the source begins with.
Result<std::unique_ptr<RowReader>> ReadMessages(engine::IpcReader::Source source,
                                                const std::vector<engine::ResultColumn>& columns,
                                                int64_t begin, int64_t count);

// The rows as messages, without the columns.
Result<std::string> MessagesOf(RowReader& rows, const std::vector<engine::ResultColumn>& columns);

}  // namespace paisql::instances
