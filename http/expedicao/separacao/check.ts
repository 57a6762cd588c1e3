import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { can } from '../../../core/access'
import { weightFault } from '../../../core/picking/weight'
import { shortNumber } from '../../../core/fields/show'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { armazem } from '../../estoque/registers'
import { venda } from '../../comercial/venda/venda'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { load, loadWhere } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { flag } from '../../platform/inputs'
import { advance, step } from '../../platform/step'
import { assertOther } from './count'
import { cutShort } from './cut'
import { restOf, type Task, tasksOf } from './order'
import { type Separacao, separacao, separacaoVenda } from './separacao'
import { type WeighedDocument, weighedOf } from './volumes'

/** Lines that a refusal names. */
const TOLD = 10

/**
 * Checks an order (E3-022, T3-012): all is fetched, or what is short is cut (`corta`, with the rest of sales in new ones by `geraSaldo`); another person counted or weighed
 * it, where the warehouse asks for that; boxes weigh what their goods do, unless whoever manages says that they may go (`aceitaPeso`). Its sales are checked with their
 * last order (T2-011). Throws 400 `no_items`, `not_picked`, `short`, `not_counted`, `weight`, what cutting refuses, and 403.
 */
export const confere = step(separacao, 'confere', {
  summary: 'Confere a separação: termina, corta o que faltou se for dito, e a venda fica conferida.',
  input: {
    corta: v.optional(flag, false),
    geraSaldo: v.optional(flag, false),
    aceitaPeso: v.optional(flag, false),
  },
  run: async ({ ctx, record, input }) => {
    const tasks = await tasksOf(ctx, record.id)
    if (tasks.length === 0) throw badRequest('Esta separação não tem itens.', 'no_items')
    await assertOther(ctx, record)
    const open = tasks.filter((one) => one.dhConferencia === null)
    const untouched = open.filter(({ motivo }) => motivo === null)
    if (untouched.length > 0) throw badRequest(`Ainda não foi separado: ${namesOf(untouched)}.`, 'not_picked')
    if (open.length > 0 && !input.corta)
      throw badRequest(`Faltou: ${namesOf(open)}. Separe o que falta, ou corte dos documentos.`, 'short')
    const documents = (await loadWhere(ctx, separacaoVenda, 'separacao_id', [record.id])).filter(
      (one) => one.dhCancelamento === null,
    )
    const weighed = await weighedOf(ctx, documents)
    await assertCounted(ctx, record, { tasks, weighed })
    assertWeights(ctx, weighed, input.aceitaPeso)
    if (open.length > 0) await cutShort(ctx, record, open, { geraSaldo: input.geraSaldo })
    await checkSales(ctx, record, documents)
    return {
      set: {
        conferente_id: ctx.actor.id,
        dhInicio: record.dhInicio ?? ctx.clock.now(),
        dhSeparacao: record.dhSeparacao ?? ctx.clock.now(),
      },
    }
  },
})

const namesOf = (lines: readonly Task[]): string => {
  const byName = Map.groupBy(lines, (line) => line.xProd ?? '')
  const named = [...byName].slice(0, TOLD).map(([name, some]) => `${name} (${shortNumber(sum(some.map(restOf)), 4)})`)
  return `${named.join('; ')}${byName.size > TOLD ? `; e mais ${byName.size - TOLD}` : ''}`
}

interface Checking {
  readonly tasks: readonly Task[]
  readonly weighed: ReadonlyMap<number, WeighedDocument>
}

/** Where the warehouse asks for another person, each document was counted line by line, or all its boxes were weighed. Once counting begins, it is finished. Throws 400 `not_counted`. */
async function assertCounted(ctx: Ctx, order: Separacao, { tasks, weighed }: Checking): Promise<void> {
  const { confere_segunda_pessoa } = await load(ctx, armazem, order.armazem_id)
  const fetched = tasks.filter((one) => decimal(one.qSeparada).sign() > 0)
  const wrong = [...Map.groupBy(fetched, (one) => one.separacao_venda_id)].flatMap(([id, lines]) => {
    const isBegun = lines.some((one) => decimal(one.qConferida).sign() > 0)
    const byWeight = weighed.get(id)?.complete === true
    if (!isBegun && (byWeight || !confere_segunda_pessoa)) return []
    return lines.filter((one) => !decimal(one.qConferida).eq(one.qSeparada))
  })
  if (wrong.length === 0) return
  const names = [...new Set(wrong.map(({ xProd }) => xProd ?? ''))]
  throw badRequest(`A conferência não fecha: conte de novo ${names.slice(0, TOLD).join('; ')}.`, 'not_counted')
}

/** Boxes weigh what their goods do. Throws 400 `weight`; whoever manages may let them go all the same. */
function assertWeights(ctx: Ctx, weighed: Checking['weighed'], accepts: boolean): void {
  if (accepts && can(ctx.actor, 'manage', 'separacao')) return
  const faults = [...weighed.values()].flatMap((one): Decimal[] => {
    const fault = one.complete ? weightFault(one) : null
    return fault === null ? [] : [fault]
  })
  const [first] = faults
  if (!first) return
  const what = first.sign() > 0 ? 'a mais' : 'a menos'
  throw badRequest(
    `O peso não confere: ${shortNumber(first.abs(), 3)} kg ${what} do que as mercadorias pesam.`,
    'weight',
  )
}

/** Sales whose last order this is are checked, and know their boxes. */
async function checkSales(
  ctx: Ctx,
  order: Separacao,
  documents: readonly { readonly venda_id: number | null }[],
): Promise<void> {
  const ids = documents.flatMap(({ venda_id }) => (venda_id === null ? [] : [venda_id]))
  const rows = await rowsOf(
    ctx,
    sql`select d.venda_id, sum(d.volumes)::int as volumes, bool_and(s."dhConferencia" is not null or s.id = ${order.id}) as checked
        from separacao_venda d join separacao s on s.id = d.separacao_id where d.venda_id = any (${intArray(ids)}::int[]) and d."dhCancelamento" is null group by 1`,
  )
  const told = new Map(rows.map((row) => [Number(row.venda_id), row]))
  for (const sale of await loadSales(ctx, ids)) {
    const its = told.get(sale.id)
    if (its?.checked === true && sale.dhConferencia === null)
      await advance(ctx, venda, sale, 'confere', { volumes: Number(its.volumes) })
  }
}

/** Sales by number, held in their order: whoever picks need not be one who sees them. */
const loadSales = (ctx: Ctx, ids: readonly number[]) => loadWhere(ctx, venda, 'id', ids, { lock: true })

/** An order that was checked is open again, until one of its sales is invoiced or on its way. Throws 400 `invoiced`, `on_route`, `finalised`. */
export const reabre = step(separacao, 'reabre', {
  summary: 'Reabre uma separação conferida, enquanto as vendas dela não foram faturadas nem saíram para entrega.',
  run: async ({ ctx, record }) => {
    const documents = await loadWhere(ctx, separacaoVenda, 'separacao_id', [record.id])
    const ids = documents.flatMap(({ venda_id, dhCancelamento }) =>
      venda_id === null || dhCancelamento ? [] : [venda_id],
    )
    const sales = await loadSales(ctx, ids)
    const invoiced = sales.find((one) => one.dhFaturamento !== null)
    if (invoiced) throw badRequest(`A venda nº ${invoiced.id} já foi faturada.`, 'invoiced')
    const [row] = await rowsOf(
      ctx,
      sql`select v.venda_id from rota_venda v join rota r on r.id = v.rota_id and r."dhLiberacao" is not null and r."dhCancelamento" is null
          where v.venda_id = any (${intArray(ids)}::int[]) order by 1 limit 1`,
    )
    if (row) throw badRequest(`A venda nº ${Number(row.venda_id)} já saiu para entrega.`, 'on_route')
    const finished = sql`select bool_or(d.documento <> 'venda' and x."dhFinalizacao" is not null) from separacao_venda d
      left join lateral (select "dhFinalizacao" from saida s where s.id = d.saida_id union all select "dhFinalizacao" from consumo c where c.id = d.consumo_id
        union all select "dhFinalizacao" from devolucao r where r.id = d.devolucao_id
        union all select min(n.dh) from lancamento n where n.documento = 'ordem_producao' and n.documento_id = d.ordem_producao_id and n.passo = 'finaliza' and n."dhDesfeito" is null) x on true where d.separacao_id = ${record.id}`
    const [done] = await rowsOf(ctx, finished)
    if (done?.bool_or === true) throw badRequest('O documento desta separação já foi finalizado.', 'finalised')
    for (const sale of sales) if (sale.dhConferencia !== null) await advance(ctx, venda, sale, 'reabreConferencia')
    return { set: { conferente_id: null } }
  },
})
