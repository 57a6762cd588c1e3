import type { TpAmb } from '../services/requests'

/** Services of the national portal of the GNRE (manual 2.13, 5). */
export type GnreService = 'lot' | 'lotResult' | 'query' | 'queryResult' | 'rules'

interface GnreFacts {
  /** As the portal calls it, in its address and in its namespace. */
  readonly operation: string
  readonly method: 'processar' | 'consultar'
  /** The version of the message (versaoDados). */
  readonly versao: string
  /** The root of what is asked, and that of the answer. */
  readonly asks: string
  readonly answers: string
}

export const GNRE_SERVICES: Readonly<Record<GnreService, GnreFacts>> = {
  lot: {
    operation: 'GnreLoteRecepcao',
    method: 'processar',
    versao: '2.00',
    asks: 'TLote_GNRE',
    answers: 'TRetLote_GNRE',
  },
  lotResult: {
    operation: 'GnreResultadoLote',
    method: 'consultar',
    versao: '1.00',
    asks: 'TConsLote_GNRE',
    answers: 'TResultLote_GNRE',
  },
  query: {
    operation: 'GnreLoteRecepcaoConsulta',
    method: 'processar',
    versao: '2.00',
    asks: 'TLote_ConsultaGNRE',
    answers: 'TRetLote_GNRE',
  },
  queryResult: {
    operation: 'GnreResultadoLoteConsulta',
    method: 'consultar',
    versao: '1.00',
    asks: 'TConsLote_GNRE',
    answers: 'TResultLote_GNRE',
  },
  rules: {
    operation: 'GnreConfigUF',
    method: 'consultar',
    versao: '1.00',
    asks: 'TConsultaConfigUf',
    answers: 'TConfigUf',
  },
}

const HOSTS: Readonly<Record<TpAmb, string>> = { 1: 'www.gnre.pe.gov.br', 2: 'www.testegnre.pe.gov.br' }

/** Where the services are, at whatever host. */
export const GNRE_PATH = '/gnreWS/services/'

/** The namespace of a service's message. */
export const gnreNamespace = (service: GnreService): string =>
  `http://www.gnre.pe.gov.br/webservice/${GNRE_SERVICES[service].operation}`

/** The address of a service, and the action that its call names. */
export function gnreAddress(service: GnreService, tpAmb: TpAmb): { readonly url: string; readonly action: string } {
  const { operation, method } = GNRE_SERVICES[service]
  return { url: `https://${HOSTS[tpAmb]}${GNRE_PATH}${operation}`, action: `${gnreNamespace(service)}/${method}` }
}

const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'

/** A request in its SOAP 1.2 envelope, with the version of its message. `content` has no XML declaration. */
export function gnreEnvelope(service: GnreService, content: string): string {
  const namespace = `xmlns="${gnreNamespace(service)}"`
  const head = `<gnreCabecMsg ${namespace}><versaoDados>${GNRE_SERVICES[service].versao}</versaoDados></gnreCabecMsg>`
  const body = `<gnreDadosMsg ${namespace}>${content}</gnreDadosMsg>`
  return `<?xml version="1.0" encoding="UTF-8"?><soap12:Envelope xmlns:soap12="${SOAP_12}"><soap12:Header>${head}</soap12:Header><soap12:Body>${body}</soap12:Body></soap12:Envelope>`
}
