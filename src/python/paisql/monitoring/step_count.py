"""What the hooks of sessions and of Keras share: counting steps, and doing no harm."""

import time

_LOOK_SECONDS = 0.5


class Hooks:
    """Runs the hooks' own code: a failure in it ends them for good, and never the script."""

    def __init__(self):
        self.live = True

    def quietly(self, function, *arguments):
        """function(*arguments); None when that fails, or anything has failed before."""
        if not self.live:
            return None
        try:
            return function(*arguments)
        except Exception:
            self.live = False
            return None


class StepCount:
    """The global step between two looks at it.

    Looking costs a run of the session or a read from the device, so the step is looked at twice a
    second, and the training runs since are counted on top: exact, as long as the looks show that
    each run is one step. Where they do not (several workers, gradients that are accumulated), it is
    the step as it was seen last. Without a step that moves, the runs are the steps.
    """

    def __init__(self):
        self.runs = 0  # training runs so far; whoever counts may add to it
        self._seen, self._seen_at_run = None, 0
        self._run_is_step = True
        self._next_look = 0.0

    def look_is_due(self):
        """True twice a second: then the caller is to look, and to tell saw() what it has seen."""
        now = time.monotonic()
        if now < self._next_look:
            return False
        self._next_look = now + _LOOK_SECONDS
        return True

    def saw(self, step):
        """Takes the step as it stands after the last run that was counted."""
        if self._seen is not None:
            self._run_is_step = step - self._seen == self.runs - self._seen_at_run
        self._seen, self._seen_at_run = int(step), self.runs

    @property
    def is_exact(self):
        """Whether the step is known without another look."""
        return self._seen_at_run == self.runs or self._run_is_step

    @property
    def step(self):
        if not self._seen:
            return self.runs
        return self._seen + (self.runs - self._seen_at_run if self._run_is_step else 0)

    def step_behind(self, run):
        """The step as it was after the run with this number, as well as it is known."""
        if self._seen and not self._run_is_step and run >= self._seen_at_run:
            return self._seen
        return max(self.step - (self.runs - run), 0)


def scalar(value):
    """The float that a number, an array or an eager tensor of one element is; None for others."""
    to_numpy = getattr(value, "numpy", None)
    try:
        if callable(to_numpy):
            value = to_numpy()
        if getattr(value, "size", 1) != 1:
            return None
        return float(value.reshape(()) if hasattr(value, "reshape") else value)
    except (TypeError, ValueError, NotImplementedError, AttributeError):
        return None
