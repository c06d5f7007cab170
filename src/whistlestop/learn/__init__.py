"""Learning: trains networks for the bot `express` by playing; needs PyTorch, which nothing else in the package imports.

- `league`: which seats of which games the learner plays, and against whom
- `kernels`, `room`, `gpu_room`: many games at once, in which chance and opponents move until the learner is to move
- `model`: the network in PyTorch, and the critic that helps to train it
- `experience`, `ppo`: decisions with their advantages, and how the network learns from them
- `evaluation`, `chart`: how often a network wins against bots, and a picture of it
- `training`: the loop, with checkpoints and the learning curve; `reasons`: the errors
"""
