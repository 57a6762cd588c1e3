import { signal } from '@preact/signals-react'
import { readStored, writeStored } from '../app/storage'

/** No sound for new messages: this browser's choice. */
export const muted = signal(readStored('chat_mudo') === true)

export function toggleMuted(): void {
  muted.value = !muted.value
  writeStored('chat_mudo', muted.value)
}

export type Permission = 'default' | 'granted' | 'denied' | 'absent'

/** May the chat show notices on the computer's desktop? Browsers know them only on https and on this machine. */
export const permission = signal<Permission>(
  typeof Notification === 'function' && isSecureContext ? Notification.permission : 'absent',
)

/** Asks for desktop notices. Only ever called from a press of a button. */
export async function askPermission(): Promise<void> {
  permission.value = await Notification.requestPermission()
}

/** Browsers let a page sound only after somebody has used it. */
export const audible = (): boolean => navigator.userActivation?.hasBeenActive ?? true

let audio: AudioContext | null = null

/** Two short notes, made here: no file is loaded. */
export function ring(): void {
  if (muted.value || typeof AudioContext !== 'function') return
  audio ??= new AudioContext()
  void audio.resume()
  const from = audio.currentTime
  for (const [at, hertz] of [
    [0, 660],
    [0.12, 880],
  ] as const) {
    const note = audio.createOscillator()
    const volume = audio.createGain()
    note.frequency.value = hertz
    volume.gain.setValueAtTime(0.0001, from + at)
    volume.gain.exponentialRampToValueAtTime(0.12, from + at + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + at + 0.22)
    note.connect(volume).connect(audio.destination)
    note.start(from + at)
    note.stop(from + at + 0.24)
  }
}

/** A notice on the desktop: who wrote, never what: others may see the screen. */
export function showNotice(user: number, name: string, onPress: () => void): void {
  if (permission.value !== 'granted') return
  try {
    const notice = new Notification('Prumo', {
      body: `Nova mensagem de ${name}`,
      tag: `prumo-chat-${user}`,
      silent: true,
    })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
      onPress()
    })
  } catch {
    // Phones know notices only through a service worker: there the count in the title and the sound have to do.
  }
}
