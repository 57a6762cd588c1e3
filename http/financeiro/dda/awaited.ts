import { sql } from 'drizzle-orm'
import { NEAR_DAYS, rootOf } from '../../../core/banking/dda-match'
import { daysBetween } from '../../../core/br/civil-date'
import { decimal } from '../../../core/money/decimal'
import { nfeCompra } from '../../compras/nfe_compra/nfe-compra'
import { storedReading } from '../../compras/nfe_compra/xml'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere } from '../../platform/engine/write'
import { ROOT } from './candidates'
import type { Waiting } from './waiting'

/** Slips of suppliers' invoices that are here and whose goods are not: they wait, so that goods and money meet. */

interface Instalment {
  readonly raiz: string
  readonly nfe_compra_id: number | null
  readonly dVencimento: string | null
  readonly valor: string
  /** What is waited for, in words. */
  readonly texto: string
}

/** As many invoices are read for one run, the latest first. */
const MOST_READ = 50
/** As far back as an invoice is waited for. */
const DAYS = 180

const json = (list: readonly unknown[]) => sql`(select jsonb_array_elements_text(${JSON.stringify(list)}::jsonb))`

/** Instalments of entries that are not finalised. */
async function ofEntries(ctx: Ctx, empresa_id: number, roots: readonly string[]): Promise<readonly Instalment[]> {
  const rows = await rowsOf(
    ctx,
    sql`select ${ROOT} as raiz, e.nfe_compra_id, x."dVencimento"::text as "dVencimento", x."vDup"::text as valor, e.id, e."nNF"
        from entrada e join fornecedor p on p.id = e.fornecedor_id join entrada_duplicata x on x.entrada_id = e.id
        where e.empresa_id = ${empresa_id} and e."dhFinalizacao" is null and e."dhCancelamento" is null and x.conta_pagar_id is null and ${ROOT} in ${json(roots)} order by e.id limit 2000`,
  )
  return rows.map((row) => ({
    raiz: String(row.raiz),
    nfe_compra_id: typeof row.nfe_compra_id === 'number' ? row.nfe_compra_id : null,
    dVencimento: String(row.dVencimento),
    valor: String(row.valor),
    texto: `Espera a entrada nº ${Number(row.id)}${row.nNF === null ? '' : `, da nota ${String(row.nNF)},`} ser finalizada.`,
  }))
}

/** Instalments of invoices that have no entry, read of their XML. */
async function ofInvoices(ctx: Ctx, empresa_id: number, roots: readonly string[]): Promise<readonly Instalment[]> {
  const rows = await rowsOf(
    ctx,
    sql`select n.id from nfe_compra n join fornecedor p on p.id = n.fornecedor_id
        where n.empresa_id = ${empresa_id} and n.entrada_id is null and n."dhRecusa" is null and n."dhCancelamento" is null and not n.resumo and ${ROOT} in ${json(roots)}
          and n."dhEmi" > ${ctx.clock.now()}::timestamptz - ${DAYS} * interval '1 day' order by n.id desc limit ${MOST_READ}`,
  )
  const invoices = await loadWhere(
    ctx,
    nfeCompra,
    'id',
    rows.map((row) => Number(row.id)),
  )
  const all: Instalment[] = []
  for (const invoice of invoices) {
    const { duplicatas } = await storedReading(ctx, invoice)
    const raiz = rootOf(invoice.CNPJ_CPF)
    if (raiz === null) continue
    for (const { dVenc, vDup } of duplicatas)
      all.push({
        raiz,
        nfe_compra_id: invoice.id,
        dVencimento: dVenc,
        valor: vDup,
        texto: `Espera a entrada da nota ${invoice.nNF}.`,
      })
  }
  return all
}

const fits = ({ raiz, raiz_sacador, cost, dueDate }: Waiting, one: Instalment): boolean =>
  (one.raiz === raiz || one.raiz === raiz_sacador) &&
  decimal(cost).eq(one.valor) &&
  (dueDate === null || one.dVencimento === null || Math.abs(daysBetween(dueDate, one.dVencimento)) <= NEAR_DAYS)

/** For what each slip waits, by its number; those that wait for nothing are left out. Each instalment is waited for once. */
export async function awaitedBy(ctx: Ctx, slips: readonly Waiting[]): Promise<ReadonlyMap<number, Instalment>> {
  const awaited = new Map<number, Instalment>()
  const roots = [...new Set(slips.flatMap(({ raiz, raiz_sacador }) => [raiz, raiz_sacador]))].filter(
    (one) => one !== null,
  )
  const [first] = slips
  if (!first || roots.length === 0) return awaited
  const free = [...(await ofEntries(ctx, first.empresa_id, roots)), ...(await ofInvoices(ctx, first.empresa_id, roots))]
  for (const slip of slips) {
    const at = free.findIndex((one) => fits(slip, one))
    const [taken] = at < 0 ? [] : free.splice(at, 1)
    if (taken) awaited.set(slip.id, taken)
  }
  return awaited
}
