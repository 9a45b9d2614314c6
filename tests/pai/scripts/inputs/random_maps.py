"""Random functions of a row and pipelines with them; a row has an int64, a float32, a string, a bool."""

import random

import tensorflow as tf


class RandomFunction:
    """A function of a row made of `steps` operations, the same at each call."""

    def __init__(self, seed, steps):
        self._seed, self._steps = seed, steps

    def __call__(self, *row):
        self._chance = random.Random(self._seed)
        self._values = list(tf.nest.flatten(row))
        for _ in range(self._steps):
            self._values += self._step()
        # The last values hang together with most of what was made before.
        kept = self._values[-self._chance.randint(1, 4) :]
        return {"values": tuple(kept), "first": kept[0]} if self._chance.random() < 0.3 else tuple(kept)

    def _any(self, *kinds):
        """A value made so far of one of these dtypes; a constant one now and then."""
        found = [value for value in self._values if value.dtype in kinds]
        if not found or self._chance.random() < 0.1:
            kind = self._chance.choice(kinds)
            if kind == tf.string:
                return tf.constant("7.5")
            numbers = [self._chance.choice([0, 1, 2, 5]) for _ in range(3)]
            shape = self._chance.choice([[], [3]])
            return tf.cast(tf.constant(numbers if shape else numbers[0]), kind)
        return self._chance.choice(found)

    def _number(self, like=None):
        kinds = (like,) if like else (tf.float32, tf.int64, tf.int32, tf.float64)
        return self._any(*kinds)

    def _step(self):
        return getattr(self, self._chance.choice(KINDS))()

    def unary(self):
        function = self._chance.choice(
            [tf.abs, tf.negative, tf.square, tf.identity, tf.stop_gradient, tf.zeros_like, tf.ones_like]
        )
        return [function(self._number())]

    def rounding(self):
        function = self._chance.choice([tf.floor, tf.ceil, tf.round, tf.math.rint])
        return [function(self._any(tf.float32, tf.float64))]

    def questions(self):
        value = self._any(tf.float32, tf.float64)
        return [self._chance.choice([tf.is_nan, tf.is_inf, tf.is_finite])(value)]

    def binary(self):
        left = self._number()
        right = self._number(left.dtype)
        function = self._chance.choice(
            [tf.add, tf.subtract, tf.multiply, tf.maximum, tf.minimum, tf.squared_difference]
        )
        return self._fitting(function, left, right)

    def dividing(self):
        left = self._any(tf.float32, tf.float64)
        right = self._number(left.dtype)
        function = self._chance.choice(
            [tf.divide, tf.floordiv, tf.floormod, tf.div_no_nan, tf.truediv]
        )
        return self._fitting(function, left, right)

    def dividing_whole(self):
        left = self._any(tf.int64, tf.int32)
        right = tf.cast(self._chance.choice([2, 3, -7]), left.dtype)
        function = self._chance.choice([tf.floordiv, tf.floormod, tf.truncatediv, tf.truncatemod])
        return [function(left, right)]

    def comparing(self):
        left = self._number()
        right = self._number(left.dtype)
        function = self._chance.choice(
            [tf.equal, tf.not_equal, tf.less, tf.less_equal, tf.greater, tf.greater_equal]
        )
        return self._fitting(function, left, right)

    def comparing_texts(self):
        return self._fitting(tf.equal, self._any(tf.string), self._any(tf.string))

    def logic(self):
        left, right = self._any(tf.bool), self._any(tf.bool)
        function = self._chance.choice([tf.logical_and, tf.logical_or])
        return self._fitting(function, left, right) + [tf.logical_not(left)]

    def casting(self):
        value = self._any(tf.float32, tf.float64, tf.int32, tf.int64, tf.bool)
        target = self._chance.choice(
            [tf.float32, tf.float64, tf.int32, tf.int64, tf.bool, tf.uint8, tf.int16]
        )
        return [tf.cast(value, target)]

    def choosing(self):
        left = self._number()
        right = self._number(left.dtype)
        function = self._chance.choice([tf.where, tf.where_v2])
        condition = self._any(tf.bool)
        if function is tf.where and not left.shape == right.shape == condition.shape:
            return []
        return self._fitting(function, condition, left, right)

    def texts(self):
        text = self._any(tf.string)
        return [
            self._chance.choice(
                [
                    lambda: tf.string_to_hash_bucket_fast(text, 100),
                    lambda: tf.string_to_hash_bucket(text, 7),
                    lambda: tf.string_to_hash_bucket_strong(text, 9, [1, 2]),
                    lambda: tf.strings.length(text),
                    lambda: tf.strings.lower(text),
                    lambda: tf.strings.upper(text),
                    lambda: tf.strings.strip(text),
                    lambda: tf.strings.regex_replace(text, "[0-4]", "x"),
                    lambda: tf.strings.regex_full_match(text, ".*5.*"),
                    lambda: tf.as_string(self._number()),
                    lambda: tf.string_join([text, self._any(tf.string)], "-")
                    if text.shape.rank == 0
                    else tf.string_join([text, "z"]),
                ]
            )()
        ]

    def parsing(self):
        text = self._any(tf.string)
        digits = tf.strings.substr(tf.strings.regex_replace(text, "[^0-9]", "1"), 0, 5)
        made = [tf.string_to_number(digits, tf.float32), tf.string_to_number(digits, tf.float64)]
        if text.shape.rank == 0:
            line = tf.string_join([digits, digits], ",")
            made += tf.decode_csv(line, [[0.0], ["none"]])
        return made

    def looking_up(self):
        values = tf.lookup.KeyValueTensorInitializer(["0", "1", "2"], [10, 11, 12])
        table = tf.lookup.StaticHashTable(values, -1)
        return [table.lookup(tf.as_string(self._any(tf.int64, tf.int32)))]

    def stacking(self):
        value = self._number()
        same_kind = [one for one in self._values if one.dtype == value.dtype and one.shape == value.shape]
        same_kind = same_kind[-4:] or [value]
        axis = self._chance.randint(-1, value.shape.rank)
        return [tf.stack(same_kind, axis)]

    def joining(self):
        value = self._number()
        if value.shape.rank == 0:
            value = tf.reshape(value, [1])
        axis = self._chance.randrange(value.shape.rank)
        return [tf.concat([value, value, tf.zeros_like(value)], axis)]

    def shaping(self):
        value = self._number()
        size = value.shape.num_elements()
        flat = tf.reshape(value, [-1])
        return self._chance.choice(
            [
                lambda: [tf.expand_dims(value, self._chance.randint(0, value.shape.rank))],
                lambda: [tf.expand_dims(value, -1)],
                lambda: [tf.reshape(value, [1, size])],
                lambda: [tf.squeeze(tf.reshape(value, [1, -1, 1]), [0])],
                lambda: [tf.squeeze(value)],
                lambda: [flat[0], flat[-1]],
                lambda: [flat[:2], flat[::-1], flat[tf.newaxis, :]],
                lambda: [tf.reshape(value, [size, 1])[..., 0]],
                lambda: [tf.slice(flat, [size - 1], [1])],
                lambda: tf.unstack(flat)[:3],
                lambda: tf.split(tf.tile(flat, [2]), 2),
                lambda: tf.split(tf.tile(flat, [2]), [size, size]),
                lambda: [tf.transpose(tf.stack([flat, flat]))],
                lambda: [tf.pad(flat, [[1, 2]]), tf.pad(flat, [[0, 1]], constant_values=9)],
                lambda: [tf.reverse(flat, [0]), tf.broadcast_to(flat[:1], [2, 3])],
                lambda: [tf.gather(flat, [0, size - 1])],
                lambda: [tf.shape(value), tf.size(value), tf.rank(value)],
                lambda: [tf.ensure_shape(flat, [size])],
            ]
        )()

    def encoding(self):
        value = self._any(tf.int64, tf.int32)
        return [
            self._chance.choice(
                [
                    lambda: tf.one_hot(value, 5),
                    lambda: tf.one_hot(value, 4, on_value=2.0, off_value=-1.0, axis=0),
                    lambda: tf.gather([1.5, 2.5, 3.5], tf.floormod(value, 3)),
                    lambda: tf.gather([[1, 2], [3, 4]], tf.floormod(value, 2)),
                ]
            )()
        ]

    def bits(self):
        left = self._any(tf.int64, tf.int32)
        right = self._number(left.dtype)
        function = self._chance.choice(
            [tf.bitwise.bitwise_and, tf.bitwise.bitwise_or, tf.bitwise.bitwise_xor]
        )
        return self._fitting(function, left, right) + [tf.bitwise.invert(left)]

    def adding(self):
        value = self._number()
        return [tf.add_n([value, value, tf.ones_like(value)])]

    @staticmethod
    def _fitting(function, *values):
        """The result in a list; none where the shapes do not fit each other, or grow too large."""
        try:
            made = function(*values)
        except ValueError:
            return []
        return [made] if made.shape.num_elements() <= 64 else []


KINDS = [name for name in vars(RandomFunction) if not name.startswith("_")]


def random_pipeline(chance):
    """[(method, arguments)] with at least one map, that ends in a batch."""
    stages = []
    for _ in range(chance.randint(0, 2)):
        stages.append(random_rows(chance))
    for _ in range(chance.choice([1, 1, 2])):
        function = RandomFunction(chance.random(), chance.randint(1, 8))
        stages.append(("map", (function, chance.choice([None, 2]))))
        if chance.random() < 0.5:
            stages.append(random_rows(chance))
    return stages + [("batch", (chance.choice([1, 7, 64, 200]), chance.random() < 0.3))]


def random_rows(chance):
    return chance.choice(
        [
            ("take", (chance.choice([-1, 0, 17, 59]),)),
            ("skip", (chance.choice([0, 1, 20]),)),
            ("repeat", (chance.randint(1, 2),)),
            ("shard", (3, chance.randrange(3))),
            ("shuffle", (chance.choice([2, 10, 500]), chance.randint(1, 99))),
            ("prefetch", (2,)),
        ]
    )
