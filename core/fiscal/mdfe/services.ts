import type { TpAmb } from '../services/requests'
import { facts, MDFE_NAMESPACE, type ServiceFacts } from '../services/service'
import { enveloped } from '../services/soap'
import { group, leaf } from '../services/write-xml'

/** The services of the MDF-e. One authority has them for all states: the SVRS (portal of the MDF-e, web services 3.00). */
export type ManifestService =
  | 'manifest'
  | 'manifestQuery'
  | 'manifestEvent'
  | 'openManifests'
  | 'manifestStatus'
  | 'manifestDistribution'

/** How each is called (MOC of the MDF-e 3.00; NT 2015/002 for the distribution). */
export const MANIFEST_SERVICES: Readonly<Record<ManifestService, ServiceFacts>> = {
  manifest: facts('MDFeRecepcaoSinc', 'mdfeRecepcao', 'MDFe', 'retMDFe'),
  manifestQuery: facts('MDFeConsulta', 'mdfeConsultaMDF', 'consSitMDFe', 'retConsSitMDFe'),
  manifestEvent: facts('MDFeRecepcaoEvento', 'mdfeRecepcaoEvento', 'eventoMDFe', 'retEventoMDFe'),
  openManifests: facts('MDFeConsNaoEnc', 'mdfeConsNaoEnc', 'consMDFeNaoEnc', 'retConsMDFeNaoEnc'),
  manifestStatus: facts('MDFeStatusServico', 'mdfeStatusServicoMDF', 'consStatServMDFe', 'retConsStatServMDFe'),
  manifestDistribution: facts('MDFeDistribuicaoDFe', 'mdfeDistDFeInteresse', 'distDFeInt', 'retDistDFeInt'),
}

/** The version of a service's messages. */
export const manifestVersion = (service: ManifestService): string =>
  service === 'manifestDistribution' ? '1.00' : '3.00'

/** The namespace of a service's message. */
export const manifestNamespace = (service: ManifestService): string =>
  `${MDFE_NAMESPACE}/wsdl/${MANIFEST_SERVICES[service].operation}`

/** Where a service is in production and in homologation, and its SOAP action. */
export function manifestAddress(service: ManifestService, tpAmb: TpAmb) {
  const { operation, method } = MANIFEST_SERVICES[service]
  const host = tpAmb === '1' ? 'mdfe.svrs.rs.gov.br' : 'mdfe-homologacao.svrs.rs.gov.br'
  return {
    url: `https://${host}/ws/${operation}/${operation}.asmx`,
    action: `${manifestNamespace(service)}/${method}`,
  } as const
}

/** A request in its envelope, whose header names the issuer's state. What is to be authorised comes packed: gzip, then base64. */
export function manifestEnvelope(
  service: ManifestService,
  { cUF, content }: { readonly cUF: string; readonly content: string },
): string {
  const namespace = ` xmlns="${manifestNamespace(service)}"`
  const header = group('mdfeCabecMsg', namespace, leaf('cUF', cUF), leaf('versaoDados', manifestVersion(service)))
  return enveloped(group('mdfeDadosMsg', namespace, content), header)
}
