#pragma once

// Which columns a tf.train.Example holds (docs/alink.md). Private to pai.

#include <string>

#include "jobs/spec/job_spec.h"

namespace paisql::pai {

// `convert`: those count, too, that have a value of another type which is given instead.
bool FitsExample(const DataType& type, bool convert);

// Whether the lines in which a script gets a further input's rows have a form of the type.
bool FitsBroadcast(const DataType& type);

// Says how to make a column fit that does not.
std::string CureFor(const store::Column& column);

}  // namespace paisql::pai
