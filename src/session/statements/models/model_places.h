#pragma once

// Finds the models that statements name: a place, an archive, a model table, and the job that
// trained it.

#include <string>

#include "base/result.h"
#include "session/state.h"
#include "store/models.h"
#include "syntax/statement.h"
#include "tunnel/table.h"

namespace paisql::session {

enum class ModelKind { kSavedModel, kSavedModelText, kKeras, kFrozenGraph, kTable };

struct ModelPlace {
  std::string path;  // a folder for SavedModels, a table's name as it is written, else a file
  ModelKind kind = ModelKind::kSavedModel;
};

// Finds the model at the place, an oss:// name or a path on this machine. It may be a file of
// another kind of model, as its name says; an odps:// name of a model table; the folder of a
// SavedModel; or the newest numbered export in that folder, in its folder export/, or in a folder
// of that, as tf.estimator writes them below a model's checkpoints. kModelNotFound for a missing
// model or bucket. kModel for a folder that holds something other than files, and for a file of a
// kind that is not offered.
Result<ModelPlace> FindModelPlace(const syntax::Word& place, Run& run);

// A path of this machine for an oss:// name or a path, whether something is there or not; of an
// archive the folder into which it is unpacked.
// kModelNotFound where there is no such bucket, kUnsupported for one at an endpoint.
Result<std::string> FindPlace(const syntax::Word& place, Run& run);

// Models and processors in archives, as clients of PAI-EAS bring them (model.tar.gz): unpacked once
// into the home, services/unpacked/<SHA-256 of the archive>/, from where they are copied or served.

// The folder with the archive's files; what it holds is found past folders that hold nothing but
// one folder. A session that only checks unpacks into its own staging folder. kModel with the
// entry's name for an archive that cannot be unpacked, or would lead out of its folder.
Result<std::string> UnpackPlace(const std::string& path, Run& run);

// Removes what no service serves and nobody has unpacked within the last hour.
void SweepUnpacked(Run& run);

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

// Finds the job that wrote an exported model or a model table.

// Fills job_id and training (docs/internals/formats.md has its members) with those of the job of
// the current project in whose checkpointDir or bucket the path lies: the one that was running when
// the export was written, else the newest that had begun by then. Without such a job they stay
// empty.
Status FindTraining(const std::string& folder, Run& run, store::ModelVersion* version);

// The same of a model table: the job of its project that has it as an output and that was running
// when the table, or the partition, was last written. Errors are those of FindModelTable.
Status FindTrainingOfTable(const syntax::Word& place, Run& run, store::ModelVersion* version);

}  // namespace paisql::session
