import { action } from '../../platform/action'
import { load, update } from '../../platform/engine/write'
import { ApiError, badRequest } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { agente, agenteImpressao } from './agente'
import { printAgain } from './again'
import { askAgent } from './channel'
import { jobOf } from './papers'
import { assertPaired, stateWord } from './use'

const ANSWER_MS = 2_000

/** Prints a paper once more, as a person says: it was printed, failed, was cancelled, or nobody knows. */
export const reimprime = action(agenteImpressao, 'reimprime', {
  on: 'record',
  right: 'read',
  summary: 'Imprime de novo o que já saiu, falhou, foi cancelado ou está em dúvida.',
  input: nothing,
  run: async ({ ctx, record }) => {
    assertPaired(await load(ctx, agente, record.agente_id))
    await printAgain(ctx, record)
  },
})

/** Takes back a paper that waits: here, or at the agent, which is asked then. Throws 400 where it is at the printer already, 503 where the agent that has it is away. */
export const cancela = action(agenteImpressao, 'cancela', {
  on: 'record',
  right: 'read',
  summary: 'Cancela uma impressão que ainda espera, no servidor ou no agente.',
  input: nothing,
  ask: ({ record }) => {
    const question = { agente: record.agente_id, tipo: 'cancela', trabalho: jobOf(record.id, record.vez) } as const
    return Promise.resolve(({ pool }) =>
      record.situacao === 'enviada' ? askAgent(pool, question, ANSWER_MS) : Promise.resolve(undefined),
    )
  },
  run: async ({ ctx, record, asked }) => {
    // The agent has told already that it let go of it.
    if (record.situacao === 'cancelada') return
    if (record.situacao === 'aguarda') {
      await update(ctx, agenteImpressao, record, { situacao: 'cancelada', dhFim: ctx.clock.now() }, 'cancela')
      return
    }
    if (record.situacao === 'enviada' && !asked)
      throw new ApiError(
        503,
        'agent_away',
        'O agente já levou esta impressão e não responde: ela não pode ser cancelada.',
      )
    throw badRequest(`Esta impressão não pode mais ser cancelada: ${stateWord(record.situacao)}.`, 'too_late')
  },
})
