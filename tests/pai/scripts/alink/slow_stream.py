"""Gives each Example back as it came, without TensorFlow, and takes its time."""

import time


class Same:
    def __init__(self, record):
        self.record = record

    def SerializeToString(self):
        return self.record


def main(config):
    for chunk in config.tf_context._chunks():
        for number, record in enumerate(chunk):
            config.output_writer.write(Same(record))
            if number % 100 == 0:
                time.sleep(0.02)
