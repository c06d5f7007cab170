/** Draws QR codes; a chunk of its own, because only the waiting room shows one. */
import { correction, generate } from "lean-qr";

/** The light margin that QR readers need, in modules. */
const MARGIN = 4;

/** A text as a QR code: the width of the square it needs, and an SVG path of its dark modules. */
export function qrPath(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const modules: string[] = [];
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) modules.push(`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`);
  return { size: code.size + 2 * MARGIN, path: modules.join("") };
}
