#pragma once

// What the tunnel of a table answers.

#include "rest/call.h"
#include "rest/service.h"

namespace paisql::rest {

Answer BeginTableDownload(const Call& call, Service& service);
Answer GetTableDownload(const Call& call, Service& service);
Answer GetTableRows(const Call& call, Service& service);

Answer BeginUpload(const Call& call, Service& service);
Answer PutBlock(const Call& call, Service& service);
Answer GetUpload(const Call& call, Service& service);
Answer CommitUpload(const Call& call, Service& service);

}  // namespace paisql::rest
