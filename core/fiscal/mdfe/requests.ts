import { requireKeyShape } from '../access-key'
import type { TpAmb } from '../services/requests'
import { taxIdName } from '../services/write-xml'
import { writeMdfe } from './manifest-xml'

const VERSION = { '@versao': '3.00' } as const

/** Is the service at work? */
export const manifestStatusRequest = ({ tpAmb }: { readonly tpAmb: TpAmb }): string =>
  writeMdfe('consStatServMDFe', 'TConsStatServ', { ...VERSION, tpAmb, xServ: 'STATUS' }).xml

/** What the authority knows of a key. Throws `invalid_access_key`. */
export const manifestQueryRequest = ({ tpAmb, chMDFe }: { readonly tpAmb: TpAmb; readonly chMDFe: string }): string =>
  writeMdfe('consSitMDFe', 'TConsSitMDFe', { ...VERSION, tpAmb, xServ: 'CONSULTAR', chMDFe: requireKeyShape(chMDFe) })
    .xml

/** Manifests of a company that nobody closed. */
export const openManifestsRequest = ({
  tpAmb,
  CNPJ_CPF,
}: {
  readonly tpAmb: TpAmb
  readonly CNPJ_CPF: string
}): string =>
  writeMdfe('consMDFeNaoEnc', 'TConsMDFeNaoEnc', {
    ...VERSION,
    tpAmb,
    xServ: 'CONSULTAR NÃO ENCERRADOS',
    [taxIdName(CNPJ_CPF)]: CNPJ_CPF,
  }).xml
