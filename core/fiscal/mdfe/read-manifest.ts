import { CoreError } from '../../errors'
import { readAccessKey, requireKeyShape } from '../access-key'
import { MDFE_LAYOUT } from '../layout/mdfe-layout'
import { readAs, readTree } from '../layout/tree'
import { child, damaged, findElements, isElement, parseXml, text } from '../xml'
import { manifestProtocol, type ManifestProtocol } from './answers'
import { type Manifest, manifestSchema } from './manifest'

/** A manifest as it was read. */
export interface ManifestReading {
  readonly chMDFe: string
  readonly manifest: Manifest
  /** What the QR-Code says; null where there is none. */
  readonly qrCode: string | null
  /** The digest that was signed, base64. */
  readonly digest: string | null
  readonly protocol: ManifestProtocol | null
  /** It is authorised, and no event in the file cancelled or closed it. */
  readonly state: 'autorizado' | 'cancelado' | 'encerrado' | 'sem protocolo' | 'rejeitado'
  readonly warnings: readonly string[]
}

/**
 * A road manifest: alone, with its protocol (mdfeProc), or in an answer. Throws CoreError `not_mdfe`, `several_documents`, `unsupported_modal` (another way than the road),
 * `damaged_xml` (naming what is missing or no value of its kind), `invalid_access_key` or `too_large`. What is odd and can be read is a line of `warnings`.
 */
export function readManifest(xml: string): ManifestReading {
  const tree = parseXml(xml)
  const found = findElements({ tree }, 'MDFe', (one) => isElement(child(one, 'infMDFe')))
  if (found.length > 1)
    throw new CoreError('several_documents', `O arquivo tem ${found.length} MDF-e; envie um por arquivo.`)
  const [mdfe] = found
  if (mdfe === undefined) throw new CoreError('not_mdfe', 'O XML não é de um MDF-e.')
  const inf = child(mdfe, 'infMDFe')
  const chMDFe = requireKeyShape((text(inf, '@Id') ?? '').replace(/^MDFe/, ''))
  const protocol = findElements(tree, 'protMDFe', isElement).map((one) => manifestProtocol(one, xml))[0] ?? null
  return {
    chMDFe,
    manifest: manifestIn(inf),
    qrCode: text(mdfe, 'infMDFeSupl', 'qrCodMDFe'),
    digest: text(mdfe, 'Signature', 'SignedInfo', 'Reference', 'DigestValue'),
    protocol,
    state: stateOf(tree, chMDFe, protocol),
    warnings: warningsOf(inf, chMDFe, protocol),
  }
}

function manifestIn(inf: unknown): Manifest {
  const rodo = child(inf, 'infModal', 'rodo')
  if (rodo === undefined) throw new CoreError('unsupported_modal', 'Só se lê o MDF-e do modal rodoviário.')
  const branch = readTree(MDFE_LAYOUT, 'TMDFe.infMDFe', inf)
  const tree = { ...Object(branch), rodo: readTree(MDFE_LAYOUT, 'rodo', rodo) }
  const { value, why } = readAs(manifestSchema, tree, 'infMDFe')
  if (why !== undefined) throw damaged(why)
  return value
}

/** Events that end a manifest. */
const ENDING = { '110111': 'cancelado', '110112': 'encerrado' } as const
/** What an event is answered with when it took effect. */
export const TOOK_EFFECT: ReadonlySet<string | null> = new Set(['135', '136', '101', '132'])

function stateOf(tree: unknown, chMDFe: string, protocol: ManifestProtocol | null): ManifestReading['state'] {
  const answers = findElements(
    tree,
    'infEvento',
    (one) => text(one, 'chMDFe') === chMDFe && text(one, 'cStat') !== null,
  )
  for (const [tpEvento, state] of Object.entries(ENDING))
    if (answers.some((one) => text(one, 'tpEvento') === tpEvento && TOOK_EFFECT.has(text(one, 'cStat')))) return state
  if (protocol === null) return 'sem protocolo'
  // A query tells the state of today in the place of the protocol.
  if (protocol.cStat === '101') return 'cancelado'
  if (protocol.cStat === '132') return 'encerrado'
  return protocol.cStat === '100' ? 'autorizado' : 'rejeitado'
}

function warningsOf(inf: unknown, chMDFe: string, protocol: ManifestProtocol | null): readonly string[] {
  const { valid, parts } = readAccessKey(chMDFe)
  const mod = text(inf, 'ide', 'mod')
  const versao = text(inf, '@versao')
  return [
    ...(valid ? [] : ['O dígito da chave não confere.']),
    ...(mod === '58' && parts?.mod === '58' ? [] : [`O modelo é ${mod ?? 'nenhum'}, e não 58.`]),
    ...(versao === '3.00' ? [] : [`A versão do leiaute é ${versao ?? 'nenhuma'}, e não 3.00.`]),
    ...(protocol === null || protocol.chMDFe === chMDFe ? [] : ['O protocolo é de outra chave.']),
  ]
}
