#pragma once

// Shared by the statements about services: names, properties, the version to serve, and a change
// of a service on its way.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "fleet/service_changes.h"
#include "serving/settings/scaling.h"
#include "session/state.h"
#include "store/services.h"
#include "syntax/statements/services.h"

namespace paisql::session {

// "churn", or "other.churn" of another project.
struct ServiceName {
  std::string project;
  std::string name;
};
ServiceName ReadServiceName(std::string_view written, Run& run);

// kResourceNotFound with the nearest names.
Result<store::Service> FindService(const ServiceName& name, const SourceRange& range, Run& run);

// kInvalidCommand for a name that no address could have.
Status CheckNewServiceName(const std::string& name, const SourceRange& range);

// A whole number from `least` to `most`, else kInvalidCommand: "'x' is not a valid <what>".
Result<int64_t> ReadNumber(const syntax::Word& word, int64_t least, int64_t most,
                           const std::string& what);

// The version that MODEL m VERSION n, or a place, asks to serve, with the least that a version has
// of other things. kModelNotFound where the model, the version or the export is missing.
Result<store::ServiceVersion> ServedBy(const syntax::ServiceStatement& statement, Run& run);

// The PROPERTIES, each checked against the table (serving/settings/properties.h), and put where it
// belongs. kInvalidCommand at the name or the value; the sink is told of those that are only kept.
// Places become absolute, and tables get their project.
Result<fleet::ServiceProperties> ReadServiceProperties(const syntax::ServiceStatement& statement,
                                                       Run& run);

// Gives the version the properties. kInvalidCommand, at the range, for those that fit neither each
// other nor what it serves; the sink is told of those that mean nothing to it.
Status Complete(const fleet::ServiceProperties& properties, const SourceRange& range, Run& run,
                store::ServiceVersion* version);

struct Awaited {
  bool gave_up = false;  // what the change began cannot be, and nobody tries it any more
  bool ready = false;    // all that is to answer does
};

// Wakes the processes that serve the home, and returns when each version of the service that is not
// retired is ready, at once for one that is stopped. kDdlFailed when one that has begun to answer
// since `before`, any for nullptr, cannot become ready, or is not within paisql.service.timeout;
// kInstanceCancelled after Ctrl-C. Of the others that are not ready, which a change may be the
// remedy for, the sink is told in a line each. A session that only checks waits for nothing.
Status AwaitService(const store::Service& service, const store::Service* before, Run& run,
                    Awaited* awaited);

// Brings back the processes that serve the home where some are to run and their supervisor is gone;
// the sink is told when that cannot be.
void ReviveFleet(Run& run);

// Tells the processes that less is to run; nobody waits.
void TellFleet(Run& run);

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
