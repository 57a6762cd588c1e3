import { toast } from '../app/toasts'
import { decimal } from '../../core/money/decimal'
import { formatQuantity } from '../ui/format'
import { scaleFor } from './config'
import type { Weighing } from './here'
import { DeviceFault, readWeight } from './monitor'
import { toDevices } from './open'

/** The box that waits for a weight: one at a time. */
let waiting: HTMLInputElement | undefined

/** What a box looks like while it waits: the style says it in words. */
function setWaiting(box: HTMLInputElement, on: boolean): void {
  waiting = on ? box : undefined
  box.toggleAttribute('data-pesando', on)
  if (on) box.setAttribute('aria-busy', 'true')
  else box.removeAttribute('aria-busy')
}

/**
 * Weighs into a box on the scale that serves the open screen. Asked again while it waits, it goes on waiting. A weight that comes after the box was left, or after something
 * else was typed there, is told and not written.
 */
export async function weighInto(box: HTMLInputElement, asked: Weighing): Promise<void> {
  const scale = scaleFor(location.pathname)
  if (scale === undefined || waiting !== undefined) return
  const before = box.value
  const { isHere = () => document.activeElement === box && box.value === before } = asked
  setWaiting(box, true)
  try {
    const kilograms = await readWeight(scale)
    if (!isHere())
      toast.alert(`${formatQuantity(kilograms, 4)} kg não foram usados: o campo mudou antes de a balança responder.`)
    else if (asked.ofLabel === true && decimal(kilograms).isZero()) toast.alert('Peso zerado')
    else asked.write(kilograms)
  } catch (error) {
    if (error instanceof DeviceFault) toast.danger(error.message, { title: error.title, leads: toDevices })
    else toast.error(error)
  } finally {
    setWaiting(box, false)
  }
}
