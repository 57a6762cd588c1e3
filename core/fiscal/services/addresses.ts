import type { Authoriser, Place } from './place'
import { type Service, SERVICES } from './service'

/** Addresses of the tax authorities (portal of the NF-e, relação de serviços web, November 2026). They change: `addresses.conformance.test.ts` compares them. */

/** How an authority names the path of a service below its root. */
type Style = (service: Service) => string | undefined

const named: Style = (service) => SERVICES[service].operation
/** `NFeStatusServico4/NFeStatusServico4.asmx` */
const folders: Style = (service) => `${SERVICES[service].operation}/${SERVICES[service].operation}.asmx`
const files: Style = (service) => `${SERVICES[service].operation}.asmx`
const smallFiles: Style = (service) => files(service)?.toLowerCase()

const byName =
  (names: Partial<Record<Service, string>>): Style =>
  (service) =>
    names[service]

const OLDER = {
  status: 'NfeStatusServico4',
  authorise: 'NfeAutorizacao4',
  receipt: 'NfeRetAutorizacao4',
  query: 'NfeConsulta4',
  event: 'RecepcaoEvento4',
  void: 'NfeInutilizacao4',
}
const older = byName(OLDER)
const matoGrosso = byName({ ...OLDER, taxpayer: 'CadConsultaCadastro4' })
const south = byName({
  status: 'NfeStatusServico/NfeStatusServico4.asmx',
  authorise: 'NfeAutorizacao/NFeAutorizacao4.asmx',
  receipt: 'NfeRetAutorizacao/NFeRetAutorizacao4.asmx',
  query: 'NfeConsulta/NfeConsulta4.asmx',
  event: 'recepcaoevento/recepcaoevento4.asmx',
  void: 'nfeinutilizacao/nfeinutilizacao4.asmx',
})

interface Site {
  readonly style: Style
  /** Roots of production and of homologation, without the scheme. */
  readonly roots: readonly [string, string]
}

const site = (style: Style, production: string, homologation: string): Site => ({
  style,
  roots: [production, homologation],
})

const VIRTUAL = site(folders, 'www.sefazvirtual.fazenda.gov.br/', 'hom.sefazvirtual.fazenda.gov.br/')
const SVRS = site(south, 'nfe.svrs.rs.gov.br/ws/', 'nfe-homologacao.svrs.rs.gov.br/ws/')

const NFE: Readonly<Partial<Record<Authoriser, Site>>> = {
  AM: site(older, 'nfe.sefaz.am.gov.br/services2/services/', 'homnfe.sefaz.am.gov.br/services2/services/'),
  BA: site(folders, 'nfe.sefaz.ba.gov.br/webservices/', 'hnfe.sefaz.ba.gov.br/webservices/'),
  GO: site(named, 'nfe.sefaz.go.gov.br/nfe/services/', 'homolog.sefaz.go.gov.br/nfe/services/'),
  MG: site(named, 'nfe.fazenda.mg.gov.br/nfe2/services/', 'hnfe.fazenda.mg.gov.br/nfe2/services/'),
  MS: site(named, 'nfe.sefaz.ms.gov.br/ws/', 'hom.nfe.sefaz.ms.gov.br/ws/'),
  MT: site(matoGrosso, 'nfe.sefaz.mt.gov.br/nfews/v2/services/', 'homologacao.sefaz.mt.gov.br/nfews/v2/services/'),
  PE: site(named, 'nfe.sefaz.pe.gov.br/nfe-service/services/', 'nfehomolog.sefaz.pe.gov.br/nfe-service/services/'),
  PR: site(named, 'nfe.sefa.pr.gov.br/nfe/', 'homologacao.nfe.sefa.pr.gov.br/nfe/'),
  RS: site(south, 'nfe.sefazrs.rs.gov.br/ws/', 'nfe-homologacao.sefazrs.rs.gov.br/ws/'),
  SP: site(smallFiles, 'nfe.fazenda.sp.gov.br/ws/', 'homologacao.nfe.fazenda.sp.gov.br/ws/'),
  SVRS,
  SVCRS: SVRS,
  SVAN: VIRTUAL,
  SVCAN: VIRTUAL,
}

const NFCE: Readonly<Partial<Record<Authoriser, Site>>> = {
  AM: site(older, 'nfce.sefaz.am.gov.br/nfce-services/services/', 'homnfce.sefaz.am.gov.br/nfce-services/services/'),
  GO: site(named, 'nfe.sefaz.go.gov.br/nfe/services/', 'homolog.sefaz.go.gov.br/nfe/services/'),
  MG: site(named, 'nfce.fazenda.mg.gov.br/nfce/services/', 'hnfce.fazenda.mg.gov.br/nfce/services/'),
  MS: site(named, 'nfce.sefaz.ms.gov.br/ws/', 'hom.nfce.sefaz.ms.gov.br/ws/'),
  MT: site(older, 'nfce.sefaz.mt.gov.br/nfcews/services/', 'homologacao.sefaz.mt.gov.br/nfcews/services/'),
  PR: site(named, 'nfce.sefa.pr.gov.br/nfce/', 'homologacao.nfce.sefa.pr.gov.br/nfce/'),
  RS: site(south, 'nfce.sefazrs.rs.gov.br/ws/', 'nfce-homologacao.sefazrs.rs.gov.br/ws/'),
  SP: site(files, 'nfce.fazenda.sp.gov.br/ws/', 'homologacao.nfce.fazenda.sp.gov.br/ws/'),
  SVRS: site(south, 'nfce.svrs.rs.gov.br/ws/', 'nfce-homologacao.svrs.rs.gov.br/ws/'),
}

/** What the national environment and São Paulo's EPEC have at hosts of their own: production, homologation, path. */
const APART: Readonly<Record<string, readonly [string, string, string]>> = {
  'AN event': ['www.nfe.fazenda.gov.br', 'hom1.nfe.fazenda.gov.br', 'NFeRecepcaoEvento4/NFeRecepcaoEvento4.asmx'],
  'AN distribution': [
    'www1.nfe.fazenda.gov.br',
    'hom1.nfe.fazenda.gov.br',
    'NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx',
  ],
  'AN epec': ['www.nfe.fazenda.gov.br', 'hom.nfe.fazenda.gov.br', 'RecepcaoEvento/RecepcaoEvento.asmx'],
  'SP epec': ['nfce.epec.fazenda.sp.gov.br', 'homologacao.nfce.epec.fazenda.sp.gov.br', 'EPECws/RecepcaoEPEC.asmx'],
  'SVRS taxpayer': [
    'cad.svrs.rs.gov.br',
    'cad-homologacao.svrs.rs.gov.br',
    'ws/cadconsultacadastro/cadconsultacadastro4.asmx',
  ],
  // Its homologation has none of its own.
  'RS taxpayer': ['cad.svrs.rs.gov.br', 'cad.svrs.rs.gov.br', 'ws/cadconsultacadastro/cadconsultacadastro4.asmx'],
}

/** Services that a site has below its root, where nothing else is said. */
const COMMON: ReadonlySet<Service> = new Set(['status', 'authorise', 'receipt', 'query', 'event', 'void', 'taxpayer'])
/** It has no register of taxpayers. */
const WITHOUT_TAXPAYER: Authoriser = 'SVAN'

/** The address of a service of an authority; undefined where it has none. */
export function hostsAndPaths(
  owner: Authoriser,
  service: Service,
  place: Pick<Place, 'tpAmb' | 'mod'>,
): string | undefined {
  const at = place.tpAmb === '1' ? 0 : 1
  const apart = APART[`${owner} ${service}`]
  if (apart) return `https://${apart[at]}/${apart[2]}`
  if (!COMMON.has(service) || (service === 'taxpayer' && owner === WITHOUT_TAXPAYER)) return undefined
  // A register has no model: it is the NF-e's.
  const found = (place.mod === '65' && service !== 'taxpayer' ? NFCE : NFE)[owner]
  const path = found?.style(service)
  return found && path !== undefined ? `https://${found.roots[at]}${path}` : undefined
}
