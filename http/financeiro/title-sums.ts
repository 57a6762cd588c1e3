import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { intArray } from '../platform/engine/query'

/** What the columns of titles have to be, by their ledger, read by SQL. */

const TABLES = { receber: 'contas_receber', pagar: 'contas_pagar' } as const
const SIDES = { receber: 'a receber', pagar: 'a pagar' } as const

/** By title, the day of its last payment that stands; null where none does. */
export async function lastPayments(
  ctx: Ctx,
  kind: keyof typeof TABLES,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string | null>> {
  if (ids.length === 0) return new Map()
  const column = sql.raw(`m.${TABLES[kind]}_id`)
  const rows = await rowsOf(
    ctx,
    sql`select ${column} as id, max(m."dMovimento")::text as dia from movimento_financeiro m
        where ${column} = any (${intArray(ids)}::int[]) and m.evento = 'baixa' and m.estorno_de is null
          and not exists (select 1 from movimento_financeiro e where e.estorno_de = m.id) group by 1`,
  )
  const known = new Map(rows.map((row) => [Number(row.id), String(row.dia)]))
  return new Map(ids.map((id) => [id, known.get(id) ?? null]))
}

/** Column of a title → what its rows add up to. */
const SUMS = {
  'valor do título {} = abertura e ajustes no livro': [
    'vDup',
    `sum(m.valor) filter (where m.evento in ('abertura', 'ajuste'))`,
  ],
  'pago do título {} = baixas menos estornos no livro': ['vPago', `-sum(m.valor) filter (where m.evento = 'baixa')`],
  'juros, multa e desconto do título {} = soma do livro': [
    'vJuros" + t."vMulta" - t."vDesc',
    `sum(m.valor) filter (where m.evento in ('juros', 'multa', 'desconto'))`,
  ],
  'abatido do título {} = baixas, compensações e devoluções no livro': [
    'vAbatido',
    `-sum(m.valor) filter (where m.evento in ('baixa', 'compensacao', 'devolucao'))`,
  ],
} as const

const sumRules = (kind: keyof typeof TABLES) =>
  Object.entries(SUMS).map(([rule, [column, of]]) => [
    rule.replace('{}', SIDES[kind]),
    `select count(*) from ${TABLES[kind]} t left join (select m.${TABLES[kind]}_id as id, ${of} as s from movimento_financeiro m group by 1) l
       on l.id = t.id where t."${column}" <> coalesce(l.s, 0)`,
  ])

/** More that has to hold of titles and their ledger: a rule, and SQL that counts the rows that break it. */
export const titleProofs: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...sumRules('receber'), ...sumRules('pagar')]),
  'livro titulos: cada linha é de uma só conta, da empresa dela': `select count(*) from movimento_financeiro m
    left join contas_receber r on r.id = m.contas_receber_id left join contas_pagar p on p.id = m.contas_pagar_id
    where num_nonnulls(r.id, p.id) <> 1 or coalesce(r.empresa_id, p.empresa_id) <> m.empresa_id`,
  'livro titulos: um estorno é o oposto da linha que desfaz, no mesmo passo': `select count(*) from movimento_financeiro e
    join movimento_financeiro m on m.id = e.estorno_de
    where e.valor <> -m.valor or e.lancamento_id <> m.lancamento_id
      or (e.contas_receber_id, e.contas_pagar_id) is distinct from (m.contas_receber_id, m.contas_pagar_id)`,
  'título: um crédito não passa de zero, e os outros não ficam abaixo': `select count(*) from (
      select "tpConta", "vSaldo", "dhCancelamento" from contas_receber union all select "tpConta", "vSaldo", "dhCancelamento" from contas_pagar) t
    where case when t."tpConta" = 11 then t."vSaldo" > 0 else t."vSaldo" < 0 end or (t."dhCancelamento" is not null and t."vSaldo" <> 0)`,
}
