#pragma once

// Lists the tables that a PAI statement's text reads and writes, by the ports of its component.
// Workflows order their nodes by it before the tables exist. Pure.

#include <string>
#include <vector>

#include "pai/components.h"
#include "syntax/statements/pai.h"

namespace paisql::pai {

struct NamedTables {
  std::vector<std::string> reads;  // "table" or "project.table"
  std::vector<std::string> writes;
  std::vector<std::string> queries;      // that it reads: SELECT …, without their parentheses
  std::vector<std::string> models_read;  // "model" or "project.model"
  std::vector<std::string> models_written;
};

// Ignores what it cannot read. For a component that is not among these it goes by the parameter
// names that the platform's components use.
NamedTables FindNamedTables(const syntax::PaiStatement& statement,
                            const Components& components = OfferedComponents());

}  // namespace paisql::pai
