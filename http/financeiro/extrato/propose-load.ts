import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import type {
  MatchAlias,
  MatchCashRow,
  MatchInput,
  MatchLine,
  MatchRule,
  MatchTitle,
} from '../../../core/reconciliation/types'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Resource, Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { KINDS } from '../title-kinds'
import { confirmations } from './offers'

/** What lines are judged against, as the books stand. Titles are `r12` and `p12`, facts and lines their numbers. */

/** As many as are judged at a time. */
export const MOST_LINES = 2_000
const MOST_TITLES = 200_000
const MOST_FACTS = 20_000
/** Transfers and cash are looked for so many days around. */
const AROUND = 10

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const optional = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Lines that wait: of the account until a day, and of the company's others around them. */
async function linesOf(ctx: Ctx, empresa_id: number, banco_id: number, ate: string): Promise<readonly MatchLine[]> {
  const rows = await rowsOf(
    ctx,
    sql`select l.id, l.banco_id, l."dMovimento"::text as data, (l.amount - l."vConciliado")::text as valor, l.memo from extrato_banco l
        where l.empresa_id = ${empresa_id} and l.status = 0 and l."dMovimento" <= ${addDays(ate, AROUND)}::date
          and (l.banco_id <> ${banco_id} or l."dMovimento" <= ${ate}::date)
        order by (l.banco_id = ${banco_id}) desc, l."dMovimento", l.id limit ${MOST_LINES}`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    conta: String(row.banco_id),
    data: text(row.data),
    valor: text(row.valor),
    memo: text(row.memo),
    // Each is a line of its own: what came twice was known when it was read in.
    fitid: String(row.id),
  }))
}

/** What the caller may not see is not offered. */
const readable = (ctx: Ctx, resource: Resource) => (may(ctx, resource, 'read') ? sql`true` : sql`false`)

/** What is owed to and by the company; what an acquirer owes is paid by its deposits, never by the customer whose name it bears. */
async function titlesOf(ctx: Ctx, empresa_id: number): Promise<readonly MatchTitle[]> {
  const rows = await rowsOf(
    ctx,
    sql`select 'r' || t.id as id, 'receber' as tipo, t."tpConta", t."vSaldo"::text as saldo, t."dVencimento"::text as vence, c."xNome" as pessoa, c."CNPJ_CPF" as doc,
          t.numero, coalesce(t."pMulta", e."pMulta")::text as multa, coalesce(t."pJuros", e."pJuros")::text as juros
        from contas_receber t join cliente c on c.id = t.cliente_id join empresa e on e.id = t.empresa_id
        where ${readable(ctx, KINDS.receber.resource)} and t.empresa_id = ${empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null
          and t."tpConta" <> ${TITLE.CARTAO}
        union all
        select 'p' || t.id, 'pagar', t."tpConta", t."vSaldo"::text, t."dVencimento"::text, f."xNome", f."CNPJ_CPF", t.numero, t."pMulta"::text, t."pJuros"::text
        from contas_pagar t join fornecedor f on f.id = t.fornecedor_id
        where ${readable(ctx, KINDS.pagar.resource)} and t.empresa_id = ${empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null limit ${MOST_TITLES}`,
  )
  return rows.map((row): MatchTitle => ({
    id: text(row.id),
    tipo: row.tipo === 'receber' ? 'receber' : 'pagar',
    tpConta: Number(row.tpConta),
    vSaldo: text(row.saldo),
    dVencimento: text(row.vence),
    pessoa: text(row.pessoa),
    CNPJ_CPF: optional(row.doc),
    numero: optional(row.numero),
    pMulta: optional(row.multa),
    pJurosMes: optional(row.juros),
  }))
}

/** What is in cash and waits for its line, fact by fact and account: what is beside the ledger's opening. */
export async function cashWaiting(ctx: Ctx, empresa_id: number, from: string, to: string): Promise<readonly Row[]> {
  return rowsOf(
    ctx,
    sql`select c.lancamento_id, c.banco_id, max(c."dMovimento")::text as data, min(c.descricao) as descricao, min(c.evento) as evento,
          (sum(c."vLancamento") - coalesce((select sum(v.valor) from extrato_vinculo v where v.lancamento_id = c.lancamento_id
            and v.banco_id = c.banco_id and v."dhDesfeito" is null), 0))::text as valor,
          min(coalesce(r.numero, p.numero)) as numero, min(coalesce(cl."xNome", fo."xNome")) as pessoa
        from caixa_lancamento c join lancamento n on n.id = c.lancamento_id
        left join contas_receber r on r.id = c.contas_receber_id left join cliente cl on cl.id = r.cliente_id
        left join contas_pagar p on p.id = c.contas_pagar_id left join fornecedor fo on fo.id = p.fornecedor_id
        where ${readable(ctx, caixaLancamento)} and c.empresa_id = ${empresa_id} and n."dhDesfeito" is null and c.evento <> 'saldo_inicial'
          and c."dMovimento" between ${from}::date and ${to}::date
        group by c.lancamento_id, c.banco_id
        having sum(c."vLancamento") <> coalesce((select sum(v.valor) from extrato_vinculo v where v.lancamento_id = c.lancamento_id
            and v.banco_id = c.banco_id and v."dhDesfeito" is null), 0)
        order by 1 limit ${MOST_FACTS}`,
  )
}

/** Rules that are on, with how often people confirmed what they say. */
async function rulesOf(
  ctx: Ctx,
  empresa_id: number,
): Promise<{ readonly regras: MatchRule[]; readonly apelidos: MatchAlias[] }> {
  const rows = await rowsOf(
    ctx,
    sql`with vezes as (${confirmations} group by 1, 2, 3, 4, 5, 6)
        select r.id, r.banco_id, r.padrao, r.sinal, r.plano_conta_id, r.automatica, coalesce(c."xNome", f."xNome") as pessoa,
          coalesce((select sum(x.vezes) from vezes x where x.banco_id = r.banco_id and x.esqueleto = r.padrao and x.plano_conta_id = r.plano_conta_id
            and x.sinal = case r.sinal when '+' then 1 else -1 end), 0)::int as confirmacoes
        from conciliacao_regra r left join cliente c on c.id = r.cliente_id left join fornecedor f on f.id = r.fornecedor_id
        where r.empresa_id = ${empresa_id} and r.ativa and r."dhRemovida" is null order by r.id limit 5000`,
  )
  const regras = rows
    .filter((row) => typeof row.plano_conta_id === 'number')
    .map((row): MatchRule => ({
      id: String(row.id),
      padrao: text(row.padrao),
      inteiro: true,
      conta: String(row.banco_id),
      sinal: row.sinal === '+' ? '+' : '-',
      plano_conta_id: Number(row.plano_conta_id),
      confirmacoes: Number(row.confirmacoes),
      automatica: row.automatica === true,
    }))
  const apelidos = rows
    .filter((row) => typeof row.pessoa === 'string')
    .map((row): MatchAlias => ({ padrao: text(row.padrao), inteiro: true, pessoa: text(row.pessoa) }))
  return { regras, apelidos }
}

/** All that the lines of an account until a day are judged by. */
export async function loadMatch(
  ctx: Ctx,
  { empresa_id, banco_id, dFim }: { empresa_id: number; banco_id: number; dFim: string },
): Promise<MatchInput> {
  const linhas = await linesOf(ctx, empresa_id, banco_id, dFim)
  const days = linhas.map((one) => one.data).toSorted()
  const facts = await cashWaiting(
    ctx,
    empresa_id,
    addDays(days[0] ?? dFim, -AROUND),
    addDays(days.at(-1) ?? dFim, AROUND),
  )
  const caixa = facts.map((row): MatchCashRow => ({
    id: String(row.lancamento_id),
    conta: String(row.banco_id),
    data: text(row.data),
    valor: text(row.valor),
    numero: optional(row.numero),
    pessoa: optional(row.pessoa),
  }))
  const [company] = await rowsOf(ctx, sql`select "CNPJ_CPF" as doc from empresa where id = ${empresa_id}`)
  return {
    linhas,
    titulos: await titlesOf(ctx, empresa_id),
    caixa,
    ...(await rulesOf(ctx, empresa_id)),
    CNPJ_empresa: optional(company?.doc),
  }
}
