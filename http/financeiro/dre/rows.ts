import { type SQL, sql } from 'drizzle-orm'
import type { CivilDate } from '../../../core/br/civil-date'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import type { TitleKind } from '../title-kinds'

/**
 * The rows that a result is made of, in both views: day, account, centre, amount (what comes in is positive), and what each is a row of. Offsets,
 * consolidations, renegotiations and transfers are in neither.
 */

export interface Result {
  readonly visao: 'competencia' | 'caixa'
  readonly empresa_id: number
  readonly de: CivilDate
  readonly ate: CivilDate
}

const TABLES = { receber: 'contas_receber', pagar: 'contas_pagar' } as const
/** What is owed to us adds to the result, what we owe takes from it. */
const SIGN = { receber: sql`1`, pagar: sql`-1` } as const

/** The plan's account for interest, fines and discounts, where it has one, else the title's. */
const ACCOUNT = sql`coalesce((select u.id from plano_conta u where u.uso = m.evento), t.plano_conta_id)`

/** Titles whose opening is no result: advances and forecasts are none yet, agreements hold what others were, a surplus or a paid advance is owed back. */
const IS_RESULT = sql`(t."tpConta" not in (${TITLE.ADIANTAMENTO}, ${TITLE.PREVISAO}, ${TITLE.CONSOLIDADA}, ${TITLE.RENEGOCIADA}, ${TITLE.CREDITO})
  or (t."tpConta" = ${TITLE.CREDITO} and not exists (select 1 from lancamento n where n.id = t.origem_id and n.passo in ('baixa', 'baixaLote'))))`

/** Titles whose principal is in a result, by themselves or by what they hold: what is given off of them, or given up, takes from it. */
const WAS_RESULT = sql`t."tpConta" not in (${TITLE.ADIANTAMENTO}, ${TITLE.PREVISAO}, ${TITLE.CREDITO})`

/** What may be a result of the day on which it was booked: few rows beside openings and payments, found by what they are. */
const BESIDE = sql`'juros', 'multa', 'desconto', 'perda', 'devolucao', 'ajuste', 'cancelamento'`

/** A correction of a month that was closed when it was made is a result of its own day. */
const LATE = sql`(m.evento in ('ajuste', 'cancelamento') and t."dCompetencia" <= (select coalesce(max(f.ate), '-infinity') from financeiro_fechamento f
  where f.empresa_id = m.empresa_id and f."dhFechamento" < m.criado_em and (f."dhReabertura" is null or f."dhReabertura" >= m.criado_em)))`

function competence({ empresa_id, de, ate }: Result): SQL[] {
  return (['receber', 'pagar'] as const).flatMap((kind) => {
    const from = sql`from movimento_financeiro m join ${sql.raw(TABLES[kind])} t on t.id = m.${sql.raw(`${TABLES[kind]}_id`)} where m.empresa_id = ${empresa_id}`
    const row = (dia: SQL, conta: SQL) =>
      sql`select ${dia} as dia, ${conta} as conta, t.centro_resultado_id as centro, m.valor * ${SIGN[kind]} as valor, ${kind}::text as tipo, t.id as ref, m.evento::text as evento`
    return [
      sql`${row(sql`t."dCompetencia"`, sql`t.plano_conta_id`)} ${from} and t.empresa_id = ${empresa_id} and t."dCompetencia" between ${de}::date and ${ate}::date
        and m.evento in ('abertura', 'ajuste', 'cancelamento') and ${IS_RESULT} and not ${LATE}`,
      sql`${row(sql`m."dMovimento"`, sql`case when m.evento in ('juros', 'multa', 'desconto') then ${ACCOUNT} else t.plano_conta_id end`)} ${from}
        and m.evento in (${BESIDE}) and m."dMovimento" between ${de}::date and ${ate}::date
        and (m.evento in ('juros', 'multa') or (m.evento in ('desconto', 'perda') and ${WAS_RESULT})
          or (${IS_RESULT} and ((m.evento = 'devolucao' and t."tpConta" <> ${TITLE.CREDITO}) or ${LATE})))`,
    ]
  })
}

/** Cash that is no payment of titles: by its own account. */
const plainCash = (within: SQL): SQL =>
  sql`select c."dMovimento" as dia, c.plano_conta_id as conta, c.centro_resultado_id as centro, c."vLancamento" as valor, 'caixa'::text as tipo, c.id as ref, c.evento::text as evento
    from caixa_lancamento c where ${within} and c.evento not in ('saldo_inicial', 'transferencia', 'baixa')`

/** What a payment paid of each title: the principal by the title's account, interest, fine and discount by theirs. */
const paidOf = (kind: TitleKind): SQL => {
  const column = sql.raw(`${TABLES[kind]}_id`)
  const parts = sql`movimento_financeiro m join paid p on p.lancamento_id = m.lancamento_id and p.dia = m."dMovimento" join ${sql.raw(TABLES[kind])} t on t.id = m.${column}`
  return sql`select p.dia, t.plano_conta_id as conta, t.centro_resultado_id as centro, -sum(m.valor) * ${SIGN[kind]} as valor, ${kind}::text as tipo, t.id as ref, 'baixa'::text as evento
      from ${parts} where m.evento in ('baixa', 'juros', 'multa', 'desconto') group by p.lancamento_id, p.dia, t.id
    union all select p.dia, ${ACCOUNT}, t.centro_resultado_id, m.valor * ${SIGN[kind]}, ${kind}::text, t.id, m.evento::text
      from ${parts} where m.evento in ('juros', 'multa', 'desconto')`
}

/** What came in beyond what titles took, which the customer has as credit now. */
const SURPLUS = sql`select p.dia, p.conta, p.centro, p.valor - coalesce(k.valor, 0) as valor, 'caixa'::text as tipo, p.ref, 'baixa'::text as evento
  from paid p left join lateral (select sum(case when m.contas_pagar_id is null then -m.valor else m.valor end) as valor from movimento_financeiro m
    where m.lancamento_id = p.lancamento_id and m."dMovimento" = p.dia and m.evento = 'baixa') k on true where p.valor <> coalesce(k.valor, 0)`

/** SQL of the rows, to be selected from: `(…) l`. */
export function resultRows(result: Result): SQL {
  const { visao, empresa_id, de, ate } = result
  if (visao === 'competencia') return sql`(${sql.join(competence(result), sql` union all `)})`
  const within = sql`c.empresa_id = ${empresa_id} and c."dMovimento" between ${de}::date and ${ate}::date`
  return sql`(with paid as (select c.lancamento_id, c."dMovimento" as dia, sum(c."vLancamento") as valor, min(c.plano_conta_id) as conta, min(c.centro_resultado_id) as centro, min(c.id) as ref
      from caixa_lancamento c where ${within} and c.evento = 'baixa' group by 1, 2)
    ${plainCash(within)} union all ${paidOf('receber')} union all ${paidOf('pagar')} union all ${SURPLUS})`
}

/** Rows (`l`) of a centre: its number, 0 for what has none, all where it is not told. */
export const ofCentre = (id: number | undefined): SQL =>
  id === undefined ? sql`true` : id === 0 ? sql`l.centro is null` : sql`l.centro = ${id}`
