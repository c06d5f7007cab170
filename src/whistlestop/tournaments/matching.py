"""Matching: as many pairs as a graph allows, by augmenting paths through contracted blossoms (Edmonds, 1965)."""

from collections import deque
from collections.abc import Mapping, Set

Graph = Mapping[int, Set[int]]
"""For each node the nodes with which it may be paired."""


def match(graph: Graph) -> dict[int, int]:
    """As many pairs as possible; each is in the answer in both directions."""
    pairs: dict[int, int] = {}
    for node in sorted(graph):
        if node not in pairs:
            augment(graph, pairs, node)
    return pairs


def augment(graph: Graph, pairs: dict[int, int], root: int) -> bool:
    """Pair a free node too, if some of the others can be paired differently; pairs change only then."""
    came_from: dict[int, int] = {}  # to an inner node, from the outer node before it
    base = {node: node for node in graph}
    outer, queue = {root}, deque([root])

    def ancestor(one: int, other: int) -> int:
        """Where the paths of two outer nodes to the root meet."""
        seen = set()
        while True:
            one = base[one]
            seen.add(one)
            if one not in pairs:
                break
            one = came_from[pairs[one]]
        while base[other] not in seen:
            other = came_from[pairs[base[other]]]
        return base[other]

    def mark(node: int, top: int, child: int, blossom: set[int]) -> None:
        """Collect one side of a blossom, and remember the way around it."""
        while base[node] != top:
            blossom |= {base[node], base[pairs[node]]}
            came_from[node] = child
            child = pairs[node]
            node = came_from[child]

    while queue:
        node = queue.popleft()
        for other in sorted(graph[node]):
            if base[node] == base[other] or pairs.get(node) == other:
                continue
            if other in outer:
                top, blossom = ancestor(node, other), set[int]()
                mark(node, top, other, blossom)
                mark(other, top, node, blossom)
                for inside in graph:
                    if base[inside] in blossom:
                        base[inside] = top
                        if inside not in outer:
                            outer.add(inside)
                            queue.append(inside)
            elif other not in came_from:
                came_from[other] = node
                if other not in pairs:
                    turn(pairs, came_from, other)
                    return True
                outer.add(pairs[other])
                queue.append(pairs[other])
    return False


def turn(pairs: dict[int, int], came_from: Mapping[int, int], end: int) -> None:
    """Pair the nodes along a path the other way round, from its free end to the root."""
    node: int | None = end
    while node is not None:
        before = came_from[node]
        following = pairs.get(before)
        pairs[node], pairs[before] = before, node
        node = following
