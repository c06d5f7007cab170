/** Plays short sounds made of notes, for players who turned sounds on. */

/** Notes as frequency, start and length in seconds. */
const NOTES = {
  card: [[880, 0, 0.05]],
  claim: [
    [196, 0, 0.12],
    [294, 0.1, 0.18],
  ],
  turn: [
    [659, 0, 0.14],
    [880, 0.14, 0.26],
  ],
  ticket: [
    [784, 0, 0.12],
    [988, 0.1, 0.12],
    [1175, 0.2, 0.3],
  ],
  end: [
    [523, 0, 0.2],
    [659, 0.18, 0.2],
    [784, 0.36, 0.45],
  ],
} satisfies Record<string, [number, number, number][]>;
const LOUDNESS = 0.12;
let audio: AudioContext | null = null;

export type Sound = keyof typeof NOTES;

/** Play a sound. */
export function playSound(name: Sound) {
  audio ??= new AudioContext();
  for (const [frequency, start, length] of NOTES[name]) {
    const at = audio.currentTime + start;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency });
    const gain = new GainNode(audio, { gain: LOUDNESS });
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length);
  }
}
