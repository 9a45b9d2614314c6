#pragma once

// Reads the words of statements about services.

#include <cstdint>
#include <string>

#include "base/result.h"
#include "session/state.h"
#include "store/services.h"
#include "syntax/service_statement.h"

namespace paisql::session {

// kInvalidCommand for a name that no address could have.
Status CheckNewServiceName(const std::string& name, const SourceRange& range);

// A whole number from `least` to `most`, else kInvalidCommand: "'x' is not a valid <what>".
Result<int64_t> ReadNumber(const syntax::Word& word, int64_t least, int64_t most,
                           const std::string& what);

// What MODEL m VERSION n, or a place, has to serve, with the least that a version has of other
// things. kModelNotFound where there is no such model, version or export.
Result<store::ServiceVersion> ServedBy(const syntax::ServiceStatement& statement, Run& run);

}  // namespace paisql::session
