import { sql } from 'drizzle-orm'
import { formatCurrency } from '../../../core/br/number'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import type { Lancamento } from '../../documents/lancamento'
import { ledger } from '../../documents/ledger'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere, patchRows } from '../../platform/engine/write'
import type { RecordOf, Row } from '../../platform/resource'
import type { Effect, Trial } from '../../platform/trial'
import { comissao, movimentoComissao } from './comissao'

type Commission = RecordOf<typeof comissao>

const SUMS = { vBase: 'vBase', vComissao: 'valor', vLiberado: 'vLiberado' } as const

/** What sellers earn: booked as sales are invoiced, released as they are received. */
export const commissionLedger = ledger<readonly number[], readonly Commission[], readonly Commission[]>({
  name: 'comissoes',
  rows: movimentoComissao,
  balances: [{ rule: 'comissão = soma do livro', table: comissao, of: { comissao_id: 'id' }, sums: SUMS }],
  comesToNothing: ['vBase', 'valor', 'vLiberado'],
  proofs: {
    'comissão: liberada entre zero e a comissão': `select count(*) from comissao where "vLiberado" < 0 or "vLiberado" > "vComissao"`,
    'comissão faturada = base × percentual': `select count(*) from movimento_comissao where evento = 'faturamento' and valor <> round("vBase" * percentual / 100, 2)`,
    'comissão: é da empresa da sua venda': `select count(*) from comissao c join venda v on v.id = c.venda_id where v.empresa_id <> c.empresa_id`,
  },
  lock: (ctx, _entry, ids) => loadWhere(ctx, comissao, 'id', ids, { lock: true }),
  add: (ctx, rows, locked) => {
    const own = Map.groupBy(rows, (row) => Number(row.comissao_id))
    return patchRows(
      ctx,
      comissao,
      locked
        .filter(({ id }) => own.has(id))
        .map((one) => {
          const moved = (column: string): Decimal =>
            sum((own.get(one.id) ?? []).map((row) => String(row[column] ?? '0')))
          return {
            id: one.id,
            vBase: decimal(one.vBase).plus(moved('vBase')).toFixed(2),
            vComissao: decimal(one.vComissao).plus(moved('valor')).toFixed(2),
            vLiberado: decimal(one.vLiberado).plus(moved('vLiberado')).toFixed(2),
          }
        }),
    )
  },
  tell,
  undo,
})

/** What a step did comes to nothing, commission by commission. */
async function undo(ctx: Ctx, entry: Lancamento): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select comissao_id, sum("vBase")::text as base, sum(valor)::text as valor, sum("vLiberado")::text as liberado from movimento_comissao
        where lancamento_id = ${entry.id} group by 1 having sum("vBase") <> 0 or sum(valor) <> 0 or sum("vLiberado") <> 0 order by 1`,
  )
  if (rows.length === 0) return
  const back = rows.map((row): Row => ({
    comissao_id: row.comissao_id,
    evento: 'estorno',
    vBase: decimal(String(row.base)).neg().toFixed(2),
    valor: decimal(String(row.valor)).neg().toFixed(2),
    vLiberado: decimal(String(row.liberado)).neg().toFixed(2),
    motivo: 'O que a gerou foi desfeito',
  }))
  await commissionLedger.post(
    ctx,
    entry,
    rows.map((row) => Number(row.comissao_id)),
    () => back,
  )
}

/** What sellers would earn more, and what less. */
async function tell(ctx: Ctx, posted: Trial['posted']): Promise<readonly Effect[]> {
  const rows = posted.flatMap((one) => one.rows)
  const ids = [...new Set(rows.map((row) => Number(row.comissao_id)))]
  const known = await rowsOf(
    ctx,
    sql`select c.id, v."xNome" from comissao c join vendedor v on v.id = c.vendedor_id where c.id = any (${intArray(ids)}::int[])`,
  )
  const names = new Map(known.map((row) => [Number(row.id), String(row.xNome)]))
  return ids.flatMap((id) => {
    const own = rows.filter((row) => Number(row.comissao_id) === id)
    const [valor = ZERO, liberado = ZERO] = ['valor', 'vLiberado'].map((name) =>
      sum(own.map((row) => String(row[name] ?? '0'))),
    )
    const told = [
      [valor, 'Comissão de'],
      [liberado, 'Comissão liberada a'],
    ] as const
    return told
      .filter(([amount]) => !amount.isZero())
      .map(([amount, word]) => ({
        frase: `${word} ${names.get(id) ?? ''}: ${amount.sign() < 0 ? 'menos ' : ''}${formatCurrency(amount.abs().toFixed(2))}.`,
        valor: Number(amount.toFixed(2)),
      }))
  })
}
