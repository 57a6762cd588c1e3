import { requireKeyShape } from '../access-key'
import { type NumberKey, type TpAmb, wantedByNumber } from '../services/requests'
import { MDFE_NAMESPACE } from '../services/service'
import { group, leaf, taxIdLeaf, taxIdName } from '../services/write-xml'
import { writeMdfe } from './manifest-xml'
import { manifestVersion } from './services'

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

/** Manifests in which a CNPJ or CPF takes part, and their events (NT 2015/002). Throws `invalid_nsu`. */
export const manifestDistributionRequest = (
  { tpAmb, CNPJ_CPF }: { readonly tpAmb: TpAmb; readonly CNPJ_CPF: string },
  key: NumberKey,
): string =>
  group(
    'distDFeInt',
    ` xmlns="${MDFE_NAMESPACE}" versao="${manifestVersion('manifestDistribution')}"`,
    leaf('tpAmb', tpAmb),
    taxIdLeaf(CNPJ_CPF),
    wantedByNumber(key),
  )
