import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { sum } from '../../../core/money/decimal'
import { effect } from '../../documents/effect'
import { runVerb, undoAll } from '../../documents/undo'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { load, patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { flag, nothing } from '../../platform/inputs'
import type { Resource } from '../../platform/resource'
import { step } from '../../platform/step'
import { mayKnowCosts } from '../costs'
import { entrada } from '../entrada/entrada'
import { stock } from '../ledger'
import type { Placement } from '../moves'
import { saida } from '../saida/saida'
import { makeAdjustments } from './adjust'
import { BOOKS_NOW, movedBetween } from './books-at'
import { writtenDifferences } from './differences'
import { openItems } from './hooks'
import { type Inventory, mercadoriaInventario, mercadoriaInventarioItem } from './inventario'
import { resolveItems } from './resolve'

const RECENT = sql`interval '10 minutes'`

/** Ends the counting: what was found enters and what is missing leaves by documents that are open to be looked at (T2-049). */
export const geraAjustes = step(mercadoriaInventario, 'geraAjustes', {
  summary: 'Gera os ajustes: uma entrada com as sobras e uma saída com as faltas, em aberto.',
  run: async ({ ctx, record }) => ({ set: await makeAdjustments(ctx, record) }),
})

/** Brings the stock to what was counted (T2-046). What lies on another shelf is put there; what was found and what is missing is finalised. */
export const finaliza = step(mercadoriaInventario, 'finaliza', {
  summary: 'Finaliza o inventário: o estoque passa a ser o contado.',
  run: async ({ ctx, record }) => {
    const made = record.dhAjuste === null ? await makeAdjustments(ctx, record) : {}
    const links = { ...record, ...made }
    // What it held may move again: by this transaction first.
    await patchRows(ctx, mercadoriaInventario, [{ id: record.id, bloqueia: false }])
    const settled = await writtenDifferences(ctx, record)
    const moves = settled.flatMap(({ moved }) =>
      moved.map(({ from, to, quantity }): Placement => ({
        mercadoria_id: from.mercadoria_id,
        item_id: from.id,
        quantity: quantity.toFixed(4),
        label: from.xProd,
        from: { armazenamento_id: from.armazenamento_id, lote_id: from.lote_id },
        to: { armazenamento_id: to.armazenamento_id, lote_id: to.lote_id },
      })),
    )
    const did = await effect(ctx, mercadoriaInventario, record, { passo: 'finaliza' })
    if (moves.length > 0) await did.post(stock.place(moves))
    await finish(ctx, entrada, links.entrada_id, 'finaliza')
    await finish(ctx, saida, links.saida_id, 'finalizar')
    return { set: { ...made, bloqueia: false, dhAjuste: record.dhAjuste ?? ctx.clock.now() } }
  },
})

/** Runs a document's own verb, as long as it is open. */
async function finish(ctx: Ctx, resource: Resource, id: unknown, verb: string): Promise<void> {
  if (typeof id !== 'number') return
  const record = await load(ctx, resource, id, { lock: true })
  if (record.dhFinalizacao === null) await runVerb(ctx, resource, record, verb)
}

/** Cancels a count, with a reason of at least 15 characters: its adjustments go, and nothing changes in stock (T2-047). */
export const cancela = step(mercadoriaInventario, 'cancela', {
  summary: 'Cancela o inventário: os ajustes são cancelados e o estoque fica como está.',
  run: async ({ ctx, record, reason }) => {
    await undoAll(ctx, mercadoriaInventario, record, { reason })
    return { set: { bloqueia: false } }
  },
})

/** Adds what came into the places of the count since it opened, and judges again what people counted, by what has moved since; what was decided stays (T2-050). */
export const atualizaQuantidades = action(mercadoriaInventario, 'atualizaQuantidades', {
  on: 'record',
  right: 'edit',
  summary: 'Inclui o que chegou aos locais e julga de novo o que não conferiu.',
  input: nothing,
  writes: 'itens',
  answer: v.object({ incluidos: v.number(), julgados: v.number() }),
  run: async ({ ctx, record }) => {
    const incluidos = await openItems(ctx, record)
    const rows = await rowsOf(
      ctx,
      sql`select id from mercadoria_inventario_item where mercadoria_inventario_id = ${record.id} and not decidida
          and (situacao in ('recontar', 'supervisor') or exists (select from inventario_contagem c where c.item_id = mercadoria_inventario_item.id)) order by id for update`,
    )
    const ids = rows.map((row) => Number(row.id))
    await resolveItems(ctx, record, ids)
    return { incluidos, julgados: ids.length }
  },
})

/** Counts zero of what nobody counted, once it is confirmed; what goods came for since the count opened is to be counted (T2-048). Throws 400 `confirm`. */
export const aferirZeros = action(mercadoriaInventario, 'aferir_zeros', {
  on: 'record',
  right: 'edit',
  summary: 'Conta zero do que ninguém contou, depois de confirmado.',
  input: v.object({ confirma: v.optional(flag, false) }),
  writes: 'itens',
  answer: v.object({ zerados: v.number(), a_recontar: v.number() }),
  run: async ({ ctx, record, input }) => {
    const items = await uncounted(ctx, record)
    const zero = items.filter(({ came }) => !came)
    if (!input.confirma && zero.length > 0) throw badRequest(await asked(ctx, record, zero), 'confirm')
    const dhContagem = ctx.clock.now()
    await patchRows(
      ctx,
      mercadoriaInventarioItem,
      items.map(({ id, came, expected }) =>
        came ? { id, situacao: 'recontar' } : { id, situacao: 'aceita', qContada: '0', dhContagem, esperada: expected },
      ),
    )
    return { zerados: zero.length, a_recontar: items.length - zero.length }
  },
})

interface Uncounted {
  readonly id: number
  readonly expected: string
  readonly worth: string
  /** Goods came there since the count opened. */
  readonly came: boolean
}

async function uncounted(ctx: Ctx, record: Inventory): Promise<Uncounted[]> {
  const rows = await rowsOf(
    ctx,
    sql`select i.id, ${BOOKS_NOW} as expected, (${BOOKS_NOW}) * coalesce(nullif(s."vCustoMedio", 0), p.custo, 0) as worth,
          ${record.bloqueia ? sql`false` : movedBetween(sql`v.criado_em`, sql`${ctx.clock.now()}::timestamptz`)} as came
        from mercadoria_inventario_item i join mercadoria_inventario v on v.id = i.mercadoria_inventario_id join mercadoria p on p.id = i.mercadoria_id
        left join mercadoria_saldo s on s.mercadoria_id = i.mercadoria_id and s.empresa_id = i.empresa_id
        where i.mercadoria_inventario_id = ${record.id} and i.situacao = 'contar'
          and not exists (select from inventario_contagem c where c.item_id = i.id) order by i.id for update of i`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    expected: String(row.expected),
    worth: String(row.worth),
    came: row.came === true,
  }))
}

async function asked(ctx: Ctx, record: Inventory, zero: readonly Uncounted[]): Promise<string> {
  const [counting] = await rowsOf(
    ctx,
    sql`select u.name from inventario_contagem c join "user" u on u.id = c.user_id where c.mercadoria_inventario_id = ${record.id}
          and c.user_id <> ${ctx.actor.id} and c."dhContagem" > ${ctx.clock.now()}::timestamptz - ${RECENT} order by c.id desc limit 1`,
  )
  const total = sum(zero.map(({ worth }) => worth))
  const value = mayKnowCosts(ctx) ? `, de ${formatCurrency(total.toFixed(2))}` : ''
  const items = zero.length === 1 ? '1 item não contado passa' : `${zero.length} itens não contados passam`
  const busy = counting ? ` ${String(counting.name)} ainda está contando.` : ''
  return `${items} a zero${value}.${busy} Deseja continuar?`
}
