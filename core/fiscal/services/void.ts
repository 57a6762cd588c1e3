import { documentId } from '../document-id'
import type { TpAmb } from './requests'
import { NFE_NAMESPACE } from './service'
import { group, leaf, taxIdLeaf } from './write-xml'

/** Numbers of a series that no document will have. */
export interface VoidedRange {
  readonly tpAmb: TpAmb
  readonly cUF: string
  /** Two digits: the year of the numbers, not of today. */
  readonly ano: string
  readonly CNPJ_CPF: string
  readonly mod: '55' | '65'
  readonly serie: number
  readonly nNFIni: number
  readonly nNFFin: number
  readonly xJust: string
}

/** The request to void a range, to be signed (`infInut` is what the signature is of). Throws `invalid_document_id` naming the part that cannot be. */
export function voidXml(range: VoidedRange): string {
  const { tpAmb, cUF, ano, CNPJ_CPF, mod, serie, nNFIni, nNFFin, xJust } = range
  const Id = documentId('inutNFe', { cUF, ano, CNPJ: CNPJ_CPF, mod, serie, nNFIni, nNFFin })
  return group(
    'inutNFe',
    ` xmlns="${NFE_NAMESPACE}" versao="4.00"`,
    group(
      'infInut',
      ` Id="${Id}"`,
      leaf('tpAmb', tpAmb),
      leaf('xServ', 'INUTILIZAR'),
      leaf('cUF', cUF),
      leaf('ano', ano),
      taxIdLeaf(CNPJ_CPF),
      leaf('mod', mod),
      leaf('serie', serie),
      leaf('nNFIni', nNFIni),
      leaf('nNFFin', nNFFin),
      leaf('xJust', xJust),
    ),
  )
}
