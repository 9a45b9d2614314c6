#pragma once

// Where the rows of a stream come from and go to, when that is neither a table nor Kafka: values
// that the stream components of Alink alone have. Errors have the place of what is wrong. Private
// to pai.

#include <nlohmann/json.hpp>

#include "pai/parameter/parameters.h"
#include "pai/value/build_context.h"

namespace paisql::pai {

// inputPath as {"kind": "file", "folder", "pipe" or "tcp", "path" or "host" and "port", "format"},
// the format "" for a folder whose files say it by their names.
Result<nlohmann::json> ReadStreamSource(const Parameters& parameters, const BuildContext& context);

// outputPath as {"kind": "print"}, or {"kind": "file" or "folder", "path", "format"}. outputFormat
// says the format, else the ending of a file's path; without both a folder gets "jsonl". A folder
// is one that is there, or a path that ends with /, and may not be there yet.
Result<nlohmann::json> ReadStreamSink(const Parameters& parameters, const BuildContext& context);

// The JSON object of userParams as it is: Alink's stream components keep the types of its values.
Result<nlohmann::json> ReadTypedParams(const syntax::PaiParameter& parameter,
                                       const BuildContext& context);

}  // namespace paisql::pai
