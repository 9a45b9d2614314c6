"""Where what belongs to this package lies."""

import os

PACKAGE = os.path.dirname(os.path.abspath(__file__))
# That of the libraries which processes of a job load: lib/ or lib/paisql, beside the Python folder.
LIBRARIES = os.path.dirname(os.path.dirname(PACKAGE))
