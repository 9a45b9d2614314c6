"""What operators were linked for and has not run yet: sinks, and what lazyPrint and its like want."""


class Waiting:
    """A list of what is to be done, in the order in which it came.

    What has run is done. What fails is tried again by the next run, when the cause may have gone, after all
    that has not been tried, so that it keeps no caller from its rows; resetEnv() forgets it with its environment.
    """

    def __init__(self):
        self._items, self._failed = [], []

    def add(self, *items):
        """Puts items after the others; one that waits already, as a sink that is linked anew, is moved there."""
        self._failed = [one for one in self._failed if one not in items]
        self._items = [one for one in self._items if one not in items] + list(items)

    def run(self, do, chosen=lambda item: True, again=True):
        """Calls do(item) for the items that are chosen; raises what the first one raises that fails.

        again  whether those that have failed before are among them
        """
        items, self._items = self._items, []
        failed, self._failed = self._failed, []
        try:
            for group in (list(items), list(failed) if again else []):
                for one in filter(chosen, group):
                    self._do(do, one, items, failed)
        finally:
            self._items, self._failed = items + self._items, failed + self._failed

    @staticmethod
    def _do(do, one, items, failed):
        of = items if one in items else failed
        of.remove(one)
        try:
            do(one)
        except BaseException:
            failed.append(one)
            raise

    def take(self):
        """Takes all items out."""
        taken = self._items + self._failed
        self._items, self._failed = [], []
        return taken
