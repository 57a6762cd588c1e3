import { sql } from 'drizzle-orm'
import type { Manifestation } from '../../../core/fields/compras/manifestacao'
import { type Ctx, rowsOf } from '../../platform/context'
import { find } from '../../platform/engine/write'
import type { RecordOf } from '../../platform/resource'
import { attempt } from '../../platform/savepoint'
import { nfeCompra } from '../nfe_compra/nfe-compra'
import { importKnown } from '../nfe_compra/import'
import { manifest, maySay } from './manifest'

/** What a company has told of its received notes by itself; it wants so where it has them fetched, has a certificate, and did not say otherwise. */

type Invoice = RecordOf<typeof nfeCompra>

/** Knows of a note of which there is the summary alone, so that the whole of it comes. */
export const knowOf = (ctx: Ctx, invoice: Invoice): Promise<void> => say(ctx, invoice, '210210')

/** Confirms the note of an entry whose goods were received. */
export async function confirmReceived(ctx: Ctx, nfe_compra_id: number | null): Promise<void> {
  const invoice = nfe_compra_id === null ? undefined : await find(ctx, nfeCompra, nfe_compra_id, { lock: true })
  if (invoice && !invoice.cancelada_emitente) await say(ctx, invoice, '210200')
}

/** Makes the entry of a note that came whole, where the company wants it and all its goods are known. */
export async function importUnattended(ctx: Ctx, invoice: Invoice): Promise<void> {
  const [row] = await rowsOf(ctx, sql`select importa_notas as wants from empresa where id = ${invoice.empresa_id}`)
  if (row?.wants === true && invoice.dhCancelamento === null) await attempt(ctx, () => importKnown(ctx, invoice))
}

/** What stands in the way holds nothing up: the note is there to be manifested by hand. */
async function say(ctx: Ctx, invoice: Invoice, tpEvento: Manifestation): Promise<void> {
  if (!(await wants(ctx, invoice.empresa_id)) || !(await maySay(ctx, invoice, tpEvento))) return
  await attempt(ctx, () => manifest(ctx, invoice, { tpEvento }))
}

async function wants(ctx: Ctx, empresa_id: number): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select e.busca_notas and e.manifesta_notas as wants from empresa e join empresa_certificado c on c.empresa_id = e.id where e.id = ${empresa_id}`,
  )
  return row?.wants === true
}
