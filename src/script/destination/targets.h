#pragma once

// Where one statement's rows go when it says so: a file that appears when they are complete, the
// end of a file, a command.

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/files/new_file.h"
#include "render/output.h"
#include "script/destination/child_command.h"

namespace paisql::script {

// What was there stays until the statement has succeeded. A FIFO is waited for, here and below,
// until somebody reads it or the stop is asked for.
Result<std::unique_ptr<render::Output>> OpenFileTarget(const std::string& path,
                                                       const std::stop_token& stop);
// What a failed statement has appended is taken back.
Result<std::unique_ptr<render::Output>> OpenAppendTarget(const std::string& path,
                                                         const std::stop_token& stop);
// A command that ends early has read enough; one that fails fails the statement. `on_end` as
// ChildCommand has it.
Result<std::unique_ptr<render::Output>> OpenCommandTarget(const std::string& command,
                                                          std::function<void()> on_end);

}  // namespace paisql::script
