import { afterEach, expect, test } from "vitest";
import en from "../../src/i18n/en";
import { reader } from "../../src/i18n/i18n.svelte";
import is from "../../src/i18n/is";
import ru from "../../src/i18n/ru";
import hans from "../../src/i18n/zh-Hans";
import hant from "../../src/i18n/zh-Hant";
import type { Seat } from "../../src/lib/api";
import { introduce } from "../../src/lib/people";
import { isOnlyHere } from "../../src/lib/site";
import { isYou, nameOf } from "../../src/lib/text";

afterEach(() => (reader.messages = en));
const person = (seat: number): Seat => ({ seat, player: "me", name: "Ann", bot: null }) as Seat;
const bot = (seat: number): Seat => ({ seat, player: null, name: "porter", bot: "porter" }) as Seat;

test("your seat is marked, unless several people share the browser", () => {
  const seats = [person(0), bot(1), person(2)];
  const marks = (yours: number[]) => {
    const info = introduce({ id: "x", seats, yours });
    return seats.map(({ seat }) => isYou(info.seats, seat));
  };
  expect([marks([2]), marks([0, 2]), marks([])]).toEqual([
    [false, false, true],
    [false, false, false],
    [false, false, false],
  ]);
});

test("the bots of a table have different names, the same ones whenever it is opened, in every language", () => {
  const seats = [0, 1, 2, 3, 4].map(bot);
  const namesAt = (id: string) => seats.map(({ seat }) => nameOf(introduce({ id, seats, yours: [] }).seats, seat));
  expect(new Set(namesAt("table")).size).toBe(5);
  expect(namesAt("table")).toEqual(namesAt("table"));
  expect(namesAt("table")).not.toEqual(namesAt("other"));
  const count = en.bot_names.split(" · ").length;
  for (const messages of [is, ru, hans, hant]) {
    reader.messages = messages;
    expect(messages.bot_names.split(" · ")).toHaveLength(count);
    expect(new Set(namesAt("table")).size).toBe(5);
  }
});

test("an address that only this computer has can't be sent to others", () => {
  expect(["localhost", "127.0.0.1", "[::1]"].map(isOnlyHere)).toEqual([true, true, true]);
  expect(["play.example", "192.168.0.7", "127.example"].map(isOnlyHere)).toEqual([false, false, false]);
});
