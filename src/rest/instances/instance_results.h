#pragma once

// The result of an instance as a client without a tunnel gets it: CSV of a query's rows, or text.

#include <string>

#include "instances/instance.h"

namespace paisql::rest {

// <Result>…</Result> and what describes it; "" while there is none.
std::string ResultXml(const instances::Instance& instance);

}  // namespace paisql::rest
