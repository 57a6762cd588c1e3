import { sql } from 'drizzle-orm'
import { addDays } from '../../../core/br/civil-date'
import { makeBoleto } from '../../../core/banking/make-boleto'
import { BOLETO, LIVE_BOLETO } from '../../../core/fields/financeiro/boleto'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { insertMany, loadWhere, patchRows } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { type Draft, type RecordOf, resourceNamed, type Row } from '../../platform/resource'
import { attempt } from '../../platform/savepoint'
import { titleName } from '../payment'
import { contasReceber } from '../registers'
import { accountOf, banksOf, seriesOf } from './account'
import { bancoCnab, type Setup } from './banco-cnab'
import { takeNumbers } from './numbers'

/** Boletos are made of receivables: of what is owed, numbered by the collection of their account. */

type Receivable = RecordOf<typeof contasReceber>

/** Words on paper and in files: the receivable's own number where it has room, else ours. */
const documentNumber = ({ id, numero }: Receivable): string =>
  numero !== null && /^[\w/.-]{1,10}$/.test(numero) ? numero : String(id)

/** What forbids a boleto of a receivable. Throws 400. */
function assertOwed(title: Receivable): void {
  const name = titleName(title)
  if (title.dhCancelamento !== null) throw badRequest(`A conta ${name} está cancelada.`, 'cancelled')
  if (title.tpConta === TITLE.CREDITO || Number(title.vSaldo) <= 0)
    throw badRequest(`A conta ${name} não tem saldo a receber.`, 'settled')
}

/** The collection of each receivable: as asked, else its method's, its account's only one, or the company's. Throws 400 `no_setup`. */
async function setupsOf(ctx: Ctx, asked: readonly Asked[]): Promise<readonly number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, coalesce(
          (select c.id from banco_cnab c join pagamento p on p.banco_cnab_id = c.id where p.id = t.pagamento_id and c.empresa_id = t.empresa_id and c.ativo),
          (select min(c.id) from banco_cnab c left join pagamento p on p.id = t.pagamento_id
             where c.empresa_id = t.empresa_id and c.ativo and c.banco_id = coalesce(t.banco_id, p.banco_id) having count(*) = 1),
          (select min(c.id) from banco_cnab c where c.empresa_id = t.empresa_id and c.ativo having count(*) = 1)) as cobranca
        from contas_receber t where t.id = any (${intArray(asked.map((one) => one.title.id))}::int[])`,
  )
  const found = new Map(rows.map((row) => [Number(row.id), row.cobranca]))
  return asked.map(({ title, banco_cnab_id }) => {
    const id = banco_cnab_id ?? found.get(title.id)
    if (typeof id === 'number') return id
    throw badRequest(
      `Selecione a cobrança do boleto da conta ${titleName(title)}: nem a forma de pagamento nem a conta caixa dizem uma.`,
      'no_setup',
    )
  })
}

interface Asked {
  readonly title: Receivable
  readonly banco_cnab_id: number | null
}

/** Receivables that have a boleto which the bank may still collect. */
async function assertNoneLive(ctx: Ctx, titles: readonly Receivable[]): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select contas_receber_id, nosso_numero_impresso from boleto where situacao = any (${intArray(LIVE_BOLETO)}::int[])
        and contas_receber_id = any (${intArray(titles.map((one) => one.id))}::int[]) order by id limit 1`,
  )
  const title = row && titles.find((one) => one.id === Number(row.contas_receber_id))
  if (title)
    throw badRequest(
      `A conta ${titleName(title)} já tem o boleto ${String(row?.nosso_numero_impresso)}: cancele-o antes.`,
      'has_boleto',
    )
}

/** Terms of a boleto: the receivable's, else the collection's, else the company's; kept as they were when it was made. */
function termsOf(title: Receivable, setup: Setup, company: Row): Row {
  const days = setup.diasDesconto ?? 0
  const hasDiscount = Number(setup.pDesconto ?? 0) > 0
  return {
    pMulta: title.pMulta ?? setup.pMulta ?? company.pMulta ?? null,
    pJuros: title.pJuros ?? setup.pJuros ?? company.pJuros ?? null,
    pDesconto: hasDiscount ? setup.pDesconto : null,
    dDesconto: hasDiscount ? addDays(title.dVencimento, -days) : null,
  }
}

/** What stands on new boletos of receivables. Receivables and collections are held. Throws 400 `cancelled`, `settled`, `has_boleto`, `no_setup`, `series_full`; 404. */
async function columnsFor(ctx: Ctx, asked: readonly Asked[]): Promise<readonly Row[]> {
  const titles = asked.map((one) => one.title)
  for (const title of titles) assertOwed(title)
  await assertNoneLive(ctx, titles)
  const chosen = await setupsOf(ctx, asked)
  const setups = await loadWhere(ctx, bancoCnab, 'id', [...new Set(chosen)], { lock: true })
  const banks = await banksOf(
    ctx,
    setups.map((one) => one.banco_id),
  )
  const [company = {}] = await rowsOf(
    ctx,
    sql`select "pMulta"::text as "pMulta", "pJuros"::text as "pJuros" from empresa where id = ${titles[0]?.empresa_id ?? 0}`,
  )
  const made = new Map<number, Row>()
  const today = ctx.clock.today()
  for (const setup of setups) {
    const own = titles.filter((_, at) => chosen[at] === setup.id)
    if (own.some((one) => one.empresa_id !== setup.empresa_id)) throw notFound()
    if (setup.ativo === false) throw badRequest(`A cobrança ${setup.descricao} está inativa.`, 'inactive')
    const banco = banks.get(setup.banco_id) ?? ''
    const { numbers, next } = takeNumbers({ ...setup, banco }, own.length, today)
    await patchRows(ctx, bancoCnab, [{ id: setup.id, nosso_numero_proximo: next }])
    for (const [at, title] of own.entries())
      made.set(title.id, {
        ...printed(setup, banco, title, numbers[at] ?? ''),
        ...termsOf(title, setup, company),
        dEmissao: today,
      })
  }
  return titles.map((one) => made.get(one.id) ?? {})
}

/** What is on a boleto of a receivable, by its number. */
export function printed(setup: Setup, banco: string, title: Receivable, number: string): Row {
  const conta = accountOf(setup, banco)
  const seu_numero = documentNumber(title)
  const { codigo_barras, linha_digitavel, nosso_numero } = makeBoleto({
    conta,
    nosso_numero: number,
    seu_numero: /^\d+$/.test(seu_numero) ? seu_numero : String(title.id),
    parcela: String(Math.min(title.parcela, 999)),
    dVencimento: title.dVencimento,
    valor: title.vSaldo,
  })
  return {
    empresa_id: title.empresa_id,
    contas_receber_id: title.id,
    banco_cnab_id: setup.id,
    banco_id: setup.banco_id,
    cliente_id: title.cliente_id,
    serie: seriesOf(conta),
    nosso_numero: nosso_numero.numero,
    nosso_numero_dv: nosso_numero.dv,
    nosso_numero_impresso: nosso_numero.formatado,
    chave: nosso_numero.numero.replace(/^0+/, ''),
    seu_numero,
    valor: title.vSaldo,
    dVencimento: title.dVencimento,
    codigo_barras,
    linha_digitavel,
    situacao: BOLETO.A_REGISTRAR,
  }
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const ASKED = ['contas_receber_id', 'banco_cnab_id'] as const

/** Boletos that somebody asks for: the rest follows from their receivables. One that is there says nothing else. */
export async function fillBoletos(ctx: Ctx, all: readonly Draft[]): Promise<void> {
  const drafts = all.filter(({ before }) => !before)
  if (all.some(({ before, values }) => before && ASKED.some((name) => (values[name] ?? before[name]) !== before[name])))
    throw badRequest('Um boleto não é alterado: mude a conta, ou dê uma instrução ao banco.', 'registered')
  if (drafts.length === 0) return
  const ids = drafts.map(({ values }) => Number(values.contas_receber_id))
  const titles = await loadWhere(ctx, contasReceber, 'id', [...new Set(ids)], { lock: true })
  const known = new Map(titles.map((one) => [one.id, one]))
  const asked = drafts.map(({ values }): Asked => {
    const title = known.get(Number(values.contas_receber_id))
    if (!title) throw invalid({ contas_receber_id: ['Selecione um registro válido.'] })
    return { title, banco_cnab_id: numberIn(values.banco_cnab_id) }
  })
  if (known.size < ids.length) throw invalid({ contas_receber_id: ['Uma conta aparece mais de uma vez.'] })
  const columns = await columnsFor(ctx, asked)
  for (const [at, { values }] of drafts.entries()) Object.assign(values, columns[at])
}

/** Makes the boletos of receivables, all or none. Answers their numbers in the order of the receivables. */
export async function issueBoletos(ctx: Ctx, ids: readonly number[], banco_cnab_id: number | null): Promise<number[]> {
  const titles = await loadWhere(ctx, contasReceber, 'id', ids, { lock: true })
  if (titles.length < ids.length) throw notFound()
  const columns = await columnsFor(
    ctx,
    titles.map((title) => ({ title, banco_cnab_id })),
  )
  const made = await insertMany(ctx, resourceNamed('boleto'), columns)
  return made.map((one) => Number(one.id))
}

/** Makes the boletos of what was invoiced just now, where it says how: an invoice never waits for a boleto, which is made later where it cannot be made now. */
export async function issueWhereAgreed(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await attempt(ctx, async () => void (await issueBoletos(ctx, ids, null)))
}
