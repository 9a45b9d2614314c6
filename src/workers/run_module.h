#pragma once

// How Python runs a module of ours beside files of users.

namespace paisql::workers {

// The argument of -c, before the module's name and its arguments: as `python -m MODULE`, but
// without the folder in which it runs among the folders of modules, where a user's file may be
// called json.py. Python has the option -P for that only from 3.11 on. That folder stands there as
// "", unless PYTHONSAFEPATH is set, as where Spark has started us.
inline constexpr const char* kRunModule =
    "import sys; sys.path[0] or sys.path.pop(0); del sys.argv[0]; import runpy; "
    "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)";

}  // namespace paisql::workers
