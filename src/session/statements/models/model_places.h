#pragma once

// Finds the models that statements name: a place, an archive, a model table, and the job that
// trained it.

#include <string>

#include "base/result.h"
#include "inference/files/model_place.h"
#include "session/state.h"
#include "store/models.h"
#include "syntax/word.h"
#include "tunnel/table.h"

namespace paisql::session {

using inference::ModelKind;
using inference::ModelPlace;

// The model at the place, an oss:// name or a path on this machine (inference/files/model_place.h),
// or an odps:// name of a model table. kModelNotFound also for a missing bucket.
Result<ModelPlace> FindModelPlace(const syntax::Word& place, Run& run);

// A path of this machine for an oss:// name or a path, whether something is there or not; of an
// archive the folder into which it is unpacked.
// kModelNotFound where there is no such bucket, kUnsupported for one at an endpoint.
Result<std::string> FindPlace(const syntax::Word& place, Run& run);

// Model tables, as the train components of Alink write them: a zip file with a SavedModel as rows
// (model_id BIGINT, model_info STRING), those of Keras components with a column of labels.

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

// Notes the job that trained the model at the place in the version (pai/trained_by.h). Errors are
// those of FindModelTable.
Status NoteTraining(const syntax::Word& written, const ModelPlace& place, Run& run,
                    store::ModelVersion* version);

}  // namespace paisql::session
