import { differencesSaid } from '../../../core/receiving/differences'
import { badRequest } from '../../platform/errors'
import { step } from '../../platform/step'
import { entrada } from '../entrada/entrada'
import { receivingLines } from './lines'
import { acceptTolerated } from './quantities'
import { tellLots } from './tell-lots'

/**
 * Ends the receiving (E2-091): what was read is what the items say, or differs no more than is tolerated, and the lots that were read are the items'. Throws 400 `received_less`, which offers `atualizaQuantidadesEntrada`, and
 * `received_more`.
 */
export const finalizaRecebimento = step(entrada, 'finalizaRecebimento', {
  summary: 'Termina o recebimento: confere o que foi lido com a nota, item a item.',
  run: async ({ ctx, record }) => {
    const before = await receivingLines(ctx, record.id)
    if (before.length === 0) throw badRequest('Inclua ao menos um item antes de terminar o recebimento.', 'no_items')
    const lines = (await acceptTolerated(ctx, record, before)) ? await receivingLines(ctx, record.id) : before
    // As the items stand: what was decided of a difference is written in them.
    const { less, more } = differencesSaid(lines.map((line) => ({ ...line, qNota: line.qTrib })))
    const said = [less, more].filter((one) => one !== undefined).join(' ')
    if (said !== '') throw badRequest(said, less === undefined ? 'received_more' : 'received_less')
    await tellLots(ctx, lines)
  },
})

/** What came is read on. */
export const reabreRecebimento = step(entrada, 'reabreRecebimento', {
  summary: 'Reabre o recebimento de uma entrada que ainda não foi finalizada.',
})
