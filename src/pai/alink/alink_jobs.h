#pragma once

// Builders that the rows of Alink's components name. Private to pai.

#include "jobs/spec/job_spec.h"
#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// The script components of Alink: a user's main(task_config), which gets a
// table's rows as tf.train.Example. The second one's table is the model that the script exports.
Status BuildAlinkBatchJob(const Parameters& parameters, const BuildContext& context,
                          jobs::JobSpec* spec);
Status BuildAlinkTrainJob(const Parameters& parameters, const BuildContext& context,
                          jobs::JobSpec* spec);
// The same on rows as they come; what the script writes is committed as it goes on.
Status BuildAlinkStreamJob(const Parameters& parameters, const BuildContext& context,
                           jobs::JobSpec* spec);
// Such rows without a script, as they are or as a query makes them.
Status BuildSqlStreamJob(const Parameters& parameters, const BuildContext& context,
                         jobs::JobSpec* spec);

// Alink's Keras components: a network of layers that a statement names, trained on two columns.
Status BuildKerasClassifierTrainJob(const Parameters& parameters, const BuildContext& context,
                                    jobs::JobSpec* spec);
Status BuildKerasRegressorTrainJob(const Parameters& parameters, const BuildContext& context,
                                   jobs::JobSpec* spec);

}  // namespace paisql::pai
