"""Merge overlapping intervals."""


def merge(intervals):
    """Return the union of closed intervals as a sorted list of disjoint ones."""
    merged = []
    for start, end in sorted(intervals):
        if start > end:
            raise ValueError(f"interval ends before it starts: [{start}, {end}]")
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged
