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

// What the part names: a file or a folder of this machine, with file:// or without, in a bucket, or
// below a prefix that SET paisql.alink.url.<prefix>=<folder> has given a folder. What lies in a
// bucket at an endpoint is a file.
Result<ModelPlace> ResolveModelPlace(const Part& part, const BuildContext& context);

}  // namespace paisql::pai
