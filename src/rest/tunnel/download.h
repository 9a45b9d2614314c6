#pragma once

// What a client downloads through a tunnel: a range of rows, some columns of them, as records or as
// Arrow, compressed or not. The rows are an instance's result or those of a table.

#include <functional>
#include <string>
#include <vector>

#include "instances/instance.h"
#include "rest/call.h"
#include "rest/rows/row_body.h"

namespace paisql::rest {

struct RowsToDownload {
  std::vector<engine::ResultColumn> columns;  // that a client may choose
  int64_t rows = 0;
  TimeZone zone;  // on whose wall clock times are
  // Opens a range. What it gives has all columns, or only the chosen ones in their order.
  std::function<Result<RowBody::NextRows>(int64_t begin, int64_t count,
                                          const std::vector<size_t>& places)>
      open;
  bool gives_chosen = false;  // what `open` gives has the chosen columns alone
};

// The rows and columns that the call's parameters rowrange, columns, arrow and raw_size name.
Answer DownloadRows(const Call& call, const RowsToDownload& rows, TimestampForm form);

// The rows of a result that has some. `partition_keys` are the last of its columns, which a client
// cannot choose.
Result<RowsToDownload> RowsOfResult(const std::shared_ptr<const instances::InstanceResult>& result,
                                    size_t partition_keys);
// The same for the rows of an instance; an error while it has none. `partition_keys` are the last
// columns of its result, which a client cannot choose. `limited`: there are kLimitedRows at most.
inline constexpr int64_t kLimitedRows = 10000;
Answer DownloadInstanceRows(const Call& call, const instances::Instance& instance,
                            size_t partition_keys, TimestampForm form, bool limited = false);
// Describes such a download, by what the instance has answered so far.
Answer DescribeInstance(const instances::Instance& instance, size_t partition_keys,
                        bool limited = false);

// The places of the columns that "b,a" names; all of them for "". nullopt for an unknown one.
std::optional<std::vector<size_t>> ColumnsOf(const std::string& names,
                                             const std::vector<engine::ResultColumn>& columns);

}  // namespace paisql::rest
