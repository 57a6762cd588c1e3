import { sql } from 'drizzle-orm'
import { readSlip } from '../../../core/banking/boleto'
import { rootOf } from '../../../core/banking/dda-match'
import { showTaxId } from '../../../core/br/tax-id'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest, conflict, invalid } from '../../platform/errors'
import { hold } from '../../platform/engine/hold'
import { intArray } from '../../platform/engine/query'
import type { Draft, Row } from '../../platform/resource'

/** A slip that somebody typed or scanned: its code tells the bank, the amount and the due date. */

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What may still be changed of a slip: nothing of one that is linked or refused. Throws 400 `linked`, `refused`; 422 for another line. */
function assertOpen(before: Row, values: Row): void {
  if (before.dhRecusa !== null) throw badRequest('Este boleto foi recusado: desfaça a recusa antes.', 'refused')
  if (before.contas_pagar_id !== null) throw badRequest('Este boleto já está ligado: desvincule antes.', 'linked')
  if (values.linha_digitavel !== undefined && values.linha_digitavel !== before.linha_digitavel)
    throw invalid({ linha_digitavel: ['A linha não muda: inclua o outro boleto.'] })
}

/** What the code of a new slip says. Throws 422 for a collection slip, which no one registers against anybody. */
function fromCode(ctx: Ctx, values: Row): void {
  const slip = readSlip(String(values.linha_digitavel), ctx.clock.today())
  if (slip.kind !== 'boleto')
    throw invalid({ linha_digitavel: ['Isto é uma guia, e não um boleto: lance-a nas contas a pagar.'] })
  values.codigo_barras = slip.codigo_barras
  values.banco = slip.banco ?? null
  values.dueDate ??= slip.dVencimento ?? null
  if (decimal(String(values.cost ?? 0)).isZero()) values.cost = slip.valor ?? '0'
}

/** The tax id and the name of suppliers that slips name. */
async function suppliersOf(ctx: Ctx, drafts: readonly Draft[]): Promise<ReadonlyMap<number, Row>> {
  const ids = drafts.flatMap(({ values }) => (typeof values.fornecedor_id === 'number' ? [values.fornecedor_id] : []))
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    ctx,
    sql`select id, "CNPJ_CPF", "xNome" from fornecedor where id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), row]))
}

/** Fills slips that are typed. Throws 422 by field; 409 for one that is here already. */
export async function fillSlips(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  const suppliers = await suppliersOf(ctx, drafts)
  for (const { before, values } of drafts) {
    if (before) assertOpen(before, values)
    else fromCode(ctx, values)
    const supplier = suppliers.get(Number(values.fornecedor_id))
    if (supplier) {
      values.issuerTaxId ??= before?.issuerTaxId ?? supplier.CNPJ_CPF
      values.xEmissor ??= before?.xEmissor ?? textIn(supplier.xNome)?.slice(0, 120) ?? null
    }
    for (const [name, root] of [
      ['issuerTaxId', 'raiz'],
      ['sacadorTaxId', 'raiz_sacador'],
    ] as const)
      if (values[name] !== undefined) values[root] = rootOf(textIn(values[name]))
  }
  await assertNew(
    ctx,
    drafts.flatMap(({ before, values }) => (before ? [] : [values])),
  )
}

/** Throws 409 for a slip that is here already. */
async function assertNew(ctx: Ctx, slips: readonly Row[]): Promise<void> {
  if (slips.length === 0) return
  const keyOf = ({ empresa_id, codigo_barras }: Row): string => `${String(empresa_id)} ${String(codigo_barras)}`
  const keys = slips.map(keyOf)
  await hold(ctx, 'boleto_dda', keys)
  const here = await rowsOf(
    ctx,
    sql`select id, empresa_id, codigo_barras, "xEmissor", "issuerTaxId" from boleto_dda
        where empresa_id = any (${intArray([...new Set(slips.map((one) => Number(one.empresa_id)))])}::int[])
          and codigo_barras in (select jsonb_array_elements_text(${JSON.stringify(slips.map((one) => one.codigo_barras))}::jsonb)) order by id`,
  )
  const known = here.find((one) => keys.includes(keyOf(one)))
  if (!known) return
  const who = textIn(known.xEmissor) ?? showTaxId(textIn(known.issuerTaxId))
  throw conflict(`Este boleto já está aqui: nº ${Number(known.id)}${who === '' ? '' : `, de ${who}`}.`)
}
