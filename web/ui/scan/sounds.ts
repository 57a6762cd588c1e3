import { signal } from '@preact/signals-react'
import { readStored, writeStored } from '../../app/storage'

/** What a scan comes to, heard by who does not look: done, something is asked, or it was refused. */
export type Sound = 'ok' | 'ask' | 'error'

const KEY = 'som_leitura'
/** Sounds of this device. They are never the only sign. */
export const soundsOn = signal(readStored(KEY) !== false)

export function setSounds(on: boolean): void {
  soundsOn.value = on
  writeStored(KEY, on)
}

interface Tone {
  readonly hertz: number
  readonly from: number
  readonly lasts: number
}

/** Short and high; two tones; long and low. In seconds. */
const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  ok: [{ hertz: 1_760, from: 0, lasts: 0.07 }],
  ask: [
    { hertz: 660, from: 0, lasts: 0.12 },
    { hertz: 990, from: 0.15, lasts: 0.12 },
  ],
  error: [{ hertz: 165, from: 0, lasts: 0.5 }],
}
const LOUD = 0.25
const SHAKE: Readonly<Record<Sound, readonly number[]>> = { ok: [], ask: [40], error: [120, 60, 120] }

let audio: AudioContext | null = null

/** Plays a sound, and lets a phone tremble where something is asked or refused. A device without sound stays silent. */
export function play(sound: Sound): void {
  if (!soundsOn.peek()) return
  if (SHAKE[sound].length > 0 && typeof navigator.vibrate === 'function') navigator.vibrate([...SHAKE[sound]])
  if (typeof AudioContext !== 'function') return
  audio ??= new AudioContext()
  // A browser lets pages sound only once somebody has touched them: it may have slept until now.
  if (audio.state === 'suspended') void audio.resume()
  for (const tone of TONES[sound]) ring(audio, tone)
}

function ring(on: AudioContext, { hertz, from, lasts }: Tone): void {
  const [source, volume] = [on.createOscillator(), on.createGain()]
  const [begin, end] = [on.currentTime + from, on.currentTime + from + lasts]
  source.frequency.value = hertz
  volume.gain.setValueAtTime(LOUD, begin)
  // Cut off, a tone clicks.
  volume.gain.exponentialRampToValueAtTime(0.001, end)
  source.connect(volume).connect(on.destination)
  source.start(begin)
  source.stop(end)
}
