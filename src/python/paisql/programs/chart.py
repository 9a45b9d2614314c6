"""Draws one chart: JSON from standard input to PNG on standard output.

The program writes the JSON (src/shell/command/png_file.cpp). Status 3 says that matplotlib is not
there. It is run as a file of its own, with nothing of this package.
"""

import json
import sys

NO_MATPLOTLIB = 3


def draw_bars(axes, chart):
    """Bars from the top, as in the terminal."""
    places = range(len(chart["labels"]))
    axes.barh(places, chart["values"])
    axes.set_yticks(list(places), labels=[label.rstrip() for label in chart["labels"]])
    axes.invert_yaxis()


def draw_points(axes, chart):
    """A line with its gaps, or points."""
    names = chart.get("series", [None])
    series_of = chart.get("series_of", [0] * len(chart["x"]))
    for number, name in enumerate(names):
        line_x, line_y = [], []
        for x, y, gap, series in zip(chart["x"], chart["y"], chart["gaps"], series_of):
            if series != number:
                continue
            if gap and line_x:
                line_x.append(x)
                line_y.append(float("nan"))
            line_x.append(x)
            line_y.append(y)
        if chart["kind"] == "scatter":
            axes.scatter(line_x, line_y, s=9, label=name)
        else:
            axes.plot(line_x, line_y, label=name)
    if "series" in chart:
        axes.legend()
    if "ticks" in chart:
        axes.set_xticks(chart["ticks"], labels=chart["tick_labels"])
    axes.set_xlabel(chart["x_name"])
    axes.set_ylabel(chart["y_name"])


def main():
    try:
        from matplotlib import pyplot
    except ImportError:
        return NO_MATPLOTLIB
    chart = json.load(sys.stdin)
    # Fonts with Chinese, where the machine has one; matplotlib passes over the others.
    pyplot.rcParams["font.sans-serif"] = ["Noto Sans CJK SC", "WenQuanYi Micro Hei", "SimHei", "DejaVu Sans"]
    pyplot.rcParams["axes.unicode_minus"] = False
    bars = chart["kind"] == "bar"
    height = max(3, 0.25 * len(chart.get("labels", []))) if bars else 5
    figure, axes = pyplot.subplots(figsize=(8, height), layout="constrained")
    (draw_bars if bars else draw_points)(axes, chart)
    axes.set_title(chart["title"])
    figure.savefig(sys.stdout.buffer, format="png", dpi=100)
    return 0


if __name__ == "__main__":
    sys.exit(main())
