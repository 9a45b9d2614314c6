#pragma once

// The surroundings against which a PAI statement is resolved.

#include <map>
#include <stop_token>
#include <string>

#include "jobs/spec/runtime.h"
#include "names/names.h"

namespace paisql::pai {

class Components;
class QueryResolver;

// The components that this program offers (pai/components.h).
const Components& OfferedComponents();

struct BuildContext {
  const Components* components = &OfferedComponents();
  names::Names names;  // in the session's current project
  std::string
      script_folder;  // relative file:// paths start here: the running file's folder, or the cwd
  std::string statement_text;  // the text that the statement's ranges count in
  const std::map<std::string, std::string>* settings = nullptr;  // the session's SET values
  QueryResolver* queries = nullptr;  // pai/value/query_resolver.h; null: an input cannot be a query
  jobs::Installation installation;
  std::stop_token stop;  // ends waiting for endpoints
};

}  // namespace paisql::pai
