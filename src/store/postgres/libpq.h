#pragma once

// The client library of PostgreSQL, which is opened when the first catalog on a server is: few
// homes have one, and loading it takes longer than a small statement. Private to store/postgres.

#include <postgresql/libpq-fe.h>

#include <memory>

#include "base/result.h"

#define PAISQL_LIBPQ_FUNCTIONS(with)                                                               \
  with(PQconnectStartParams) with(PQconnectPoll) with(PQconninfoParse) with(PQconninfoFree)        \
      with(PQfreemem) with(PQfinish) with(PQstatus) with(PQsocket) with(PQerrorMessage)            \
          with(PQserverVersion) with(PQtransactionStatus) with(PQsendQuery)                        \
              with(PQsendQueryParams) with(PQsendPrepare) with(PQsendQueryPrepared) with(PQisBusy) \
                  with(PQconsumeInput) with(PQgetResult) with(PQgetCancel) with(PQcancel)          \
                      with(PQfreeCancel) with(PQresultStatus) with(PQresultErrorField)             \
                          with(PQresultErrorMessage) with(PQclear) with(PQntuples)                 \
                              with(PQgetvalue) with(PQgetlength) with(PQgetisnull) with(PQftype)   \
                                  with(PQcmdTuples) with(PQcmdStatus) with(PQenterPipelineMode)    \
                                      with(PQexitPipelineMode) with(PQpipelineSync)                \
                                          with(PQpipelineStatus) with(PQputCopyData)               \
                                              with(PQputCopyEnd) with(PQsetNoticeReceiver)

namespace paisql::store {

struct Libpq {
#define PAISQL_LIBPQ_MEMBER(name) decltype(&::name) name = nullptr;
  PAISQL_LIBPQ_FUNCTIONS(PAISQL_LIBPQ_MEMBER)
#undef PAISQL_LIBPQ_MEMBER
};

// kEnvironment with the package's name where the library is missing or too old.
Result<const Libpq*> OpenLibpq();

struct ClearResult {
  const Libpq* libpq = nullptr;
  void operator()(PGresult* result) const { libpq->PQclear(result); }
};
using ResultHandle = std::unique_ptr<PGresult, ClearResult>;

}  // namespace paisql::store
