#pragma once

// Which component a PAI statement means. Private to pai.

#include "base/result.h"
#include "pai/components.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

// kInvalidCommand for words and options that PAI has not, kUnsupported for an algorithm of the
// platform's that is not offered here, kAlgorithmNotFound for any other name; each with its place.
Result<Algorithm> ChooseComponent(const syntax::PaiStatement& statement,
                                  const Components& components);

}  // namespace paisql::pai
