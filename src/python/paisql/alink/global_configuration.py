"""AlinkGlobalConfiguration: what holds for all environments of a program."""

import sys

__all__ = ["AlinkGlobalConfiguration"]


class _Downloader:
    """Alink's way to what its components need, which is part of this installation: nothing is to do."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *arguments, **named: None


class AlinkGlobalConfiguration:
    """What holds for all environments of this program. Plugins are kept and have no effect."""

    _print_process_info = False
    _plugins = {}  # what setPluginDir and its like were told

    @classmethod
    def setPrintProcessInfo(cls, value):
        """Whether what scripts print is shown on standard error."""
        cls._print_process_info = bool(value)
        return cls

    @classmethod
    def isPrintProcessInfo(cls):
        return cls._print_process_info

    @classmethod
    def setPluginDir(cls, pluginDir):
        cls._plugins["dir"] = pluginDir

    @classmethod
    def getPluginDir(cls):
        return cls._plugins.get("dir")

    @classmethod
    def setPluginUrl(cls, url):
        cls._plugins["url"] = url

    @classmethod
    def getPluginUrl(cls):
        return cls._plugins.get("url")

    @classmethod
    def setAutoPluginDownload(cls, autoPluginDownload):
        cls._plugins["auto"] = bool(autoPluginDownload)

    @classmethod
    def getAutoPluginDownload(cls):
        return cls._plugins.get("auto", False)

    @classmethod
    def getPluginDownloader(cls):
        return _Downloader()


def pass_on(text):
    """Shows what a script prints, where the program needs to see it."""
    if AlinkGlobalConfiguration.isPrintProcessInfo():
        sys.stderr.write(text)
