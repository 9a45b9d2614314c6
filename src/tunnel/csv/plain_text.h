#pragma once

// Files whose bytes are not UTF-8 text as they stand: packed by gzip or zstd, or in another
// charset.

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "tunnel/input.h"

namespace paisql::tunnel {

// "" for UTF-8 and the client's word `ignore`, else the name as it is written. kUnsupported for a
// charset that nobody knows.
Result<std::string> CharsetName(const std::string& written);

// Whether one of the files has to be made plain. `charset` is as CharsetName gives it.
bool NeedsPlainCopies(const std::vector<InputFile>& files, const std::string& charset);

// Unpacks and converts such files into `folder`, where their paths lead from then on; the others
// stay as they are. `check` is asked now and then whether to go on. `cure` is the hint of an error
// for bytes that are not text of the charset.
Status MakePlainCopies(std::vector<InputFile>& files, const std::string& charset,
                       const std::string& folder, const std::function<Status()>& check,
                       const std::string& cure);

}  // namespace paisql::tunnel
