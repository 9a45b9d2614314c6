"""Which pieces of a work queue are taken: the rule alone, without TensorFlow."""

import heapq
import multiprocessing
import os
import sys

import pytest

from fake_job import PYTHON_FOLDER

sys.path.insert(0, PYTHON_FOLDER)

from paisql.job.work_state import WorkState  # noqa: E402


@pytest.fixture(name="open_state")
def states(tmp_path):
    def start(process="worker-0", total=4, digest="d", seed=1, name="queue"):
        return WorkState(str(tmp_path / (name + ".json")), total, digest, seed, process)

    return start


def drain(state):
    return list(iter(state.take, None))


def test_each_piece_is_given_once(open_state):
    first, second = open_state("worker-0"), open_state("worker-1")
    taken = [first.take(), second.take(), second.take(), first.take()]
    assert taken == [0, 1, 2, 3]
    assert first.take() is None and second.take() is None and first.take() is None
    assert first.remaining() == 0


def test_the_first_process_chooses_the_order(open_state):
    assert open_state("worker-1", seed=7).seed == 7
    assert open_state("worker-0", seed=8).seed == 7


def test_a_process_that_is_started_again_gives_back_what_it_had_not_finished(open_state):
    first, other = open_state("worker-0"), open_state("worker-1")
    assert [first.take(), other.take(), first.take()] == [0, 1, 2]
    again = open_state("worker-0")  # 0 is finished, 2 is not
    assert [again.take(), again.take()] == [2, 3]
    assert drain(again) == drain(other) == []


def test_several_pieces_may_be_worked_on_at_once(open_state):
    first = open_state("worker-0", total=5)
    assert [first.take(at_once=2) for _ in range(4)] == [0, 1, 2, 3]
    again = open_state("worker-0", total=5)
    assert sorted(drain(again)) == [2, 3, 4]


def test_without_an_end_there_is_always_another_piece(open_state):
    state = open_state(total=None)
    assert [state.take() for _ in range(9)] == list(range(9))
    assert state.remaining() == -1


def test_a_checkpoint_goes_on_with_what_was_not_finished(open_state):
    first, other = open_state("worker-0"), open_state("worker-1")
    assert [first.take(), other.take(), first.take()] == [0, 1, 2]
    saved = first.saved()
    later = open_state("worker-0", name="later", seed=9)
    assert later.restore(saved)
    assert later.seed == 1
    assert drain(later) == [1, 2, 3]


def test_a_checkpoint_of_other_works_or_of_the_end_begins_anew(open_state):
    first = open_state()
    first.take()
    other = open_state(name="other", digest="e")
    assert not other.restore(first.saved())
    assert drain(other) == [0, 1, 2, 3]
    assert drain(first) == [1, 2, 3]
    again = open_state(name="again")
    assert not again.restore(first.saved())
    assert drain(again) == [0, 1, 2, 3]


def test_processes_that_disagree_are_told_of_it(open_state):
    open_state()
    with pytest.raises(ValueError, match="queue.json: another process .* other works"):
        open_state("worker-1", digest="e")


def test_who_is_faster_takes_more(open_state):
    """Each takes its next piece when it is done with the last; the time is a virtual one."""
    seconds = {"worker-0": 1.0, "worker-1": 2.0, "worker-2": 4.0}  # for a piece
    states = {name: open_state(name, total=70) for name in seconds}
    taken = {name: [] for name in seconds}
    free = [(0.0, name) for name in seconds]
    while free:
        now, name = heapq.heappop(free)
        piece = states[name].take()
        if piece is not None:
            taken[name].append(piece)
            heapq.heappush(free, (now + seconds[name], name))
    assert {name: len(pieces) for name, pieces in taken.items()} == {"worker-0": 40, "worker-1": 20, "worker-2": 10}
    assert sorted(sum(taken.values(), [])) == list(range(70))


def test_what_a_dead_worker_held_is_left_to_its_successor(open_state):
    """The others end without it, and a checkpoint that is saved meanwhile has it, too."""
    dead, other = open_state("worker-0"), open_state("worker-1")
    assert [dead.take(), other.take()] == [0, 1]
    assert drain(other) == [2, 3]
    later = open_state("worker-0", name="later")
    assert later.restore(other.saved()) and drain(later) == [0]
    assert drain(open_state("worker-0")) == [0]


def take_all(path, process, results):
    state = WorkState(path, 300, "d", 1, process)
    results.put((process, drain(state)))


def test_processes_that_take_at_the_same_time_share_everything(tmp_path):
    context = multiprocessing.get_context("fork")
    results = context.Queue()
    path = os.path.join(tmp_path, "queue.json")
    names = ["worker-%d" % number for number in range(3)]
    started = [context.Process(target=take_all, args=(path, name, results)) for name in names]
    for one in started:
        one.start()
    taken = dict(results.get(timeout=180) for _ in started)
    for one in started:
        one.join()
    assert sorted(sum(taken.values(), [])) == list(range(300))
