import { CoreError } from '../../errors'
import { child, findElements, isElement, parseXml, text } from '../xml'
import { namespaceOf, type Service, SERVICES } from './service'

const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'

/** A request in its SOAP 1.2 envelope. `content` is what the service is asked, without an XML declaration. */
export function soapEnvelope(service: Service, content: string): string {
  const message = `<nfeDadosMsg xmlns="${namespaceOf(service)}">${content}</nfeDadosMsg>`
  // The distribution alone wants the name of its method around the message.
  const { method } = SERVICES[service]
  const body =
    service === 'distribution' ? `<${method} xmlns="${namespaceOf(service)}">${message}</${method}>` : message
  return enveloped(body)
}

/** A message in its SOAP 1.2 envelope, with a header where the service wants one. */
export function enveloped(body: string, header = ''): string {
  const head = header === '' ? '' : `<soap12:Header>${header}</soap12:Header>`
  return `<?xml version="1.0" encoding="UTF-8"?><soap12:Envelope xmlns:soap12="${SOAP_12}">${head}<soap12:Body>${body}</soap12:Body></soap12:Envelope>`
}

/** A service that answers that it could not, in the words of SOAP 1.1 or 1.2. */
export class SoapFault extends CoreError {
  constructor(
    reason: string,
    /** It says that the message itself was at fault: nothing was done with it. */
    readonly ours: boolean,
  ) {
    super('soap_fault', `O serviço da SEFAZ respondeu com falha: ${reason}`)
  }
}

const REASON_LIMIT = 300
/** Codes of faults of whoever sent (SOAP 1.2, 5.4.6; `Client` in 1.1). */
const OURS = /(?:^|:)(?:Sender|Client|VersionMismatch|MustUnderstand|DataEncodingUnknown)(?:\.|$)/

/** What a service said: the element as it was read, and its text as it came. */
export interface Said {
  readonly node: unknown
  readonly xml: string
}

/**
 * What is in an answer under the name of its root, with or without an envelope; also where the service wrote it as text of the message.
 * Throws SoapFault, and CoreError `unexpected_answer` or `damaged_xml` for anything else.
 */
export function saidIn(answer: string, root: string): Said {
  const tree = parseXml(answer)
  const fault = findElements(tree, 'Fault', isElement)[0]
  if (fault !== undefined) throw faultOf(fault)
  const node = findElements(tree, root, isElement)[0]
  if (node !== undefined) return { node, xml: answer }
  const written = findElements(tree, 'nfeResultMsg', () => true)[0]
  const inner = text(written)
  if (inner?.startsWith('<')) return saidIn(inner, root)
  throw new CoreError('unexpected_answer', 'A resposta do serviço da SEFAZ não é a do pedido.')
}

function faultOf(fault: unknown): SoapFault {
  const code = text(fault, 'Code', 'Value') ?? text(fault, 'faultcode') ?? ''
  const reason = text(fault, 'Reason', 'Text') ?? text(fault, 'faultstring') ?? 'sem motivo informado'
  const subcode = text(child(fault, 'Code'), 'Subcode', 'Value') ?? ''
  return new SoapFault(reason.slice(0, REASON_LIMIT), OURS.test(code) || OURS.test(subcode))
}

/** The text of every element of that name, as it stands there, in order. Elements of the name inside one another are not told apart: fiscal ones are not nested. */
export function outerXml(xml: string, name: string): readonly string[] {
  const shape = new RegExp(`<((?:[\\w.-]+:)?)${name}(?:\\s[^>]*)?>[^]*?</\\1${name}\\s*>`, 'g')
  return Array.from(xml.matchAll(shape), ([whole, prefix = '']) => withoutPrefix(whole, prefix))
}

/** The same element in the default namespace: some authorities write a prefix, which means nothing outside their envelope. */
const withoutPrefix = (xml: string, prefix: string): string =>
  prefix === '' ? xml : xml.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</')
