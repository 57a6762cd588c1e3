import { type SQL, sql } from 'drizzle-orm'
import { addDays, type CivilDate } from '../../../core/br/civil-date'
import type { ExpectedTitle, FutureCash, ProjectionAccount } from '../../../core/cashflow/projection'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { KINDS, type TitleKind } from '../title-kinds'
import type { ProjectionInput } from './input'

/** What a projection is made of, added up by the database: a year of two hundred thousand titles is some hundred sums. */

export interface Asked {
  readonly ctx: Ctx
  readonly input: ProjectionInput
  readonly hoje: CivilDate
}

/** Taxes, forecasts and cards are told apart; whatever else is owed is alike. */
const KIND_OF = sql`case when t."tpConta" in (${TITLE.PREVISAO}, ${TITLE.CARTAO}, ${TITLE.TRIBUTO}) then t."tpConta" else ${TITLE.NORMAL} end`

/** How many days late a customer usually pays: the median of what it paid within a year, three payments or more. */
const HABITS = ({ ctx, hoje }: Asked): SQL =>
  sql`left join (select cliente_id, greatest(percentile_disc(0.5) within group (order by "dPagamento" - "dVencimento"), 0)::int as atraso
      from contas_receber where empresa_id = ${ctx.actor.empresa_id} and "dPagamento" between ${addDays(hoje, -365)}::date and ${hoje}::date
        and "vSaldo" = 0 and "dhCancelamento" is null and "tpConta" not in (${TITLE.CARTAO}, ${TITLE.CREDITO})
      group by 1 having count(*) >= 3) h on h.cliente_id = t.cliente_id`

/** A tax is paid before its due date, over some holidays at most. */
const BEFORE_DUE = 15

/** Open titles of a side (`t`) that may stand in the projection; with what says when their money moves. */
function openSide(asked: Asked, kind: TitleKind): { readonly from: SQL; readonly atraso: SQL } {
  const { ctx, input, hoje } = asked
  const table = sql.identifier(KINDS[kind].resource.name)
  const late = kind === 'receber' && input.cenario === 'habito'
  const until = addDays(hoje, input.dias + BEFORE_DUE)
  return {
    from: sql`from ${table} t ${late ? HABITS(asked) : sql``}
      where t.empresa_id = ${ctx.actor.empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null and t."tpConta" <> ${TITLE.CREDITO}
        and coalesce(t."dPrevisao", t."dVencimento") <= ${until}::date and ${ofAccount(input, sql`t.banco_id`)} and ${ofCentre(input)}`,
    atraso: late ? sql`coalesce(h.atraso, 0)` : sql`0`,
  }
}

/** Whether a column names an account that is asked for. */
export const ofAccount = ({ banco_id }: ProjectionInput, column: SQL): SQL =>
  banco_id === undefined ? sql`true` : sql`${column} = any (${intArray(banco_id)}::int[])`
const ofCentre = ({ centro_resultado_id: id }: ProjectionInput): SQL =>
  id === undefined ? sql`true` : id === 0 ? sql`t.centro_resultado_id is null` : sql`t.centro_resultado_id = ${id}`

/** What says on which day the money of a title (`t`) is expected, but for its method. */
const EXPECTED = (atraso: SQL): SQL =>
  sql`t."dVencimento", t."dPrevisao", ${KIND_OF} as "tpConta", t.pagamento_id, ${atraso} as atraso`

/** The same of rows that have it (`o`, with their method `p`), as the core takes it. */
const TOLD = (kind: TitleKind): SQL =>
  sql`o."dVencimento"::text as "dVencimento", o."dPrevisao"::text as "dPrevisao", o."tpConta", o.atraso,
    ${kind === 'receber' ? sql`case when o."tpConta" = ${TITLE.CARTAO} then 0 else coalesce(p."diasCompensacao", 0) end` : sql`0`} as "diasCredito"`

/** What is expected of a title (`t`): of a card what the acquirer pays of it, its fee taken off. */
const VALUE = (kind: TitleKind): SQL =>
  kind === 'pagar'
    ? sql`t."vSaldo"`
    : sql`case when t."tpConta" = ${TITLE.CARTAO} and t."vLiquido" is not null and t."vDup" > 0 then round(t."vLiquido" * t."vSaldo" / t."vDup", 2) else t."vSaldo" end`

/** A row of `TOLD` with a balance, as the core takes it. */
export const titleOf = (tipo: TitleKind, row: Readonly<Record<string, unknown>>): ExpectedTitle => ({
  tipo,
  tpConta: Number(row.tpConta),
  dVencimento: String(row.dVencimento),
  dPrevisao: row.dPrevisao === null ? null : String(row.dPrevisao),
  diasCredito: Number(row.diasCredito),
  atraso: Number(row.atraso),
  vSaldo: String(row.vSaldo),
})

/** The open titles of both sides, added up by what says when their money moves. */
export async function openSums(asked: Asked): Promise<ExpectedTitle[]> {
  const sides = await Promise.all(
    (['receber', 'pagar'] as const).map(async (kind) => {
      const { from, atraso } = openSide(asked, kind)
      // Added up before the methods are joined: by dates, which are quick to tell apart.
      const rows = await rowsOf(
        asked.ctx,
        sql`select ${TOLD(kind)}, sum(o.valor)::text as "vSaldo" from (select ${EXPECTED(atraso)}, sum(${VALUE(kind)}) as valor ${from} group by 1, 2, 3, 4, 5) o
            left join pagamento p on p.id = o.pagamento_id group by 1, 2, 3, 4, 5`,
      )
      return rows.map((row) => titleOf(kind, row))
    }),
  )
  return sides.flat()
}

/** Open titles one by one, to be selected from (`o`): number, version, words, and what `TOLD` says of them. */
export function openTitles(asked: Asked, kind: TitleKind): SQL {
  const { from, atraso } = openSide(asked, kind)
  return sql`(select o.id, o.versao, o.numero, o.descricao, o.tipo_conta, o.pessoa_id, o.valor, ${TOLD(kind)} from (select t.id, t.versao, t.numero, t.descricao, t."tpConta" as tipo_conta, t.${sql.identifier(KINDS[kind].person)} as pessoa_id,
      ${VALUE(kind)} as valor, ${EXPECTED(atraso)} ${from}) o left join pagamento p on p.id = o.pagamento_id)`
}

/** The company's accounts in use, with what is in them today, and the cash that is dated in days to come. */
export async function accountsOf({
  ctx,
  input,
  hoje,
}: Asked): Promise<{ contas: ProjectionAccount[]; lancamentos: FutureCash[] }> {
  const { empresa_id } = ctx.actor
  const own = ofAccount(input, sql`b.id`)
  const [accounts, future] = await Promise.all([
    rowsOf(
      ctx,
      sql`select b.id, (b."vSaldo" - coalesce((select sum(c."vLancamento") from caixa_lancamento c where c.banco_id = b.id and c."dMovimento" > ${hoje}::date), 0))::text as "vSaldo"
          from banco b where b.empresa_id = ${empresa_id} and b.ativo and ${own} order by b.id`,
    ),
    rowsOf(
      ctx,
      sql`select dia::text as dia, valor::text as valor from (
            select c."dMovimento" as dia, sum(c."vLancamento") as valor from caixa_lancamento c join banco b on b.id = c.banco_id
            where b.empresa_id = ${empresa_id} and b.ativo and ${own} and c."dMovimento" > ${hoje}::date
            group by c."dMovimento", ${ONE_MOVE}) m where valor <> 0 order by 1`,
    ),
  ])
  return {
    contas: accounts.map((row) => ({ id: Number(row.id), vSaldo: String(row.vSaldo) })),
    lancamentos: future.map((row) => ({ dMovimento: String(row.dia), valor: String(row.valor) })),
  }
}

/** Rows of cash (`c`) that count as one: both sides of a transfer come to nothing where both accounts are looked at. */
export const ONE_MOVE = sql`case when c.evento = 'transferencia' then -c.lancamento_id else c.id end`
