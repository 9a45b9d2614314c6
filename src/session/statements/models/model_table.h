#pragma once

// Model tables, as the train components of Alink write them: a zip file with a SavedModel as rows
// (model_id BIGINT, model_info STRING), those of Keras components with a column of labels.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "syntax/statement.h"
#include "tunnel/table.h"

namespace paisql::session {

// Whether the place is the name of a table: odps://project/tables/table[/key=value…].
bool IsTableUrl(std::string_view place);

// The table, or the one partition of it, that the place names. kInvalidCommand for a text that is
// not the name of a table, kPartition for a partitioned table without a whole partition, kModel for
// a table whose columns are not those of a model.
Result<tunnel::TunnelTable> FindModelTable(const syntax::Word& place, Run& run);

// Puts the SavedModel of the table into <work>/model; `work` exists. Gives the facts of the zip
// file as JSON: "file", "bytes", "sha256". kModel, with the row's model_id, for rows that do not
// make a whole model: a row that is missing, appears twice or is not base64, and a zip file that is
// damaged or leads out of its folder.
Result<std::string> UnpackModelTable(const syntax::Word& place, const std::string& work, Run& run);

}  // namespace paisql::session
