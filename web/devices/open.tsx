import type { ReactElement } from 'react'
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { lazily } from '../app/lazy'

const shown = signal(false)
const Loaded = lazily(async () => (await import('./devices-dialog')).DevicesDialog)

/** Opens the devices of this workstation, over whatever is open. */
export function openDevices(): void {
  shown.value = true
}

/** Where a notice about a device leads. */
export const toDevices = { label: 'Abrir dispositivos', to: openDevices } as const

/** The devices, while they are open. */
export function DevicesOver(): ReactElement | null {
  useSignals()
  return shown.value ? <Loaded onClose={() => (shown.value = false)} /> : null
}
