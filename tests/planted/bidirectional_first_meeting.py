"""Planted fault: uniform-cost search from both ends that stops at the first meeting."""

from heapq import heappop, heappush

from taquin.search.algorithm import algorithm
from taquin.search.problem import Node


@algorithm(
    "bidirectional_first_meeting", optimal=True, complete=True, bidirectional=True, paper="folklore"
)
def bidirectional_first_meeting(space, monitor):
    """The first state that both sides have reached need not lie on a cheapest path."""
    reached = [{space.start: Node(space.start, None, "", 0, 0)}]
    reached.append({space.goal: Node(space.goal, None, "", 0, 0)})
    frontiers = [[(0, 0, *side.values())] for side in reached]
    steps, count = (space.successors, space.predecessors), 0
    if space.is_goal(space.start):
        return reached[0][space.start]
    while all(frontiers):
        for side in (0, 1):
            if not frontiers[side]:
                break
            node = heappop(frontiers[side])[-1]
            successors = steps[side](node.state)
            monitor.expand(node, len(successors))
            for move, state, cost in successors:
                if state in reached[side] and reached[side][state].g <= node.g + cost:
                    continue
                count += 1
                child = Node(state, node, move, node.g + cost, node.depth + 1)
                reached[side][state] = child
                if state in reached[1 - side]:
                    return _joined(reached[0][state], reached[1][state])
                heappush(frontiers[side], (child.g, count, child))
    return None


def _joined(forward, backward):
    while backward.parent is not None:
        price = backward.g - backward.parent.g
        forward = Node(
            backward.parent.state, forward, backward.move, forward.g + price, forward.depth + 1
        )
        backward = backward.parent
    return forward
