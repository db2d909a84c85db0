/** Two soft tones, synthesized so that no file must be loaded. */

let context: AudioContext | undefined;

export function chime(): void {
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    for (const [i, pitch] of [523.25, 783.99].entries()) {
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.frequency.value = pitch;
      level.gain.setValueAtTime(0, now + i * 0.16);
      level.gain.linearRampToValueAtTime(0.07, now + i * 0.16 + 0.02);
      level.gain.exponentialRampToValueAtTime(0.0005, now + i * 0.16 + 0.7);
      tone.connect(level).connect(context.destination);
      tone.start(now + i * 0.16);
      tone.stop(now + i * 0.16 + 0.8);
    }
  } catch {
    // this browser has no sound
  }
}
