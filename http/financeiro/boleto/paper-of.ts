import { sql } from 'drizzle-orm'
import type { ContaCobranca } from '../../../core/banking/account'
import type { BoletoPaper, BoletoParty } from '../../../core/banking/paper/boleto-paper'
import { showCep } from '../../../core/br/fields'
import { formatDate } from '../../../core/br/date-text'
import { formatCurrency, formatPercent } from '../../../core/br/number'
import { decimal } from '../../../core/money/decimal'
import { BOLETO } from '../../../core/fields/financeiro/boleto'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import type { Row } from '../../platform/resource'
import { rowIn } from '../../relatorios/document'
import { accountOf, seriesOf } from './account'
import { bancoCnab, messagesOf, type Setup } from './banco-cnab'
import { type Boleto, boleto } from './boleto'
import { WRITING_OFF } from './given'
import { termsOf } from './titulo'

/** Boletos as their paper has them: what was registered, whatever has become of the receivable since. */

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What a paper says of a company or a customer, and no more: there may be thousands. */
const partyIn = (alias: 'c' | 'e') =>
  sql.raw(
    `jsonb_build_object(${['xNome', 'CNPJ_CPF', 'xLgr', 'nro', 'xCpl', 'xBairro', 'UF', 'CEP'].map((name) => `'${name}', ${alias}."${name}"`).join(', ')})`,
  )

/** What stands on boletos beside what is theirs: dates and instalment of the receivable, who collects and who pays. */
async function factsOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Row>> {
  const rows = await rowsOf(
    ctx,
    sql`with alvo as (select b.*, ${WRITING_OFF} as baixando from boleto b where b.id = any (${intArray(ids)}::int[])),
          documentos as (select r.empresa_id, r.documento, r.documento_id, max(r.parcela) as de from contas_receber r
            join (select distinct t.empresa_id, t.documento, t.documento_id from alvo a join contas_receber t on t.id = a.contas_receber_id) d
              on d.documento = r.documento and d.documento_id = r.documento_id and d.empresa_id = r.empresa_id group by 1, 2, 3)
        select a.id, a.baixando, t."dEmissao"::text as "dDocumento", t.parcela, t.recorrencia_n, t.recorrencia_total, d.de,
          ${partyIn('e')} as empresa, me."xMun" as empresa_mun, ${partyIn('c')} as cliente, mc."xMun" as cliente_mun, mc."UF" as cliente_uf
        from alvo a join contas_receber t on t.id = a.contas_receber_id join empresa e on e.id = a.empresa_id left join municipio me on me.id = e."cMun"
          left join cliente c on c.id = a.cliente_id left join municipio mc on mc.id = c."cMun"
          left join documentos d on d.empresa_id = t.empresa_id and d.documento = t.documento and d.documento_id = t.documento_id`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** Refuses, by name, what nobody is to pay any more. Throws 400 `cancelled`, `written_off`. */
function assertPayable(one: Boleto, facts: Row): void {
  const name = text(one.nosso_numero_impresso)
  if (one.situacao === BOLETO.CANCELADO) throw badRequest(`O boleto ${name} está cancelado.`, 'cancelled')
  if (one.situacao === BOLETO.BAIXADO) throw badRequest(`O boleto ${name} foi baixado no banco.`, 'written_off')
  if (facts.baixando === true)
    throw badRequest(`A baixa do boleto ${name} já foi pedida ao banco: ele não deve ser pago.`, 'written_off')
}

function partyOf(person: Row, town: unknown, state: unknown): BoletoParty {
  const place = [text(town), text(state)].filter(Boolean).join('/')
  const parts = [person.xLgr, person.nro, person.xCpl, person.xBairro, place, showCep(text(person.CEP))]
  return {
    nome: text(person.xNome),
    documento: text(person.CNPJ_CPF),
    endereco: parts.map(text).filter(Boolean).join(', '),
  }
}

/** Which of how many: of a series, else of its document; undefined where it is one alone. */
function instalmentOf({ parcela, de, recorrencia_n, recorrencia_total }: Row): BoletoPaper['parcela'] {
  if (Number(recorrencia_total ?? 0) > 1) return { n: Number(recorrencia_n), de: Number(recorrencia_total) }
  return Number(de ?? 0) > 1 ? { n: Number(parcela), de: Number(de) } : undefined
}

/** The terms as the bank has them, in reais and days, then the company's own words. */
function instructionsOf(one: Boleto, setup: Setup): readonly string[] {
  const { juros, multa, desconto, protesto_dias } = termsOf(one, setup, 'entrada')
  const fine = multa && decimal(one.valor).times(multa.valor).div(100).round(2)
  return [
    fine && `Após o vencimento, multa de ${formatCurrency(fine)} (${formatPercent(multa.valor)}).`,
    juros && `Após o vencimento, juros de ${formatCurrency(juros.valor)} por dia.`,
    desconto && `Desconto de ${formatCurrency(desconto.valor)} até ${formatDate(desconto.data)}.`,
    protesto_dias !== null && `Sujeito a protesto ${daysAfter(protesto_dias)}.`,
    ...messagesOf(setup),
  ].filter((line) => typeof line === 'string')
}

const daysAfter = (days: number): string => `${days} ${days === 1 ? 'dia' : 'dias'} após o vencimento`

/** The agreement that a boleto was made by: as its series says, where the collection has another by now. */
function accountThen({ serie, codigo_barras }: Boleto, setup: Setup): ContaCobranca {
  const now = accountOf(setup, text(codigo_barras).slice(0, 3))
  if (serie === null || seriesOf(now) === serie) return now
  const [, agencia = '', conta = '', convenio, carteira] = serie.split('|')
  const { banco, variacao, posto } = now
  return { banco, agencia, conta, convenio, carteira, variacao, posto }
}

function paperOf(one: Boleto, setup: Setup, facts: Row): BoletoPaper {
  const [company, customer] = [rowIn(facts.empresa), rowIn(facts.cliente)]
  const issued = text(one.dEmissao)
  return {
    codigo_barras: text(one.codigo_barras),
    conta: accountThen(one, setup),
    nosso_numero: text(one.nosso_numero_impresso),
    beneficiario: partyOf(company, facts.empresa_mun, company.UF),
    pagador: partyOf(customer, facts.cliente_mun, customer.UF ?? facts.cliente_uf),
    numero_documento: text(one.seu_numero),
    dDocumento: text(facts.dDocumento) || issued,
    dProcessamento: issued,
    dVencimento: one.dVencimento ?? undefined,
    valor: one.valor,
    especie_doc: setup.especieDoc ?? 'DM',
    aceite: setup.aceite === 'S',
    instrucoes: instructionsOf(one, setup),
    pix: one.pix ?? undefined,
    parcela: instalmentOf(facts),
  }
}

/**
 * The papers of boletos of the caller's companies, in the order asked, each once: three queries, however many. Throws 404 where one is missing, 400 `cancelled`, `written_off`
 * naming the first that nobody is to pay.
 */
export async function papersOf(ctx: Ctx, ids: readonly number[]): Promise<readonly BoletoPaper[]> {
  const asked = [...new Set(ids)]
  const known = new Map((await loadWhere(ctx, boleto, 'id', asked)).map((one) => [one.id, one]))
  if (known.size < asked.length) throw notFound()
  const own = [...new Set([...known.values()].flatMap((one) => one.banco_cnab_id ?? []))]
  const [setups, facts] = [await loadWhere(ctx, bancoCnab, 'id', own), await factsOf(ctx, asked)]
  const setupOf = new Map(setups.map((one) => [one.id, one]))
  return asked.map((id) => {
    const [one, its] = [known.get(id), facts.get(id)]
    const setup = setupOf.get(one?.banco_cnab_id ?? 0)
    if (!one || !its || !setup) throw notFound()
    assertPayable(one, its)
    return paperOf(one, setup, its)
  })
}
