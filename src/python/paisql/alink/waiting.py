"""What operators were linked for and has not run yet: sinks, and what lazyPrint and its like want."""


class Waiting:
    """A list of what is to be done, in the order in which it came.

    What has run is done. What fails stays, and so does all behind it, so that the next run, when the cause
    has gone, does what has not been done; resetEnv() forgets it with its environment.
    """

    def __init__(self):
        self._items = []
        self.has_failed = False  # whether the last run has

    def add(self, *items):
        """Puts items behind the others; one that waits already, as a sink that is linked anew, is moved there."""
        self._items = [one for one in self._items if one not in items] + list(items)

    def run(self, do, chosen=lambda item: True):
        """Calls do(item) for the items that are chosen; raises what the first one raises that fails."""
        items, self._items = self._items, []
        left, self.has_failed = list(items), False
        try:
            for one in filter(chosen, items):
                do(one)
                left.remove(one)
        except BaseException:
            self.has_failed = True
            raise
        finally:
            self._items = left + self._items

    def take(self):
        """Takes all items out."""
        items, self._items = self._items, []
        return items
