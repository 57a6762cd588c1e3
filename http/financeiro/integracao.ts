import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal, ZERO } from '../../core/money/decimal'
import { action } from '../platform/action'
import { row } from '../platform/answers'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'
import { countInput, dateInput, flag, identifier, shortText } from '../platform/inputs'
import type { Row } from '../platform/resource'
import { contasReceber } from './registers'

/** Receivables of a period as another program takes them (E3-070). */

const MOST = 10_000
/** What the period is of (tpIntegracao): when they are due, were paid, or belong to the result. */
const DAYS = { 1: 'dVencimento', 2: 'dPagamento', 3: 'dCompetencia' } as const

const given = v.optional(v.nullable(identifier))
const input = v.object({
  id: v.optional(identifier),
  tpIntegracao: v.optional(v.nullable(v.pipe(countInput, v.picklist([1, 2, 3], 'Opção inválida.'))), 1),
  dIni: dateInput,
  dFim: dateInput,
  banco_id: given,
  plano_conta_id: given,
  tpConta: v.optional(v.nullable(countInput)),
  descricao: v.optional(v.nullable(shortText(200))),
  compensar_saldo: v.optional(flag, false),
  dCompetencia: v.optional(v.nullable(dateInput)),
})
type Asked = v.InferOutput<typeof input>

function filters({ tpIntegracao, dIni, dFim, banco_id, plano_conta_id, tpConta, descricao, dCompetencia }: Asked): SQL {
  const of = sql.identifier(DAYS[tpIntegracao ?? 1])
  const all = [
    sql`t.${of} between ${dIni}::date and ${dFim}::date`,
    ...(banco_id ? [sql`t.banco_id = ${banco_id}`] : []),
    ...(plano_conta_id ? [sql`t.plano_conta_id = ${plano_conta_id}`] : []),
    ...(typeof tpConta === 'number' ? [sql`t."tpConta" = ${tpConta}`] : []),
    ...(descricao ? [sql`prumo_busca(coalesce(t.descricao, '')) like '%' || prumo_busca(${descricao}) || '%'`] : []),
    ...(dCompetencia ? [sql`date_trunc('month', t."dCompetencia") = date_trunc('month', ${dCompetencia}::date)`] : []),
  ]
  return sql.join(all, sql` and `)
}

/** What customers can spend, by customer. */
async function creditsBy(ctx: Ctx): Promise<Map<number, string>> {
  const rows = await rowsOf(
    ctx,
    sql`select cliente_id, (-sum("vSaldo"))::text as valor from contas_receber where empresa_id = ${ctx.actor.empresa_id}
        and "tpConta" = ${TITLE.CREDITO} and "dhCancelamento" is null group by cliente_id`,
  )
  return new Map(rows.map((one) => [Number(one.cliente_id), String(one.valor)]))
}

/** What each owes after its customer's credits, the oldest first: nothing is posted. */
function netted(rows: readonly Row[], credits: Map<number, string>): readonly Row[] {
  return rows.map((one) => {
    const left = decimal(credits.get(Number(one.cliente_id)) ?? '0')
    const saldo = decimal(String(one.vSaldo))
    const owed = saldo.sign() > 0 ? saldo : ZERO
    const taken = left.lt(owed) ? left : owed
    credits.set(Number(one.cliente_id), left.minus(taken).toFixed(2))
    return { ...one, vCompensado: Number(taken.toFixed(2)), vSaldo: Number(saldo.minus(taken).toFixed(2)) }
  })
}

export const getIntegracaoList = action(contasReceber, 'getIntegracaoList', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary:
    'As contas a receber de um período, para outro sistema: por vencimento (tpIntegracao 1), pagamento (2) ou competência (3); com compensar_saldo, o saldo já sem os créditos de cada cliente.',
  input,
  answer: v.array(row),
  run: async ({ ctx, input: asked }) => {
    if (asked.dFim < asked.dIni) throw badRequest('O fim do período é antes do começo.', 'invalid_date')
    const rows = await rowsOf(
      ctx,
      sql`select t.id, t.numero, t.parcela, t."tpConta", t.descricao, t.cliente_id, c."xNome", c."CNPJ_CPF", t."dEmissao"::text as "dEmissao",
            t."dCompetencia"::text as "dCompetencia", t."dVencimento"::text as "dVencimento", t."dPagamento"::text as "dPagamento",
            t."vDup"::text as "vConta", t."vJuros"::text as "vJuros", t."vMulta"::text as "vMulta", t."vDesc"::text as "vDesc", t."vPago"::text as "vPago",
            t."vSaldo"::text as "vSaldo", t.status, t.banco_id, t.plano_conta_id, t.centro_resultado_id, t.pagamento_id
          from contas_receber t join cliente c on c.id = t.cliente_id
          where t.empresa_id = ${ctx.actor.empresa_id} and t."dhCancelamento" is null and ${filters(asked)}
          order by t."dVencimento", t.id limit ${MOST + 1}`,
    )
    if (rows.length > MOST) throw badRequest(`São mais de ${MOST} contas: encurte o período.`, 'too_many')
    const shown = asked.compensar_saldo ? netted(rows, await creditsBy(ctx)) : rows
    const amounts = ['vConta', 'vJuros', 'vMulta', 'vDesc', 'vPago', 'vSaldo']
    return shown.map((one) => ({ ...one, ...Object.fromEntries(amounts.map((name) => [name, Number(one[name])])) }))
  },
})
