import { CoreError } from '../../../errors'
import { escaped } from '../../layout/write'
import { child, findElements, isElement, parseXml, text } from '../../xml'
import { ABRASF_NAMESPACE, ABRASF_VERSION } from './rps-xml'

/** Where the operations of ABRASF's service live (WSDL of 2.04). */
const SERVICE = 'http://nfse.abrasf.org.br'
const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Operations by the root of what they are asked. */
const OPERATIONS: Readonly<Record<string, AbrasfOperation>> = {
  GerarNfseEnvio: 'GerarNfse',
  EnviarLoteRpsSincronoEnvio: 'RecepcionarLoteRpsSincrono',
  EnviarLoteRpsEnvio: 'RecepcionarLoteRps',
  ConsultarLoteRpsEnvio: 'ConsultarLoteRps',
  ConsultarNfseRpsEnvio: 'ConsultarNfsePorRps',
  CancelarNfseEnvio: 'CancelarNfse',
  SubstituirNfseEnvio: 'SubstituirNfse',
}

export type AbrasfOperation =
  | 'GerarNfse'
  | 'RecepcionarLoteRpsSincrono'
  | 'RecepcionarLoteRps'
  | 'ConsultarLoteRps'
  | 'ConsultarNfsePorRps'
  | 'CancelarNfse'
  | 'SubstituirNfse'

/** The operation that a message is for. Throws for what is none of ABRASF's. */
export function operationOf(message: string): AbrasfOperation {
  const root = /^<([A-Za-z]+)/.exec(message)?.[1] ?? ''
  const operation = OPERATIONS[root]
  if (operation === undefined) throw new Error(`${root || 'This text'} is no message of ABRASF.`)
  return operation
}

const HEAD = `<cabecalho xmlns="${ABRASF_NAMESPACE}" versao="${ABRASF_VERSION}"><versaoDados>${ABRASF_VERSION}</versaoDados></cabecalho>`

/** A message as it is posted: head and body are texts within the envelope (SOAP 1.1). */
export function abrasfEnvelope(message: string): { readonly action: string; readonly envelope: string } {
  const operation = operationOf(message)
  const body = `<${operation}Request xmlns="${SERVICE}"><nfseCabecMsg xmlns="">${escaped(HEAD)}</nfseCabecMsg><nfseDadosMsg xmlns="">${escaped(message)}</nfseDadosMsg></${operation}Request>`
  return {
    action: `${SERVICE}/${operation}`,
    envelope: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP_11}"><soap:Body>${body}</soap:Body></soap:Envelope>`,
  }
}

const REASON_LIMIT = 300

/** What the city's service said within its envelope (`outputXML`). Throws CoreError `city_fault` for a fault of it, `unexpected_answer`, `damaged_xml`. */
export function abrasfSaid(answer: string): string {
  const tree = parseXml(answer)
  const [fault] = findElements({ tree }, 'Fault', isElement)
  if (fault !== undefined) {
    const reason = text(fault, 'faultstring') ?? text(child(fault, 'Reason'), 'Text') ?? 'sem motivo informado'
    throw new CoreError('city_fault', `O sistema do município respondeu com falha: ${reason.slice(0, REASON_LIMIT)}`)
  }
  const [said] = findElements({ tree }, 'outputXML', () => true)
  const inner = text(said)
  if (!inner?.startsWith('<')) throw new CoreError('unexpected_answer', 'A resposta do município não é a do pedido.')
  return inner
}
