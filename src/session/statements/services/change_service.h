#pragma once

// A change of a service on its way: made in the catalog, waited for, taken back where it cannot
// become true, and told of.

#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "serving/settings/scaling.h"
#include "session/state.h"
#include "session/statements/services/await_service.h"
#include "store/services.h"
#include "syntax/service_statement.h"

namespace paisql::session {

// How the number of processes follows the load. What does not fit together is an error of the
// statement that says so; of another one's it counts as nothing, as it does for the supervisor.
Result<std::optional<serving::Scaling>> ScalingAfter(const syntax::ServiceStatement& statement,
                                                     const store::Service& service);
// The number of processes is the load's where it follows the load: the fewest are waited for.
Status LeaveNumbersToLoad(const syntax::ServiceStatement& statement, store::Service* service);

// Changes the service, waits until it is so, and takes the change back when what is new of it
// cannot become so. What could not serve before keeps nobody from changing the service.
Status ChangeService(const syntax::ServiceStatement& statement, const store::Service& before,
                     const std::function<Status(store::Service*)>& change, const SourceRange& range,
                     Run& run);

// "OK: service 'churn' is ready: version 1 answers 90 %, version 2 answers 10 %"
Status TellService(const store::Service& service, const Awaited& awaited, Run& run);
// "OK: service 'green' answers for group 'live'", of those that have got the share of one that
// left.
void TellHeirs(const std::string& group, const std::vector<store::Service>& heirs, Run& run);

}  // namespace paisql::session
