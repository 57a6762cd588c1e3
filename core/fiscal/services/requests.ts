import { CoreError } from '../../errors'
import { requireKeyShape } from '../access-key'
import { NFE_NAMESPACE } from './service'
import { group, leaf, taxIdLeaf } from './write-xml'

/** 1 production, 2 homologation. */
export type TpAmb = '1' | '2'

const LAYOUT = ` xmlns="${NFE_NAMESPACE}" versao="4.00"`
/** Documents of one lot, and characters of its message (MOC 7.0, 4.2): 50 and 500 kB. */
export const LOT_LIMIT = 50
const LOT_CHARACTERS = 500 * 1024

/** Is the service of this UF at work? */
export const statusRequest = ({ tpAmb, cUF }: { readonly tpAmb: TpAmb; readonly cUF: string }): string =>
  group('consStatServ', LAYOUT, leaf('tpAmb', tpAmb), leaf('cUF', cUF), leaf('xServ', 'STATUS'))

/** What a lot holds. */
export interface Lot {
  /** Up to 15 digits, our own. */
  readonly idLote: string
  /** Documents as they were signed: their bytes go as they are. */
  readonly notes: readonly string[]
}

/** Documents to be authorised: one is answered at once (indSinc 1), several by a receipt. Throws `too_large` for what no authority takes. */
export function authoriseRequest({ idLote, notes }: Lot): string {
  if (notes.length === 0 || notes.length > LOT_LIMIT)
    throw new CoreError('too_large', `Um lote tem de 1 a ${LOT_LIMIT} notas.`)
  const indSinc = notes.length === 1 ? '1' : '0'
  const lot = group(
    'enviNFe',
    LAYOUT,
    leaf('idLote', idLote),
    leaf('indSinc', indSinc),
    ...notes.map((one) => bareXml(one)),
  )
  if (lot.length > LOT_CHARACTERS) throw new CoreError('too_large', 'O lote passa de 500 kB, o limite da SEFAZ.')
  return lot
}

/** An XML text without its declaration, to stand inside another. */
export const bareXml = (xml: string): string => xml.replace(/^\uFEFF?\s*(?:<\?xml[^>]*\?>)?\s*/, '').trimEnd()

/** What became of a lot. */
export const receiptRequest = ({ tpAmb, nRec }: { readonly tpAmb: TpAmb; readonly nRec: string }): string =>
  group('consReciNFe', LAYOUT, leaf('tpAmb', tpAmb), leaf('nRec', nRec))

/** What the authority knows of a key. */
export const queryRequest = ({ tpAmb, chNFe }: { readonly tpAmb: TpAmb; readonly chNFe: string }): string =>
  group('consSitNFe', LAYOUT, leaf('tpAmb', tpAmb), leaf('xServ', 'CONSULTAR'), leaf('chNFe', requireKeyShape(chNFe)))

/** Whom a taxpayer's register is asked for. */
export type TaxpayerKey = { readonly IE: string } | { readonly CNPJ_CPF: string }

/** The register of taxpayers of a UF. */
export const taxpayerRequest = (UF: string, key: TaxpayerKey): string =>
  group(
    'ConsCad',
    ` xmlns="${NFE_NAMESPACE}" versao="2.00"`,
    group(
      'infCons',
      '',
      leaf('xServ', 'CONS-CAD'),
      leaf('UF', UF),
      'IE' in key ? leaf('IE', key.IE) : taxIdLeaf(key.CNPJ_CPF),
    ),
  )

/** What of a distribution is wanted by number: all after one, or one alone. */
export type NumberKey = { readonly ultNSU: string } | { readonly NSU: string }

/** The same, or one note by its key. */
export type DistributionKey = NumberKey | { readonly chNFe: string }

/** Documents in which a CNPJ or CPF has an interest (NT 2014.002). `cUFAutor` is the UF of whoever asks. */
export function distributionRequest(
  { tpAmb, cUFAutor, CNPJ_CPF }: { readonly tpAmb: TpAmb; readonly cUFAutor: string; readonly CNPJ_CPF: string },
  key: DistributionKey,
): string {
  return group(
    'distDFeInt',
    ` xmlns="${NFE_NAMESPACE}" versao="1.01"`,
    leaf('tpAmb', tpAmb),
    leaf('cUFAutor', cUFAutor),
    taxIdLeaf(CNPJ_CPF),
    'chNFe' in key ? group('consChNFe', '', leaf('chNFe', requireKeyShape(key.chNFe))) : wantedByNumber(key),
  )
}

/** What is wanted by number, as every distribution writes it. Throws `invalid_nsu`. */
export function wantedByNumber(key: NumberKey): string {
  if ('ultNSU' in key) return group('distNSU', '', leaf('ultNSU', nsu(key.ultNSU)))
  return group('consNSU', '', leaf('NSU', nsu(key.NSU)))
}

/** A number of the distribution in its 15 digits: with fewer the whole question is refused (215). Throws `invalid_nsu`. */
function nsu(number: string): string {
  const filled = number.padStart(15, '0')
  if (!/^\d{15}$/.test(filled)) throw new CoreError('invalid_nsu', `NSU inválido: ${number.slice(0, 20)}.`)
  return filled
}
