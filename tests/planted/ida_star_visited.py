"""Planted fault: IDA* with a visited set, which hides shorter paths to a state reached before."""

from taquin.search.algorithm import algorithm
from taquin.search.problem import Node


@algorithm("ida_star_visited", optimal=True, complete=True, informed=True, paper="folklore")
def ida_star_visited(space, h, monitor):
    """A state seen once in a contour is never looked at again in it."""
    bound = h(space.start)
    while bound is not None:
        visited, beyond = set(), []
        stack = [Node(space.start, None, "", 0, 0)]
        while stack:
            node = stack.pop()
            f = node.g + h(node.state)
            if f > bound:
                beyond.append(f)
                continue
            if node.state in visited:
                continue
            visited.add(node.state)
            if space.is_goal(node.state):
                return node
            successors = space.successors(node.state)
            monitor.expand(node, len(successors))
            for move, state, cost in reversed(successors):
                stack.append(Node(state, node, move, node.g + cost, node.depth + 1))
        bound = min(beyond, default=None)
    return None
