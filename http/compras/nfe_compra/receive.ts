import { sql } from 'drizzle-orm'
import { readTaxId } from '../../../core/br/tax-id'
import { isMunicipalityCode } from '../../../core/br/uf'
import type { NfeParty, NfeReading } from '../../../core/fiscal/nfe-types'
import { fornecedor } from '../../cadastros/pessoas'
import { empresa } from '../../cadastros/empresa'
import { ownCnpj } from '../../cadastros/empresa/own-cnpj'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { hold } from '../../platform/engine/hold'
import { insert, load, update } from '../../platform/engine/write'
import { valuesFromOutside } from '../../platform/parse'
import type { RecordOf, Row } from '../../platform/resource'
import { cut } from './cut'
import { nfeCompra } from './nfe-compra'
import type { Received } from './read-apart'
import { storeXml } from './xml'

/**
 * Takes in a supplier's invoice that was read: refuses what is not ours or already here, finds or creates the supplier, and stores the XML.
 * Throws 409 `already_imported` (same key), 400 `other_company`. Nothing is written unless all of it is.
 */
export async function receiveXml(ctx: Ctx, { xml, nfe }: Received): Promise<RecordOf<typeof nfeCompra>> {
  await assertOurs(ctx, nfe)
  await assertNew(ctx, nfe.chNFe)
  const invoice = await insert(ctx, nfeCompra, await valuesOf(ctx, nfe))
  await storeXml(ctx, invoice, xml)
  return invoice
}

/** Gives an invoice of which there was only a summary its note. Throws as `receiveXml` does for one that is not ours. */
export async function completeWith(
  ctx: Ctx,
  invoice: RecordOf<typeof nfeCompra>,
  { xml, nfe }: Received,
): Promise<RecordOf<typeof nfeCompra>> {
  await assertOurs(ctx, nfe)
  const complete = await update(
    ctx,
    nfeCompra,
    invoice,
    { ...(await valuesOf(ctx, nfe)), resumo: false },
    'recebeu o XML',
  )
  await storeXml(ctx, complete, xml)
  return complete
}

/** What of a note stands in the record of an invoice; its supplier is found or made. */
async function valuesOf(ctx: Ctx, nfe: NfeReading): Promise<Row> {
  const supplier = await supplierOf(ctx, { ...nfe.emit, id: taxIdOf(nfe.emit) })
  return valuesFromOutside(nfeCompra.fields, {
    empresa_id: ctx.actor.empresa_id,
    chave: nfe.chNFe,
    nNF: nfe.nNF,
    serie: nfe.serie,
    dhEmi: instant(nfe.dhEmi),
    fornecedor_id: supplier.id,
    CNPJ_CPF: taxIdOf(nfe.emit),
    xNome: cut(nfe.emit.xNome, 120),
    natOp: cut(nfe.natOp, 120),
    vProdNF: nfe.total.vProd,
    vTotFrete: nfe.total.vFrete ?? '0',
    vNF: nfe.total.vNF,
  })
}

/** CNPJ or CPF, without punctuation. */
const taxIdOf = (party: NfeParty): string | null => party.CNPJ ?? party.CPF

/** An issue date of an old layout has no hour. */
const instant = (text: string): string => (text.length === 10 ? `${text} 00:00:00` : text)

/** The invoice is addressed to the chosen company, or to nobody of this installation where the company allows that. */
async function assertOurs(ctx: Ctx, nfe: NfeReading): Promise<void> {
  const mine = await load(ctx, empresa, ctx.actor.empresa_id)
  const to = taxIdOf(nfe.dest)
  if (to !== null && to === mine.CNPJ_CPF) return
  const [other] = to === null ? [] : await rowsOf(ctx, sql`select "xNome" from empresa where "CNPJ_CPF" = ${to}`)
  if (!other && mine.importa_outro_destinatario) return
  if (!other) ownCnpj(mine, 'receber as notas destinadas a ela')
  const whom =
    to === null
      ? 'não tem destinatário'
      : `é destinada a ${nfe.dest.xNome ?? 'outra empresa'} (${readTaxId(to).formatted || to})`
  throw new ApiError(400, 'other_company', `Esta nota ${whom}, e não à empresa ${mine.xNome}.`)
}

async function assertNew(ctx: Ctx, chave: string): Promise<void> {
  await hold(ctx, 'nfe_compra', [chave])
  const [known] = await rowsOf(
    ctx,
    sql`select id, "nNF" from nfe_compra where chave = ${chave} and empresa_id = ${ctx.actor.empresa_id}`,
  )
  if (known)
    throw new ApiError(409, 'already_imported', `A nota ${String(known.nNF)} já foi importada (chave ${chave}).`)
}

/** Who issued an invoice: the supplier of that CNPJ or CPF, made of what is told where there is none. */
export async function supplierOf(
  ctx: Ctx,
  {
    id,
    ...party
  }: Pick<NfeParty, 'xNome' | 'IE'> & Partial<Pick<NfeParty, 'xFant' | 'endereco'>> & { readonly id: string | null },
): Promise<RecordOf<typeof fornecedor>> {
  if (id !== null) await hold(ctx, 'fornecedor', [id])
  const [known] = id === null ? [] : await rowsOf(ctx, sql`select id from fornecedor where "CNPJ_CPF" = ${id}`)
  if (known) return load(ctx, fornecedor, Number(known.id))
  const at = party.endereco
  const cMun = await knownMunicipality(ctx, at?.cMun ?? null)
  return insert(ctx, fornecedor, {
    CNPJ_CPF: id,
    xNome: cut(party.xNome ?? 'Fornecedor sem nome', 120),
    xFant: cut(party.xFant, 120),
    IE: cut(party.IE, 20),
    CEP: at?.CEP?.replaceAll(/\D/g, '').slice(0, 8) ?? null,
    xLgr: cut(at?.xLgr, 120),
    nro: cut(at?.nro, 20),
    xCpl: cut(at?.xCpl, 80),
    xBairro: cut(at?.xBairro, 80),
    UF: at?.UF ?? null,
    cMun,
  })
}

/** The municipality of an address, when its code is one and it has been loaded. */
async function knownMunicipality(ctx: Ctx, code: string | null): Promise<number | null> {
  if (code === null || !isMunicipalityCode(code)) return null
  const [found] = await rowsOf(ctx, sql`select id from municipio where id = ${Number(code)}`)
  return found ? Number(found.id) : null
}
