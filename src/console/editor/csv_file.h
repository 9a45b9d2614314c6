#pragma once

// A result as a CSV file, made while a browser takes it: memory is that of a batch. NULL is nothing
// at all, the empty text a pair of quotes.

#include <memory>
#include <string>

#include "engine/text/result_text.h"
#include "http/message.h"
#include "instances/instance_result.h"
#include "tunnel/csv/csv_writer.h"

namespace paisql::console {

class CsvFile final : public http::BodySource {
 public:
  explicit CsvFile(std::shared_ptr<const instances::InstanceResult> result);
  Result<std::string> Next() override;

 private:
  const std::shared_ptr<const instances::InstanceResult> result_;
  engine::ResultText text_;
  tunnel::CsvRows rows_;
  std::unique_ptr<instances::RowReader> reader_;  // null before the first piece
  bool ended_ = false;
};

}  // namespace paisql::console
