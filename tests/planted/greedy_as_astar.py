"""Planted fault: a greedy search sold as A*."""

from heapq import heappop, heappush

from taquin.search.algorithm import algorithm
from taquin.search.problem import Node


@algorithm("astar_that_is_greedy", optimal=True, complete=True, informed=True, paper="folklore")
def astar_that_is_greedy(space, h, monitor):
    """The queue is ordered by h alone."""
    start = Node(space.start, None, "", 0, 0)
    frontier, reached, count = [(h(space.start), 0, start)], {space.start}, 0
    while frontier:
        node = heappop(frontier)[-1]
        if space.is_goal(node.state):
            return node
        successors = space.successors(node.state)
        monitor.expand(node, len(successors))
        for move, state, cost in successors:
            if state not in reached:
                reached.add(state)
                count += 1
                child = Node(state, node, move, node.g + cost, node.depth + 1)
                heappush(frontier, (h(state), count, child))
    return None
