/** QR codes, in a chunk of their own: only the waiting room shows one. */
import { correction, generate } from "lean-qr";

/** Light modules around a code, as readers need them. */
const QUIET = 4;

/** A text as a QR code: the width of the square it needs, and an SVG path of its dark modules. */
export function qrPath(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const modules: string[] = [];
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x + QUIET} ${y + QUIET}h1v1h-1z`);
  return { size: code.size + 2 * QUIET, path: modules.join("") };
}
