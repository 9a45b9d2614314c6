"""Workers of functions, which end with the test."""

import pytest
from function_worker import FunctionWorker


@pytest.fixture
def worker(tmp_path):
    made = []

    def make(files, **options):
        made.append(FunctionWorker(tmp_path, files, **options))
        return made[-1]

    yield make
    for one in made:
        one.close()
