"""The longest continuous path of one player's tracks (E6, N7): cities may repeat, a track counts once, loops count.

A set of tracks is one continuous path just if it is connected and at most two of its cities, the ends, have an odd
number of its tracks (Euler). So the question is which tracks must go, never in which order to ride. It is hard in
general, but the networks of players are small, and what follows is exact for all.

1. *Peel.* While a city has one track, that track can only begin or end a path. It is taken away, and the city at its
   other end remembers its two longest tails. A network without cycles is done then. What remains is the core.
2. *Ends.* The core is searched for each pair of cities where a path may leave it, twice the same city where there is a
   tail. An end without a tail has an odd number of tracks and the path uses all of them: else it could go on.
3. *Guess.* Between given ends, call a city odd if the number of its remaining tracks has the wrong parity (the ends
   count one more). With no odd city left, what remains is a path. Else a track of an odd city must go: guess which, or
   that it stays. What is cut off goes too, and so does what hangs on a bridge that does not lead to the end, since no
   path comes back over a bridge. No set of tracks is met twice.
4. *Bound.* The tracks that must go join the odd cities in pairs, so they leave any set with an odd number of odd
   cities at least once. If such sets, each with a width, don't fill any track beyond its length, then the widths sum up
   to a lower bound on what must go. `evenly` takes single cities for such sets, `moats` lets them grow.
5. *Aim.* The search asks whether there is a path as long as an upper bound. If not, it has found a lower bound to aim
   at, and the first hit is the longest path.
6. *Lobes.* A part that hangs on one city, its gate, is settled by itself: what is best there does not depend on the
   rest. So the effort for many such parts is added up, not multiplied.
"""
