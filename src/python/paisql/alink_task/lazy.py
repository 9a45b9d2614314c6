"""Configs of tasks, some of whose attributes are made when a script asks for them."""


def config(kind, asked, **values):
    """A config of the class `kind` with these values.

    asked  {name: function of no argument}: attributes that are not there before they are asked for,
           alone or together with all others, by config.__dict__
    """
    # Where Python keeps the attributes of an object, whatever its class says of __dict__.
    attributes = next(base for base in kind.__mro__ if "__dict__" in vars(base))
    own = vars(attributes)["__dict__"]

    class Config(kind):
        def __getattr__(self, name):
            if name not in asked:
                raise AttributeError("%s has no attribute '%s'" % (kind.__name__, name))
            value = asked[name]()
            setattr(self, name, value)
            return value

        @property
        def __dict__(self):
            for name in asked:
                getattr(self, name)
            return own.__get__(self)

    Config.__name__, Config.__qualname__ = kind.__name__, kind.__qualname__
    Config.__module__, Config.__doc__ = kind.__module__, kind.__doc__
    made = Config(**dict.fromkeys(asked), **values)
    for name in asked:
        delattr(made, name)
    return made
