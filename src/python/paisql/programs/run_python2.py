"""Runs a script that start.py has found to be converted: python run.py SCRIPT [ARGUMENT]...

As paisql/warm/child.py does: after the end of this program, with no frame of it below the script's.
"""

import os
import sys

sys.argv[:] = sys.argv[1:]
sys.path[0] = os.path.dirname(os.path.realpath(sys.argv[0]))

from paisql.python2 import start
from paisql.warm import child

_orders = child.Restart([sys.executable, *sys.argv], dict(os.environ))
child.hand_over(_orders, start.prepare(sys.argv[0]))
for _name in [name for name in sys.modules if name.startswith("paisql.warm")]:
    del sys.modules[_name]
raise SystemError("the script begins")
