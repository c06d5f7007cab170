import { afterEach, expect, test, vi } from "vitest";
import { copyText } from "../../src/lib/clipboard";

const field = { value: "", select: vi.fn(), remove: vi.fn() };

function browser(writeText: (text: string) => Promise<void>, copies: boolean) {
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  vi.stubGlobal("document", {
    createElement: () => field,
    body: { append: vi.fn() },
    execCommand: () => copies,
  });
}
afterEach(() => vi.unstubAllGlobals());

test("a text is put on the clipboard", async () => {
  const write = vi.fn(() => Promise.resolve());
  browser(write, false);
  expect(await copyText("a link")).toBe(true);
  expect(write).toHaveBeenCalledWith("a link");
});

test.each([true, false])("a clipboard that is denied is no error; the old way is tried (%s)", async (copies) => {
  browser(() => Promise.reject(new DOMException("", "NotAllowedError")), copies);
  expect(await copyText("a link")).toBe(copies);
  expect(field.value).toBe("a link");
  expect(field.remove).toHaveBeenCalled();
});
