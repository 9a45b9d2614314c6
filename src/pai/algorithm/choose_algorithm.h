#pragma once

// Which algorithm a PAI statement means. Private to pai.

#include "base/result.h"
#include "pai/algorithm/algorithms.h"
#include "syntax/statement.h"

namespace paisql::pai {

// kInvalidCommand for words and options that PAI has not, kUnsupported for an algorithm of the
// platform's that is not offered here, kAlgorithmNotFound for any other name; each with its place.
Result<Algorithm> ChooseAlgorithm(const syntax::PaiStatement& statement);

}  // namespace paisql::pai
