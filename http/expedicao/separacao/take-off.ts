import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CHECKING, PICKING } from '../../../core/fields/expedicao/separacao'
import { decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { ApiError, badRequest, notFound } from '../../platform/errors'
import { settleOrder, tasksOf, writeLines } from './order'
import { answeredBefore, keepReading, offKey, readingKey, takenBy } from './readings'
import { part } from './scan'
import { separacao } from './separacao'

/** A reading is taken off again, by its key: what it fetched is to be fetched once more. Throws 404, 409 where it was taken off before, 400 `counted`. */
export const desfazLeitura = action(separacao, 'desfazLeitura', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Desfaz uma leitura da separação.',
  input: v.object({ leitura: readingKey, chave: v.optional(readingKey) }),
  answer: v.object({ restam: v.number() }),
  run: async ({ ctx, record, input }) => {
    const chave = input.chave ?? crypto.randomUUID()
    const before = await answeredBefore(ctx, record, chave)
    if (before) return before
    const [row] = await rowsOf(
      ctx,
      sql`select codigo, fase, resposta from separacao_leitura where separacao_id = ${record.id} and chave = ${input.leitura}`,
    )
    if (!row) throw notFound()
    if (Number(row.fase) === CHECKING) throw badRequest('Esta leitura é da conferência: conte de novo.', 'counted')
    const off = offKey(input.leitura)
    if (await answeredBefore(ctx, record, off)) throw new ApiError(409, 'undone', 'Esta leitura já foi desfeita.')
    const { partes } = v.parse(v.object({ partes: v.array(part) }), row.resposta)
    const tasks = await tasksOf(ctx, record.id, { lines: partes.map((one) => one.linha) })
    const edits = partes.map(({ linha, qTrib }) => {
      const line = tasks.find(({ id }) => id === linha)
      if (!line || decimal(line.qSeparada).lt(qTrib)) throw badRequest('Este item já não está separado.', 'not_picked')
      const qSeparada = decimal(line.qSeparada).minus(qTrib).toFixed(4)
      return { id: linha, qSeparada, qConferida: '0', dhConferencia: null, user_id: null }
    })
    const taken = await takenBy(ctx, record, input.leitura, edits)
    await writeLines(ctx, edits)
    const answer = { restam: await settleOrder(ctx, record) }
    const quantity = sum(partes.map((one) => decimal(String(one.qTrib)))).neg()
    const codigo = row.codigo === null ? null : String(row.codigo)
    await keepReading(ctx, record, { chave: off, fase: PICKING, codigo, quantity, taken }, answer)
    return answer
  },
})
