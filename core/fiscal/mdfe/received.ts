import { CoreError } from '../../errors'
import { requireKeyShape } from '../access-key'
import { isAmount } from '../amount-text'
import { child, damaged, findElements, isElement, parseXml, text } from '../xml'
import { TOOK_EFFECT } from './read-manifest'

/** A manifest that somebody else issued, of whatever modal: what is shown of it. Amounts and codes are text, null where the file does not say. */
export interface ReceivedManifest {
  readonly chMDFe: string
  readonly tpAmb: string | null
  readonly serie: string | null
  readonly nMDF: string | null
  /** With the offset, as it was written. */
  readonly dhEmi: string | null
  /** 1 road, 2 air, 3 water, 4 rail. */
  readonly modal: string | null
  readonly UFIni: string | null
  readonly UFFim: string | null
  /** Of the issuer. */
  readonly CNPJ_CPF: string | null
  readonly xNome: string | null
  readonly placa: string | null
  readonly qNFe: string | null
  readonly qCTe: string | null
  readonly vCarga: string | null
  /** In the unit that `cUnid` names: 01 kilograms, 02 tonnes. */
  readonly qCarga: string | null
  readonly cUnid: string | null
  readonly nProt: string | null
  readonly dhRecbto: string | null
  /** As what whoever asked takes part in it; nothing where it is not named. */
  readonly parts: readonly string[]
}

/** Groups of the layout that name somebody, and as what. */
const PARTS: Readonly<Record<string, string>> = {
  infCIOT: 'Responsável pelo CIOT',
  disp: 'Vale-pedágio',
  infContratante: 'Contratante',
  infPag: 'Pagamento do frete',
  prop: 'Proprietário do veículo',
  condutor: 'Motorista',
  infResp: 'Responsável pelo seguro',
  infSeg: 'Seguradora',
  autXML: 'Autorizado a ver o XML',
}
/** Names under which those groups tell who it is. */
const IDS = ['CNPJ', 'CPF', 'CNPJPg', 'CPFPg', 'CNPJForn'] as const

/**
 * Reads a manifest as the distribution gives it out (mdfeProc), or alone, for the company of that CNPJ or CPF. Throws CoreError `not_mdfe`, `invalid_access_key`, `damaged_xml` or `too_large`. Of another modal than
 * the road, too: what `readManifest` refuses is read here as far as it is shown.
 */
export function readReceived(xml: string, id: string): ReceivedManifest {
  const tree = parseXml(xml)
  const [inf] = findElements({ tree }, 'infMDFe', (one) => text(one, '@Id') !== null)
  if (inf === undefined) throw new CoreError('not_mdfe', 'O XML não é de um MDF-e.')
  const [protocol] = findElements(tree, 'infProt', isElement)
  const ide = child(inf, 'ide')
  const tot = child(inf, 'tot')
  return {
    chMDFe: requireKeyShape((text(inf, '@Id') ?? '').replace(/^MDFe/, '')),
    tpAmb: text(ide, 'tpAmb'),
    serie: text(ide, 'serie'),
    nMDF: text(ide, 'nMDF'),
    dhEmi: text(ide, 'dhEmi'),
    modal: text(ide, 'modal'),
    UFIni: text(ide, 'UFIni'),
    UFFim: text(ide, 'UFFim'),
    CNPJ_CPF: text(inf, 'emit', 'CNPJ') ?? text(inf, 'emit', 'CPF'),
    xNome: text(inf, 'emit', 'xNome'),
    placa: text(inf, 'infModal', 'rodo', 'veicTracao', 'placa'),
    qNFe: text(tot, 'qNFe'),
    qCTe: text(tot, 'qCTe'),
    vCarga: amountOf(tot, 'vCarga'),
    qCarga: amountOf(tot, 'qCarga'),
    cUnid: text(tot, 'cUnid'),
    nProt: text(protocol, 'nProt'),
    dhRecbto: text(protocol, 'dhRecbto'),
    parts: Object.entries(PARTS).flatMap(([name, part]) => (isNamed(inf, name, id) ? [part] : [])),
  }
}

function amountOf(tot: unknown, name: string): string | null {
  const amount = text(tot, name)
  if (amount !== null && !isAmount(amount)) throw damaged(`${name} não é um valor`)
  return amount
}

const isNamed = (inf: unknown, name: string, id: string): boolean =>
  findElements(inf, name, (one) => IDS.some((of) => text(one, of) === id)).length > 0

/** An event of a manifest as the distribution gives it out (procEventoMDFe), or alone. */
export interface ReceivedEvent {
  readonly chMDFe: string
  readonly tpEvento: string | null
  /** With the offset. */
  readonly dhEvento: string | null
  readonly xJust: string | null
}

/** What ends a manifest: its issuer, or the tax authority by itself (310112), closes it; its issuer cancels it. */
export const ENDS: Readonly<Record<string, 'dhEncerramento' | 'dhCancelamento'>> = {
  '110111': 'dhCancelamento',
  '110112': 'dhEncerramento',
  '310112': 'dhEncerramento',
}

/** Reads an event that took effect. Undefined for anything else, and for one that was refused. Throws `damaged_xml` or `too_large`. */
export function readReceivedEvent(xml: string): ReceivedEvent | undefined {
  const tree = parseXml(xml)
  const [event] = findElements(
    tree,
    'infEvento',
    (one) => text(one, 'tpEvento') !== null && text(one, 'cStat') === null,
  )
  const [answer] = findElements(tree, 'infEvento', (one) => text(one, 'cStat') !== null)
  const chMDFe = text(event, 'chMDFe')
  if (chMDFe === null || (answer !== undefined && !TOOK_EFFECT.has(text(answer, 'cStat')))) return undefined
  return {
    chMDFe,
    tpEvento: text(event, 'tpEvento'),
    dhEvento: text(event, 'dhEvento'),
    xJust: findElements(event, 'xJust', () => true).map((one) => text(one))[0] ?? null,
  }
}
