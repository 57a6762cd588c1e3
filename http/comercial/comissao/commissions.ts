import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { commissionReason, type Commission } from '../../../core/pricing/commission'
import { releasedOf } from '../../../core/pricing/commission-release'
import { lancamento } from '../../documents/lancamento'
import type { Posting } from '../../documents/ledger'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { insertRows, load, loadWhere } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { comissao, movimentoComissao } from './comissao'
import { commissionLedger } from './ledger'

/** Of a sale what its commission is of. */
interface SoldBy {
  readonly id: number
  readonly empresa_id: number
  readonly cliente_id: number
  readonly vendedor_id: number | null
}

/** A line that comes back: how much of it, and how much of it could. */
export interface GivenBack {
  readonly venda_mercadoria_id: number
  readonly devolver: string
  readonly quantity: string
  readonly takenQuantity: string
}

/** What the steps of sales do to commissions. */
export const commissions = {
  /** Books the commission of a sale that is invoiced, line by line with its why; nothing where nobody sold it or nothing is promised. */
  book:
    (sale: SoldBy): Posting =>
    async (ctx, entry) => {
      const rows = await linesOf(ctx, sale)
      if (sale.vendedor_id === null || rows.length === 0) return
      const { id: venda_id, empresa_id, vendedor_id } = sale
      const [known] = await loadWhere(ctx, comissao, 'venda_id', [venda_id])
      const [head = known] = known ? [] : await insertRows(ctx, comissao, [{ empresa_id, venda_id, vendedor_id }])
      if (!head) return
      await commissionLedger.post(ctx, entry, [head.id], () => rows.map((row) => ({ ...row, comissao_id: head.id })))
    },

  /** Releases of a sale's commission what was received of the sale by now, or takes back what no longer was. */
  release:
    (sales: readonly number[]): Posting =>
    async (ctx, entry) => {
      const heads = await loadWhere(ctx, comissao, 'venda_id', sales)
      if (heads.length === 0) return
      await commissionLedger.post(
        ctx,
        entry,
        heads.map(({ id }) => id),
        async (locked) => {
          const received = await receivedOf(ctx, sales)
          return locked.flatMap(({ id, venda_id, vComissao, vLiberado }) => {
            const { total, recebido } = received.get(venda_id) ?? { total: ZERO, recebido: ZERO }
            const due = releasedOf({ vComissao, total, recebido }).minus(vLiberado)
            if (due.isZero()) return []
            const motivo =
              total.sign() <= 0
                ? 'A venda não tem o que receber'
                : `Foi recebido ${formatCurrency(recebido.toFixed(2))} de ${formatCurrency(total.toFixed(2))}`
            return [{ comissao_id: id, evento: 'recebimento', vLiberado: due.toFixed(2), motivo }]
          })
        },
      )
    },

  /** Takes back the commission of goods that come back, by quantity; the last of a line takes what is left of it. */
  giveBack:
    (venda_id: number, lines: readonly GivenBack[]): Posting =>
    async (ctx, entry) => {
      const [head] = await loadWhere(ctx, comissao, 'venda_id', [venda_id])
      if (!head) return
      await commissionLedger.post(ctx, entry, [head.id], async () => {
        const booked = await bookedOf(ctx, head.id)
        return lines.flatMap((line) => {
          const row = backRow(line, booked.get(line.venda_mercadoria_id))
          return row === undefined ? [] : [{ ...row, comissao_id: head.id }]
        })
      })
      await commissions.release([venda_id])(ctx, entry)
    },
}

/** The rows that a sale's lines are booked with. */
async function linesOf(ctx: Ctx, { id, cliente_id, vendedor_id }: SoldBy): Promise<Row[]> {
  if (vendedor_id === null) return []
  const [seller, promised, lines] = await Promise.all([
    rowsOf(ctx, sql`select "pComissao"::text as rate from vendedor where id = ${vendedor_id}`),
    rowsOf(
      ctx,
      sql`select comissionavel_type, comissionavel_id, percentual::text as percentual from vendedor_comissao where vendedor_id = ${vendedor_id} order by id`,
    ),
    rowsOf(
      ctx,
      sql`select id, "pComissao"::text as rate, ("vSubtotal" - "vIPI")::text as base from venda_mercadoria where venda_id = ${id} order by id`,
    ),
  ])
  const commissions = promised.map((row): Commission => ({
    comissionavel_type: row.comissionavel_type === null ? null : String(row.comissionavel_type),
    comissionavel_id: row.comissionavel_id === null ? null : Number(row.comissionavel_id),
    percentual: String(row.percentual),
  }))
  return lines.flatMap((line) => {
    const { percentual, motivo } = commissionReason({
      pItem: String(line.rate),
      commissions,
      cliente_id,
      pVendedor: String(seller[0]?.rate ?? '0'),
    })
    const vBase = decimal(String(line.base))
    if (percentual.isZero() || vBase.isZero()) return []
    const valor = vBase.times(percentual).div(100).round(2, 'half-up')
    return [
      {
        venda_mercadoria_id: line.id,
        evento: 'faturamento',
        vBase: vBase.toFixed(2),
        percentual: percentual.toFixed(4),
        valor: valor.toFixed(2),
        motivo,
      },
    ]
  })
}

interface Received {
  readonly total: Decimal
  readonly recebido: Decimal
}

/** What is to be received of sales, goods that came back left out, and what was: by the ledger of their receivables, without interest and fines. */
async function receivedOf(ctx: Ctx, sales: readonly number[]): Promise<ReadonlyMap<number, Received>> {
  const rows = await rowsOf(
    ctx,
    sql`select t.documento_id as sale,
          coalesce(sum(m.valor) filter (where m.evento in ('abertura', 'ajuste', 'cancelamento', 'devolucao')), 0)::text as total,
          coalesce(-sum(m.valor) filter (where m.evento in ('baixa', 'compensacao', 'juros', 'multa')), 0)::text as recebido
        from contas_receber t join movimento_financeiro m on m.contas_receber_id = t.id
        where t.documento = 'venda' and t.documento_id = any (${intArray(sales)}::int[]) group by 1`,
  )
  return new Map(
    rows.map((row) => [
      Number(row.sale),
      { total: decimal(String(row.total)), recebido: decimal(String(row.recebido)) },
    ]),
  )
}

interface Booked {
  readonly vBase: Decimal
  readonly valor: Decimal
  /** As they were booked, before anything came back. */
  readonly first: { readonly vBase: Decimal; readonly valor: Decimal; readonly percentual: string }
}

/** What stands of each line of a commission. */
async function bookedOf(ctx: Ctx, comissao_id: number): Promise<ReadonlyMap<number, Booked>> {
  const rows = await loadWhere(ctx, movimentoComissao, 'comissao_id', [comissao_id])
  const steps = await loadWhere(ctx, lancamento, 'id', [...new Set(rows.map((row) => row.lancamento_id))])
  const standing = new Set(steps.filter((one) => one.dhDesfeito === null).map(({ id }) => id))
  const own = Map.groupBy(
    rows.filter((row) => row.venda_mercadoria_id !== null && standing.has(row.lancamento_id)),
    (row) => Number(row.venda_mercadoria_id),
  )
  return new Map(
    [...own].flatMap(([line, moves]) => {
      const first = moves.find((row) => row.evento === 'faturamento')
      if (!first) return []
      const amounts = (name: 'vBase' | 'valor') => sum(moves.map((row) => row[name]))
      const booked = { vBase: decimal(first.vBase), valor: decimal(first.valor), percentual: first.percentual ?? '0' }
      return [[line, { vBase: amounts('vBase'), valor: amounts('valor'), first: booked }] as const]
    }),
  )
}

function backRow(line: GivenBack, booked: Booked | undefined): Row | undefined {
  if (!booked) return undefined
  const isLast = decimal(line.takenQuantity).plus(line.devolver).gte(line.quantity)
  const part = (whole: Decimal, left: Decimal): Decimal => {
    if (isLast) return left
    const share = whole.times(line.devolver).div(line.quantity).round(2, 'half-up')
    return share.lt(left) ? share : left
  }
  const { first } = booked
  return {
    venda_mercadoria_id: line.venda_mercadoria_id,
    evento: 'devolucao',
    vBase: part(first.vBase, booked.vBase).neg().toFixed(2),
    valor: part(first.valor, booked.valor).neg().toFixed(2),
    percentual: first.percentual,
    motivo: 'Mercadoria devolvida',
  }
}

/** What follows for commissions from rows of receivables, under the step that wrote them. */
export async function followReceivables(ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const ids = [...new Set(rows.map((row) => Number(row.contas_receber_id ?? 0)))].filter((id) => id > 0)
  if (ids.length === 0) return
  const sales = await rowsOf(
    ctx,
    sql`select distinct c.venda_id from contas_receber t join comissao c on c.venda_id = t.documento_id
        where t.documento = 'venda' and t.id = any (${intArray(ids)}::int[])`,
  )
  const [first] = rows
  if (sales.length === 0 || first === undefined) return
  const entry = await load(ctx, lancamento, Number(first.lancamento_id))
  await commissions.release(sales.map((row) => Number(row.venda_id)))(ctx, entry)
}
