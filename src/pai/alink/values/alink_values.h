#pragma once

// Values that Alink's script components alone have. Errors have the place of the part of the value
// that is wrong. Private to pai.

#include <string>
#include <vector>

#include "pai/value/json_text.h"
#include "pai/value/values.h"

namespace paisql::pai {

// "c1 type1, c2 type2" as columns. Types are Alink's names of what a tf.train.Example can give:
// string, float, double, tinyint, smallint, int, long and their other spellings. An error for any
// other type and for a name that appears twice.
Result<std::vector<store::Column>> ReadOutputSchema(const syntax::PaiParameter& parameter,
                                                    const BuildContext& context);

// The same for the answers of a model: BOOLEAN too, and tensors and vectors, which are STRING.
Result<std::vector<store::Column>> ReadAnswerSchema(const syntax::PaiParameter& parameter,
                                                    const BuildContext& context);

// The JSON object of userParams. An error for a text that is not an object.
Result<JsonValue> ReadUserObject(const syntax::PaiParameter& parameter,
                                 const BuildContext& context);

// The JSON object of userParams, all of whose values have become texts (16 is "16"), as Alink's
// batch components hand them to scripts. An error for a text that is not an object, and for an
// object or array in it.
Result<std::string> ReadUserParams(const syntax::PaiParameter& parameter,
                                   const BuildContext& context);

// A user's script or file: what ResolveFile() takes, a path of this machine, or a URL of the web,
// of Hadoop's files or of Alink's own resources (https, http, hdfs, res) below a prefix that
// SET paisql.alink.url.<prefix>=<folder> has given a folder. One with ?md5= has that digest.
Result<NamedFile> ResolveUserFile(const Part& part, const BuildContext& context);

// One of userFiles.
struct UserFile {
  Part part;
  std::string name;  // that it gets beside the script; "" for its own
};

// Reads the files that the value names. The value is a JSON list of texts, a list with commas, or
// Alink's {"filePaths": [...], "fileRenameMap": {path: name}}, where each path is a file, too.
Result<std::vector<UserFile>> ReadUserFiles(const syntax::PaiParameter& parameter,
                                            const BuildContext& context);

// Places a file as ResolveUserFile() does, or a folder, under the name that it gets. An archive
// with a name of its own becomes a folder of that name, in which it is unpacked.
Result<NamedFile> PlaceUserFile(const UserFile& file, const BuildContext& context);

}  // namespace paisql::pai
