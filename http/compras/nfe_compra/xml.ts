import { sql } from 'drizzle-orm'
import type { NfeReading } from '../../../core/fiscal/nfe-types'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { RecordOf } from '../../platform/resource'
import { sha256Of } from '../../platform/digest'
import type { nfeCompra } from './nfe-compra'
import { readInvoice } from './read-apart'

/** The note as it came lies apart, in `nfe_compra_xml`: no list, lock or change of the invoice carries it. Rows are only added, each with its digest. */

type Invoice = RecordOf<typeof nfeCompra>

export async function storeXml(ctx: Ctx, { id, empresa_id }: Invoice, xml: string): Promise<void> {
  const sha256 = sha256Of(xml)
  await ctx.db.execute(
    sql`insert into nfe_compra_xml (nfe_compra_id, empresa_id, xml, sha256) values (${id}, ${empresa_id}, ${xml}, ${sha256})`,
  )
}

/** What the stored note says. */
export async function storedReading(ctx: Ctx, invoice: Invoice): Promise<NfeReading> {
  return (await readInvoice(await storedXml(ctx, invoice))).nfe
}

/** The stored note. */
export async function storedXml(ctx: Ctx, { id }: Invoice): Promise<string> {
  const [row] = await rowsOf(ctx, sql`select xml from nfe_compra_xml where nfe_compra_id = ${id}`)
  if (!row) throw badRequest('Desta nota só há o resumo: busque o XML na SEFAZ antes.', 'summary')
  return String(row.xml)
}
