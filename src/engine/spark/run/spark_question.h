#pragma once

// What the client of Spark is asked, as JSON (src/python/paisql/spark/client.py reads it).

#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/spark/print/spark_printer.h"

namespace paisql::engine::spark {

// What functions of users print goes into files of `printed_folder`, which the cluster's machines
// see as this one does; it is made when it is needed.
std::string QueryQuestion(const SparkStatement& statement, const std::vector<ResultColumn>& columns,
                          const std::string& printed_folder);
std::string WriteQuestion(const SparkStatement& statement, const plan::Relation& root,
                          const WriteTarget& target, const std::string& printed_folder);

}  // namespace paisql::engine::spark
