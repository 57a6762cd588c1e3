import type { Ctx } from '../../platform/context'
import { update } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { agenteImpressao } from './agente'
import { tellAgent } from './channel'

const OPEN = new Set(['aguarda', 'enviada'])

/** A paper is printed once more, as a person says. Throws 400 while it has not ended. */
export async function printAgain(ctx: Ctx, record: RecordOf<typeof agenteImpressao>): Promise<void> {
  if (OPEN.has(record.situacao)) throw badRequest('Esta impressão ainda não terminou.', 'not_finished')
  const anew = { situacao: 'aguarda', vez: record.vez + 1, motivo: null, dhFim: null, user_id: ctx.actor.id || null }
  await update(ctx, agenteImpressao, record, anew, 'reimprime')
  await tellAgent(ctx.db, { agente: record.agente_id, tipo: 'ha' })
}
