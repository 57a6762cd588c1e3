import type { ChipState } from '../../ui/chip'
import { localToday } from '../../ui/format'
import { textOf, type Values } from '../../ui/row'

/** Whether a lot may leave: one that is blocked or past its last day does not. */
export function lotState({ bloqueado, dVal }: Values): ChipState {
  if (bloqueado === true) return { word: 'Bloqueado', hue: 'vermelho', mark: 'lock' }
  const last = textOf(dVal)
  return last !== '' && last < localToday()
    ? { word: 'Vencido', hue: 'ambar' }
    : { word: 'Livre', hue: 'verde', mark: 'check' }
}
