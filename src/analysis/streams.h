#pragma once

// CREATE STREAM and ALTER STREAM, as far as they can be judged before anything changes; DESC STREAM
// and DROP STREAM ask for the stream of a name.

#include <optional>

#include "analysis/analyzer.h"
#include "store/streams.h"

namespace paisql::syntax {
struct StreamStatement;
}

namespace paisql::analysis {

// What the statement makes, or what it makes of `old`, the stream that there is.
Result<store::Stream> AnalyzeStream(const syntax::StreamStatement& statement,
                                    const std::optional<store::Stream>& old,
                                    AnalysisContext& context);

// The stream of that name; nullopt when there is none.
Result<std::optional<store::Stream>> FindStream(const syntax::QualifiedName& name,
                                                const AnalysisContext& context);
// The same; kTableNotFound with "did you mean" at the name's place.
Result<store::Stream> ResolveStream(const syntax::QualifiedName& name,
                                    const AnalysisContext& context);

}  // namespace paisql::analysis
