import { type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatDate } from '../../../core/br/date-text'
import { formatNumber } from '../../../core/br/number'
import { showTaxId } from '../../../core/br/tax-id'
import { findUf } from '../../../core/br/uf'
import type { Mark } from '../../../core/banking/paper/marks'
import { RECEITAS } from '../../../core/fields/nfe/gnre'
import { gnreLife } from '../../../core/lifecycle/gnre'
import { numbersOf } from '../../../core/lifecycle/standing'
import { guideMarks, type GuidePaper } from '../../../core/fiscal/gnre/paper'
import { joined, writePages } from '../../financeiro/boleto-paper/boletos-pdf'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { visibleFilter, whereOf, intArray } from '../../platform/engine/query'
import { badRequest, notFound } from '../../platform/errors'
import { idListOf } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { gnre } from './gnre'

/** Most guides of one file. */
export const MOST = 200

const GONE: ReadonlySet<number> = new Set(numbersOf(gnreLife, ['cancelada']))

/** Guides on paper, a sheet each, in one file. Throws 404, and 400 `not_ready` where the state has not made one of them yet, `cancelled` where one was cancelled. */
export const imprime = action(gnre, 'imprime', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: `Imprime as guias prontas num só PDF, com código de barras e Pix. Até ${MOST}.`,
  input: v.object({ ids: idListOf(MOST) }),
  answer: 'PDF',
  ask: async ({ ctx, input: { ids } }) => {
    const papers = await papersOf(ctx, ids)
    return () => drawn(papers.map(guideMarks))
  },
  run: ({ input: { ids }, asked }) =>
    Promise.resolve(new Download(`gnre-${ids.length === 1 ? ids[0] : 'lote'}`, 'pdf', asked)),
})

/** Sheets as one PDF. */
export async function drawn(sheets: readonly (readonly Mark[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  await writePages(sheets, 'GNRE', (part) => void parts.push(part))
  return joined(parts)
}

/** What papers of guides tell, of rows `t` that hold; `more`: further columns. */
export const guideRows = (ctx: Ctx, where: SQL, more: SQL = sql``): Promise<Row[]> =>
  rowsOf(
    ctx,
    sql`select t.*, t."dVencimento"::text as due, t."dataLimitePagamento"::text as pay_until, t."dReferencia"::text as month, e."CNPJ_CPF" as e_id, e."xNome" as e_name, e."xLgr" as "e_xLgr", e.nro as e_nro,
          e."UF" as e_uf, m."xMun" as e_town, d."xMun" as d_town ${more}
        from gnre t join empresa e on e.id = t.empresa_id left join municipio m on m.id = e."cMun" left join municipio d on d.id = t."cMun_dest"
        ${where}`,
  )

/** Guides that were asked for by their numbers, in that order, as far as they are the caller's. */
export const askedGuides = (ctx: Ctx, ids: readonly number[]): SQL =>
  sql`${whereOf([...visibleFilter(ctx, gnre), sql`t.id = any (${intArray(ids)}::int[])`])} order by array_position(${intArray(ids)}::int[], t.id)`

async function papersOf(ctx: Ctx, ids: readonly number[]): Promise<readonly GuidePaper[]> {
  const rows = await guideRows(ctx, askedGuides(ctx, ids))
  assertThere(rows, ids)
  const early = rows.find((one) => one.nossoNumero === null)
  if (early) throw badRequest(`A guia nº ${Number(early.id)} ainda não está pronta para ser paga.`, 'not_ready')
  return rows.map(paperOf)
}

/** Throws 404 where not all that were asked for are there, 400 `cancelled` where one was cancelled. */
export function assertThere(rows: readonly Row[], ids: readonly number[]): void {
  if (rows.length < new Set(ids).size) throw notFound()
  const over = rows.find(({ status }) => GONE.has(Number(status)))
  if (over) throw badRequest(`A guia nº ${Number(over.id)} foi cancelada: não é impressa.`, 'cancelled')
}

export const said = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
export const money = (value: unknown): string => formatNumber(said(value) || '0', 2)
const listed = (...parts: readonly unknown[]): string =>
  parts
    .map(said)
    .filter((one) => one !== '')
    .join(', ')

/** What a tax is called, where it is one of those that notes owe. */
function taxOf(receita: string): string {
  const name = Object.entries(RECEITAS).find(([code]) => code === receita)?.[1]
  return name === undefined ? receita : `${receita} · ${name}`
}

/** What the paper of a guide tells, of a row of `guideRows`. */
export function paperOf(row: Row): GuidePaper {
  const uf = said(row.ufFavorecida)
  return {
    uf: `${uf} · ${findUf(uf)?.nome ?? ''}`,
    receita: taxOf(said(row.receita)),
    controle: said(row.nossoNumero),
    due: formatDate(said(row.due)),
    limit: formatDate(said(row.pay_until)),
    origin: said(row.nDocOrigem),
    month: said(row.month).slice(0, 7).split('-').toReversed().join('/'),
    values: {
      principal: money(row.vPrincipal),
      fund: money(row.vFCP),
      interest: money(row.vJuros),
      fine: money(row.vMulta),
      total: money(row.valorGNRE),
    },
    emitter: {
      name: said(row.e_name),
      taxId: showTaxId(said(row.e_id)),
      address: listed(row.e_xLgr, row.e_nro),
      town: listed(row.e_town, row.e_uf),
    },
    receiver: { name: said(row.xDest), taxId: showTaxId(said(row.CNPJ_CPF_dest)), town: said(row.d_town) },
    notes: said(row.informacoes).split('\n'),
    codigoBarras: said(row.codigoBarras),
    linhaDigitavel: said(row.linhaDigitavel),
    pix: said(row.qrcodePayload),
    test: row.tpAmb === 2,
  }
}
