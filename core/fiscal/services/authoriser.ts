import { findUf, type Uf } from '../../br/uf'
import { CoreError } from '../../errors'
import { readAccessKey } from '../access-key'
import { hostsAndPaths } from './addresses'
import { type Authoriser, OWN, type Place } from './place'
import type { TpAmb } from './requests'
import { actionOf, namespaceOf, type Service } from './service'

/** UFs that authorise NFC-e themselves, too. All others are served by SVRS, Maranhão's NF-e by SVAN. */
const OWN_65: ReadonlySet<string> = new Set(['AM', 'GO', 'MG', 'MS', 'MT', 'PR', 'RS', 'SP'])
/** UFs whose contingency is SVC-RS (tpEmis 7); that of all others is SVC-AN (tpEmis 6). */
const SVC_RS: ReadonlySet<string> = new Set(['AM', 'BA', 'GO', 'MA', 'MS', 'MT', 'PE', 'PR'])

/** The tpEmis of a UF's virtual SEFAZ of contingency. NFC-e has none. */
export const contingencyOf = (UF: Uf): '6' | '7' => (SVC_RS.has(UF) ? '7' : '6')

/** The authority that a document goes to and is asked for at. Throws `no_authoriser` for an NFC-e in SVC, which does not exist. */
export function authoriser({ UF, mod, tpEmis }: Omit<Place, 'tpAmb'>): Authoriser {
  if (tpEmis === '6' || tpEmis === '7') {
    if (mod === '65') throw new CoreError('no_authoriser', 'A NFC-e não tem autorizador de contingência (SVC).')
    return tpEmis === '6' ? 'SVCAN' : 'SVCRS'
  }
  const own = OWN.find((one) => one === UF)
  if (mod === '65') return own !== undefined && OWN_65.has(own) ? own : 'SVRS'
  return own ?? (UF === 'MA' ? 'SVAN' : 'SVRS')
}

/** The place that a key names. Throws `invalid_access_key` for one of another kind of document, or of no UF. */
export function placeOfKey(chNFe: string, tpAmb: TpAmb): Place {
  const { valid, parts } = readAccessKey(chNFe)
  const uf = findUf(parts?.cUF ?? '')
  const mod = parts?.mod === '55' || parts?.mod === '65' ? parts.mod : undefined
  if (!valid || !parts || !uf || !mod) throw new CoreError('invalid_access_key', 'Chave de acesso inválida.')
  return { UF: uf.sigla, tpAmb, mod, tpEmis: parts.tpEmis }
}

/** Where a service is, and under what names it is called. */
export interface ServiceAddress {
  readonly authoriser: Authoriser
  readonly url: string
  readonly namespace: string
  readonly action: string
}

/** Authorities whose register of taxpayers calls its method by another name. */
const NUMBERED_TAXPAYER: ReadonlySet<Authoriser> = new Set(['MG', 'PE', 'PR', 'RS', 'SVRS'])

/**
 * The address of a service for a place. Distribution, manifestations (`national`) and the EPEC of NF-e are the national environment's; the EPEC of NFC-e is
 * São Paulo's alone. Throws `no_service` where the authority has none.
 */
export function serviceAddress(service: Service, place: Place, national = false): ServiceAddress {
  const owner = ownerOf(service, place, national)
  const url = hostsAndPaths(owner, service, place)
  if (url === undefined) throw new CoreError('no_service', `O autorizador ${owner} não oferece este serviço.`)
  const suffix = service === 'taxpayer' && NUMBERED_TAXPAYER.has(owner) ? '4' : ''
  return { authoriser: owner, url, namespace: namespaceOf(service), action: `${actionOf(service)}${suffix}` }
}

function ownerOf(service: Service, place: Place, national: boolean): Authoriser {
  if (service === 'distribution' || national) return 'AN'
  if (service === 'epec' && place.mod === '55') return 'AN'
  // A register is asked at the UF itself, whatever contingency reigns, and has no model.
  if (service === 'taxpayer') return authoriser({ UF: place.UF, mod: '55', tpEmis: '1' })
  return authoriser(place)
}
