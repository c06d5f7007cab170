/** A network in the memory of an engine: what its file holds, as the kernels read it. */
import type { NetworkData } from "./game";
import type { Engine, EngineArray } from "./module";

/** A network in memory: the arrays of NetworkInputs that follow the view. */
export interface Learned {
  bots: EngineArray[];
  /** For reviews and hints, with chances among equals. */
  reviews: EngineArray[];
}

/** Put a network into memory. `network_file` in Python writes the file. */
export function loadNetwork(engine: Engine, data: NetworkData, file: Uint8Array): Learned {
  const { shape, parts } = data;
  const inputs = shape[2]!;
  const count = parts.reduce((sum, part) => sum + lengthOf(part), 0);
  const shapes = engine.records("SHAPE");
  const scale = engine.singles(inputs);
  const parameters = engine.singles(count);
  engine.words(shapes).set(shape.map(BigInt));
  const singles = parts.reduce((sum, part) => sum + scalesOf(part), inputs);
  const numbers = new Float32Array(file.buffer, file.byteOffset, singles);
  const small = new Int8Array(file.buffer, file.byteOffset + numbers.byteLength);
  engine.singleValues(scale).set(numbers.subarray(0, inputs));
  unpack(engine.singleValues(parameters), parts, numbers.subarray(inputs), small);
  const calibrated = (calibration: number[]) => {
    const found = engine.floats(calibration.length);
    engine.values(found).set(calibration);
    return [shapes, scale, parameters, found];
  };
  return { bots: calibrated(data.calibration), reviews: calibrated(data.review_calibration) };
}

/** Compute all parameters: a number of a matrix is 8 bits times the scale of its row or column. */
function unpack(parameters: Float32Array, parts: number[][], numbers: Float32Array, small: Int8Array) {
  let at = 0;
  let number = 0;
  let byte = 0;
  for (const part of parts) {
    const [rows = 0, columns, axis] = part;
    if (columns === undefined) parameters.set(numbers.subarray(number, number + rows), at);
    else
      for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
          parameters[at + row * columns + column] = small[byte++]! * numbers[number + (axis ? row : column)]!;
    at += lengthOf(part);
    number += scalesOf(part);
  }
}

const lengthOf = ([rows = 0, columns = 1]: number[]) => rows * columns;
/** How many numbers of 32 bits the file has for a part. */
const scalesOf = ([rows = 0, columns = 0, axis = 1]: number[]) => (axis ? rows : columns);
