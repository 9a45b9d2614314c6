#pragma once

// What the tunnel of a table answers.

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

Answer BeginTableDownload(const Call& call, Service& service);
Answer GetTableDownload(const Call& call, Service& service);
Answer GetTableRows(const Call& call, Service& service);

}  // namespace paisql::rest
