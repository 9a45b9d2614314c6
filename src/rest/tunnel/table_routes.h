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

Answer BeginStream(const Call& call, Service& service);
Answer PutStream(const Call& call, Service& service);
Answer GetStream(const Call& call, Service& service);
Answer AbortStream(const Call& call, Service& service);

Answer BeginUpsert(const Call& call, Service& service);
Answer PutUpsert(const Call& call, Service& service);
Answer GetUpsert(const Call& call, Service& service);
Answer CommitUpsert(const Call& call, Service& service);
Answer AbortUpsert(const Call& call, Service& service);

Answer PreviewTable(const Call& call, Service& service);
Answer TableHead(const Call& call, Service& service);

}  // namespace paisql::rest
