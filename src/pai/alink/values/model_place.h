#pragma once

// Where a component's model lies. Private to pai.

#include <string>

#include "pai/value/values.h"

namespace paisql::pai {

struct ModelPlace {
  NamedFile file;  // the file, or the folder by its absolute path
  bool is_folder = false;
  bool is_archive = false;  // of scripts and models: .zip, .tar.gz, .tgz, .tar
};

// Finds the model that the part names. A model is a file or a folder: of this machine (with
// file:// or without), in a bucket, or below a prefix that SET paisql.alink.url.<prefix>=<folder>
// maps to a folder. In a bucket at an endpoint only a file can be a model.
Result<ModelPlace> ResolveModelPlace(const Part& part, const BuildContext& context);

}  // namespace paisql::pai
