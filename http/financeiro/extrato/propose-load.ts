import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import {
  CONFIRMED,
  type MatchAlias,
  type MatchCashRow,
  type MatchInput,
  type MatchLine,
  type MatchRule,
  type MatchTitle,
} from '../../../core/reconciliation/types'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Resource, Row } from '../../platform/resource'
import { may } from '../../platform/rights'
import { caixaLancamento } from '../caixa'
import { KINDS } from '../title-kinds'
import { batchesOf } from './batch'
import { confirmations } from './offers'

/** What lines are judged against, as the books stand. Titles are `r12` and `p12`, facts and lines their numbers. */

/** As many as are judged at a time. */
const MOST_LINES = 2_000
const MOST_TITLES = 200_000
const MOST_FACTS = 20_000
const MOST_RULES = 5_000
/** Transfers and cash are looked for so many days around. */
const AROUND = 10

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const optional = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * The first lines of an account that wait until a day, how many there are of them, and those of the company's other accounts around them, the newest first;
 * whether there are more of these.
 */
async function linesOf(
  ctx: Ctx,
  { empresa_id, banco_id, dFim }: Account,
): Promise<{ readonly linhas: readonly MatchLine[]; readonly total: number; readonly isCut: boolean }> {
  const columns = sql`l.id, l.banco_id, l."dMovimento"::text as data, (l.amount - l."vConciliado")::text as valor, l.memo`
  const own = await rowsOf(
    ctx,
    sql`select ${columns}, count(*) over ()::int as total from extrato_banco l
        where l.banco_id = ${banco_id} and l.status = 0 and l."dMovimento" <= ${dFim}::date order by l."dMovimento", l.id limit ${MOST_LINES}`,
  )
  const { from, to } = around(own.map((row) => text(row.data)))
  const others = await rowsOf(
    ctx,
    sql`select ${columns} from extrato_banco l where l.empresa_id = ${empresa_id} and l.banco_id <> ${banco_id} and l.status = 0
        and l."dMovimento" between ${from}::date and ${to}::date order by l."dMovimento" desc, l.id desc limit ${MOST_LINES + 1}`,
  )
  const linhas = [...own, ...others.slice(0, MOST_LINES)].map((row) => ({
    id: String(row.id),
    conta: String(row.banco_id),
    data: text(row.data),
    valor: text(row.valor),
    memo: text(row.memo),
    // Each is a line of its own: what came twice was known when it was read in.
    fitid: String(row.id),
  }))
  return { linhas, total: Number(own[0]?.total ?? 0), isCut: others.length > MOST_LINES }
}

/** The days of lines, and some around them; none where there are no lines. */
function around(days: readonly string[]): { readonly from: string | null; readonly to: string | null } {
  const sorted = days.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  return { from: first ? addDays(first, -AROUND) : null, to: last ? addDays(last, AROUND) : null }
}

/** What the caller may not see is not offered. */
const readable = (ctx: Ctx, resource: Resource) => (may(ctx, resource, 'read') ? sql`true` : sql`false`)

/** What is owed to and by the company; what an acquirer owes is paid by its deposits, never by the customer whose name it bears. */
async function titlesOf(ctx: Ctx, empresa_id: number): Promise<readonly MatchTitle[]> {
  const rows = await rowsOf(
    ctx,
    sql`select 'r' || t.id as id, 'receber' as tipo, t."tpConta", t."vSaldo"::text as saldo, t."dVencimento"::text as vence, 'c' || c.id as pessoa_id, c."xNome" as pessoa, c."CNPJ_CPF" as doc,
          t.numero, coalesce(t."pMulta", e."pMulta")::text as multa, coalesce(t."pJuros", e."pJuros")::text as juros
        from contas_receber t join cliente c on c.id = t.cliente_id join empresa e on e.id = t.empresa_id
        where ${readable(ctx, KINDS.receber.resource)} and t.empresa_id = ${empresa_id} and t."vSaldo" > 0 and t."dhCancelamento" is null
          and t."tpConta" <> ${TITLE.CARTAO}
        union all
        select 'p' || t.id, 'pagar', t."tpConta", t."vSaldo"::text, t."dVencimento"::text, 'f' || f.id, f."xNome", f."CNPJ_CPF", t.numero, t."pMulta"::text, t."pJuros"::text
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
    pessoa_id: text(row.pessoa_id),
    CNPJ_CPF: optional(row.doc),
    numero: optional(row.numero),
    pMulta: optional(row.multa),
    pJurosMes: optional(row.juros),
  }))
}

/** What is in cash and waits for just one of these lines, fact by fact and account: what is beside the ledger's opening, the newest first. */
async function cashOf(ctx: Ctx, empresa_id: number, linhas: readonly MatchLine[]): Promise<readonly Row[]> {
  const { from, to } = around(linhas.map((one) => one.data))
  const wanted = JSON.stringify(linhas.map(({ conta, valor }) => ({ conta, valor })))
  return rowsOf(
    ctx,
    sql`with linhas as (select distinct l.conta, l.valor from jsonb_to_recordset(${wanted}::jsonb) as l(conta int, valor numeric)),
        fatos as (select c.lancamento_id, c.banco_id, max(c."dMovimento") as data, min(coalesce(r.numero, p.numero)) as numero, min(coalesce(cl."xNome", fo."xNome")) as pessoa,
            sum(c."vLancamento") - coalesce((select sum(v.valor) from extrato_vinculo v where v.lancamento_id = c.lancamento_id
              and v.banco_id = c.banco_id and v."dhDesfeito" is null), 0) as valor
          from caixa_lancamento c join lancamento n on n.id = c.lancamento_id
          left join contas_receber r on r.id = c.contas_receber_id left join cliente cl on cl.id = r.cliente_id
          left join contas_pagar p on p.id = c.contas_pagar_id left join fornecedor fo on fo.id = p.fornecedor_id
          where ${readable(ctx, caixaLancamento)} and c.empresa_id = ${empresa_id} and n."dhDesfeito" is null and c.evento <> 'saldo_inicial'
            and c.banco_id in (select conta from linhas) and c."dMovimento" between ${from}::date and ${to}::date
          group by c.lancamento_id, c.banco_id)
        select f.lancamento_id, f.banco_id, f.data::text as data, f.valor::text as valor, f.numero, f.pessoa
        from fatos f join linhas l on l.conta = f.banco_id and l.valor = f.valor order by f.data desc, f.lancamento_id desc limit ${MOST_FACTS + 1}`,
  )
}

/** Rules that are on, with how often people confirmed what they say. */
async function rulesOf(
  ctx: Ctx,
  empresa_id: number,
): Promise<{ readonly regras: MatchRule[]; readonly apelidos: MatchAlias[] }> {
  const rows = await rowsOf(
    ctx,
    sql`with usadas as (select * from conciliacao_regra where empresa_id = ${empresa_id} and ativa and "dhRemovida" is null order by id limit ${MOST_RULES}),
        vezes as (${confirmations} and (l.banco_id, l.esqueleto) in (select banco_id, padrao from usadas) group by 1, 2, 3, 4, 5, 6)
        select r.id, r.banco_id, r.padrao, r.sinal, r.plano_conta_id, r.automatica, coalesce(c."xNome", f."xNome") as pessoa, coalesce('c' || c.id, 'f' || f.id) as pessoa_id, coalesce(sum(x.vezes), 0)::int as confirmacoes
        from usadas r left join cliente c on c.id = r.cliente_id left join fornecedor f on f.id = r.fornecedor_id
        left join vezes x on x.banco_id = r.banco_id and x.esqueleto = r.padrao and x.sinal = case r.sinal when '+' then 1 else -1 end
          and (x.plano_conta_id = r.plano_conta_id or x.cliente_id = r.cliente_id or x.fornecedor_id = r.fornecedor_id)
        group by r.id, r.banco_id, r.padrao, r.sinal, r.plano_conta_id, r.automatica, c.id, f.id order by r.id`,
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
    .map((row): MatchAlias => ({
      padrao: text(row.padrao),
      inteiro: true,
      pessoa: text(row.pessoa),
      pessoa_id: text(row.pessoa_id),
      conta: String(row.banco_id),
      sinal: row.sinal === '+' ? '+' : '-',
      regra_id: Number(row.id),
      automatica: row.automatica === true && Number(row.confirmacoes) >= CONFIRMED,
    }))
  return { regras, apelidos }
}

interface Account {
  readonly empresa_id: number
  readonly banco_id: number
  readonly dFim: string
}

/** All that the lines of an account until a day are judged by; how many lines wait, and whether there was more in cash or in other accounts than is looked at. */
export async function loadMatch(
  ctx: Ctx,
  account: Account,
): Promise<{ readonly input: MatchInput; readonly total: number; readonly isCut: boolean }> {
  const { empresa_id } = account
  const { linhas, total, isCut } = await linesOf(ctx, account)
  const facts = await cashOf(ctx, empresa_id, linhas)
  const caixa = facts.slice(0, MOST_FACTS).map((row): MatchCashRow => ({
    id: String(row.lancamento_id),
    conta: String(row.banco_id),
    data: text(row.data),
    valor: text(row.valor),
    numero: optional(row.numero),
    pessoa: optional(row.pessoa),
  }))
  const [company] = await rowsOf(ctx, sql`select "CNPJ_CPF" as doc from empresa where id = ${empresa_id}`)
  const input = {
    linhas,
    titulos: await titlesOf(ctx, empresa_id),
    caixa,
    lotes: await batchesOf(ctx, account, linhas),
    ...(await rulesOf(ctx, empresa_id)),
    CNPJ_empresa: optional(company?.doc),
  }
  return { input, total, isCut: isCut || facts.length > MOST_FACTS }
}
