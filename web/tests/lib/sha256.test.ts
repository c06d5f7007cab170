import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hex, hmac, sha256, unhex } from "../../src/lib/sha256";

test("SHA-256 agrees with another implementation at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 37 + length) % 256);
    expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

test("hexadecimal digits are read as they are written", () => {
  const bytes = Uint8Array.from([0, 1, 15, 16, 255]);
  expect(hex(bytes)).toBe("00010f10ff");
  expect(unhex(hex(bytes))).toEqual(bytes);
});

test("HMAC agrees with another implementation", () => {
  const key = unhex("00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff");
  expect(hex(hmac(key, "cards 7"))).toBe(createHmac("sha256", key).update("cards 7").digest("hex"));
});
