#pragma once

// What the client of Spark is asked, as JSON (src/python/paisql/spark/client.py reads it).

#include <string>
#include <vector>

#include "engine/engine.h"
#include "engine/spark/print/spark_printer.h"

namespace paisql::engine::spark {

std::string QueryQuestion(const SparkStatement& statement,
                          const std::vector<ResultColumn>& columns);
std::string WriteQuestion(const SparkStatement& statement, const plan::Relation& root,
                          const WriteTarget& target);

}  // namespace paisql::engine::spark
