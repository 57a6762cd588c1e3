import { agenteFields, agenteImpressaoFields } from '../../../core/fields/sis/agente'
import { DONE, GONE, HELD, OPEN, UNDER_WAY } from '../../../core/lifecycle/life'
import { post } from '../../app/api'
import { announce } from '../../app/events'
import { toast } from '../../app/toasts'
import type { ChipState } from '../../ui/chip'
import { confirm } from '../../ui/confirm'
import { addStyle } from '../../ui/later-style'
import { fieldsOf } from '../../ui/fields-of'
import { isRecord, isSet, textOf, type Row, type Values } from '../../ui/row'
import style from './agentes.css' with { type: 'text' }

addStyle(style)

export const AGENTS = 'sis/agente'
export const PAPERS = 'sis/agente_impressao'

export const agent = fieldsOf(agenteFields)
const paper = fieldsOf(agenteImpressaoFields)

export const paperChip = paper.chip('situacao', {
  aguarda: OPEN,
  enviada: UNDER_WAY,
  impressa: DONE,
  duvida: HELD,
  falhou: { hue: 'vermelho' },
  cancelada: GONE,
})

/** Connected, away or revoked. */
export function agentChip(row: Row): ChipState {
  if (isSet(row.dhRevogacao)) return { word: 'Revogado', ...GONE }
  return row.conectado === true ? { word: 'Conectado', ...DONE } : { word: 'Desligado', hue: 'ambar', mark: 'half' }
}

/** Posts a verb and tells what came of it. True when it was done. */
export async function act(path: string, body: Values, done: string, failed: string): Promise<boolean> {
  try {
    const answer = await post(path, body)
    toast.success((isRecord(answer) && textOf(answer.message)) || done)
    return true
  } catch (error) {
    toast.error(error, failed)
    return false
  } finally {
    announce(AGENTS)
    announce(PAPERS)
  }
}

/** Why these cannot be revoked; undefined when they can. */
export const isRevoked = (rows: readonly Row[]): string | undefined =>
  rows.some((row) => isSet(row.dhRevogacao)) ? 'Este agente já foi revogado.' : undefined

/** Ends an agent's key, after asking. */
export async function revoke({ id, nome }: Row): Promise<void> {
  const asked = {
    title: `Revogar “${textOf(nome)}”?`,
    text: 'A conexão dele cai na hora, e o que espera por ele é cancelado. Para voltar, ele precisa ser pareado de novo.',
    action: 'Revogar',
    danger: true,
  }
  if (await confirm(asked)) await act(`${AGENTS}/${id}/revoga`, {}, 'Agente revogado.', 'Não foi possível revogar')
}
