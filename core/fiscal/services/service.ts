/** What we are called in documents and events (verProc, verAplic). */
export const SYSTEM = 'Prumo'

/** The namespace of all that is said in these services. */
export const NFE_NAMESPACE = 'http://www.portalfiscal.inf.br/nfe'

/** The same of the MDF-e. */
export const MDFE_NAMESPACE = 'http://www.portalfiscal.inf.br/mdfe'

/** The services of the tax authorities for NF-e and NFC-e. EPEC is an event with an address and a name of its own. */
export type Service =
  | 'status'
  | 'authorise'
  | 'receipt'
  | 'query'
  | 'event'
  | 'epec'
  | 'void'
  | 'taxpayer'
  | 'distribution'

/** How a service is called. */
export interface ServiceFacts {
  /** The last part of its namespace (WSDL). */
  readonly operation: string
  readonly method: string
  /** The root of what is asked, and of what is answered. */
  readonly asks: string
  readonly answers: string
}

/** How each is called (MOC 7.0, anexo I; NT 2014.002 for the distribution). */
export const SERVICES: Readonly<Record<Service, ServiceFacts>> = {
  status: facts('NFeStatusServico4', 'nfeStatusServicoNF', 'consStatServ', 'retConsStatServ'),
  authorise: facts('NFeAutorizacao4', 'nfeAutorizacaoLote', 'enviNFe', 'retEnviNFe'),
  receipt: facts('NFeRetAutorizacao4', 'nfeRetAutorizacaoLote', 'consReciNFe', 'retConsReciNFe'),
  query: facts('NFeConsultaProtocolo4', 'nfeConsultaNF', 'consSitNFe', 'retConsSitNFe'),
  event: facts('NFeRecepcaoEvento4', 'nfeRecepcaoEvento', 'envEvento', 'retEnvEvento'),
  epec: facts('RecepcaoEvento', 'nfeRecepcaoEvento', 'envEvento', 'retEnvEvento'),
  void: facts('NFeInutilizacao4', 'nfeInutilizacaoNF', 'inutNFe', 'retInutNFe'),
  taxpayer: facts('CadConsultaCadastro4', 'consultaCadastro', 'ConsCad', 'retConsCad'),
  distribution: facts('NFeDistribuicaoDFe', 'nfeDistDFeInteresse', 'distDFeInt', 'retDistDFeInt'),
}

/** What a service is called, in order: operation, method, what is asked, what is answered. */
export function facts(operation: string, method: string, asks: string, answers: string): ServiceFacts {
  return { operation, method, asks, answers }
}

/** The namespace of a service's message. */
export const namespaceOf = (service: Service): string => `${NFE_NAMESPACE}/wsdl/${SERVICES[service].operation}`

/** The SOAP action of a service. */
export const actionOf = (service: Service): string => `${namespaceOf(service)}/${SERVICES[service].method}`
