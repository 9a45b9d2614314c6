#pragma once

// The parameters of one statement, checked against the algorithm's table. Private to pai.

#include <map>
#include <string>
#include <string_view>

#include "pai/algorithms.h"
#include "pai/build_job.h"

namespace paisql::pai {

class Parameters {
 public:
  // kInvalidCommand for an unknown, doubled or missing parameter and for a value of another type,
  // kUnsupported for what is not offered; each with its place. SET odps.pai.property.x=v; stands
  // for -Dx=v, unless the statement has an x of its own.
  static Result<Parameters> Check(const syntax::PaiStatement& statement, const Algorithm& algorithm,
                                  const BuildContext& context);

  // nullptr when it was not given or is empty.
  const syntax::PaiParameter* Find(std::string_view name) const;

 private:
  std::map<std::string, syntax::PaiParameter> values_;
};

}  // namespace paisql::pai
