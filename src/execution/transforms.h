#pragma once

// Before a plan runs, the scripts of its TRANSFORMs and the table functions of users do: the query
// below each is streamed through a child process, and what the child gives is staged as Parquet
// files, which the rest of the plan reads. Neither the input nor the output is ever in memory as a
// whole. The files live as long as the Staging.

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "execution/host.h"
#include "execution/plan_observer.h"
#include "execution/staging.h"
#include "execution/stand_alone.h"

namespace paisql::execution {

class Transforms {
 public:
  // `show` gets what scripts write to stderr, as it comes. `observer` may be null.
  Transforms(Host& host, const engine::ExecutionSettings& settings, Staging& staging,
             PlanObserver* observer, std::function<void(std::string_view)> show)
      : host_(host),
        settings_(settings),
        staging_(staging),
        observer_(observer),
        show_(std::move(show)) {}

  // Runs the scripts of a plan whose files are bound, one after another, and binds what they give.
  // kScript for one that fails.
  Status Execute(const plan::Relation& root, engine::Bindings& bindings);

 private:
  Status ExecuteOne(const plan::Relation& root, const plan::Transform& transform,
                    engine::Bindings& bindings);
  Status RunScript(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> rows,
                   engine::RowAppender& output);
  Status RunFunction(const plan::Transform& transform, std::unique_ptr<engine::ResultStream> rows,
                     engine::Connection& connection, engine::RowAppender& output);

  Host& host_;
  const engine::ExecutionSettings& settings_;
  Staging& staging_;
  PlanObserver* observer_;
  std::function<void(std::string_view)> show_;
  // Inputs that have run. They live as long as the bindings, which know operators by address.
  std::vector<std::unique_ptr<StandAlone>> inputs_;
};

}  // namespace paisql::execution
