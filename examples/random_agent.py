"""A random agent through PettingZoo: every seat makes legal moves at random, and the end is told."""

from whistlestop.env import AecEnv


def main() -> None:
    """Play one game on Europe and print the table."""
    env = AecEnv("europe", seats=3, rewards="place", render_mode="ansi")
    env.reset(seed=7)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    paid = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        paid[agent] += reward
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
    print(env.render(), end="")
    for agent, reward in paid.items():
        print(f"{agent}: {reward:+.1f}")


if __name__ == "__main__":
    main()
