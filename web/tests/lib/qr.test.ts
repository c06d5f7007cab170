import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { qr } from "../../src/lib/qr";

const digestOf = (text: string) =>
  createHash("sha256")
    .update(
      qr(text)
        .map((row) => row.map(Number).join(""))
        .join("\n"),
    )
    .digest("hex");

test.each([
  // What the Python package qrcode 8.2 draws for these texts, with the same mask.
  ["A", "bc9009ae87ca68f1d256b69eb26362086d73d9f0b95f1e9f3dccae752626c3b6"],
  [
    "https://play.example.org/t/Ab3_-Ab3_-Ab3_-Ab3_-xy",
    "a9262849378746a9d6406fdb323873f51629b8949900d401d796d667115124ef",
  ],
  [
    "http://192.168.178.21:8765/t/0123456789abcdefghijkl",
    "b82e1ce0f67542b3680d9691535b737a5a1e55062a5b9c4df94702836dfd88e0",
  ],
  ["é中".repeat(20), "86fd038d9480226efccedb33399a8af868a9210f3d28f249baebd0bbe287d253"],
  ["x".repeat(150), "9782fa7f0642d3e6b22295c01fc9e2fe9a0f19d22af2cf7b3964dcb6a932e44e"],
  ["y".repeat(213), "3bb4dc258df63cd72866923bcf69b2a163f017bd6dd5d9d77a92f7f81ad9c892"],
])("the QR code of %s is what another encoder draws", (text, digest) => expect(digestOf(text)).toBe(digest));

test("a text that is too long for a QR code is refused", () => expect(() => qr("z".repeat(214))).toThrow(RangeError));
