import * as v from 'valibot'
import { action } from '../../platform/action'
import { find, update } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { costsOf } from './save-prices'
import { lockPrices, writePrices } from './store'
import { tabelaPreco, tabelaPrecoAlteracao } from './tabela-preco'

const rate = v.nullable(v.string())
const kept = v.array(v.tuple([v.number(), v.nullable(v.number()), v.nullable(v.tuple([v.string(), rate, rate]))]))

/**
 * Gives the prices back that were changed together, those that nobody changed since: in one step, each with a line in its history. Throws 404 for a
 * change of another table, 400 `nothing_to_undo` for one that was taken back already, or is long past.
 */
export const desfazPrecos = action(tabelaPreco, 'desfazPrecos', {
  on: 'record',
  right: 'edit',
  summary: 'Devolve os preços que uma alteração mudou, exceto os que alguém alterou depois',
  input: v.object({ alteracao_id: identifier }),
  answer: v.object({ quantidade: v.number(), ignoradas: v.number() }),
  run: async ({ ctx, record, input }) => {
    const change = await find(ctx, tabelaPrecoAlteracao, input.alteracao_id, { lock: true })
    if (change?.tabela_preco_id !== record.id) throw notFound()
    if (change.dhDesfeita !== null) throw badRequest('Esta alteração já foi desfeita.', 'nothing_to_undo')
    if (change.antes === null) throw badRequest('Esta alteração é antiga demais para ser desfeita.', 'nothing_to_undo')
    const before = v.parse(kept, change.antes)
    const ids = before.map(([id]) => id)
    const known = await lockPrices(ctx, record.id, ids)
    const goods = await costsOf(ctx, ids)
    const same = before.filter(([id, versao]) => goods.has(id) && (known.get(id)?.versao ?? null) === versao)
    const values = same.flatMap(([mercadoria_id, , was]) =>
      was ? [{ mercadoria_id, vUnTrib: was[0], pMargem: was[1], pMarkup: was[2] }] : [],
    )
    const gone = same.flatMap(([id, , was]) => (was === null ? (known.get(id) ?? []) : []))
    await writePrices(ctx, record.id, values, { acao: 'desfazPrecos', known, gone })
    await update(ctx, tabelaPrecoAlteracao, change, { dhDesfeita: ctx.clock.now(), antes: null }, 'desfazPrecos')
    return { quantidade: same.length, ignoradas: before.length - same.length }
  },
})
