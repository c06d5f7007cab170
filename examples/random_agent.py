"""A random agent in PettingZoo: every seat makes random legal moves, and the result is printed."""

from whistlestop.env import AecEnv


def main() -> None:
    """Play one game on Europe and print the table."""
    env = AecEnv("europe", seats=3, rewards="place", render_mode="ansi")
    env.reset(seed=7)
    for number, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(number)
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        earned[agent] += reward
        env.step(None if termination else env.action_space(agent).sample(observation["action_mask"]))
    print(env.render(), end="")
    for agent, reward in earned.items():
        print(f"{agent}: {reward:+.1f}")


if __name__ == "__main__":
    main()
