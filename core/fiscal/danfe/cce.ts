import { CoreError } from '../../errors'
import { readAccessKey, requireKeyShape } from '../access-key'
import { child, findElements, isElement, parseXml, text } from '../xml'
import { dayTimeText, joined, keyText, numberText, taxIdText } from './write'

/** What the paper of a letter of correction shows. */
export interface Cce {
  readonly chNFe: string
  readonly key: string
  readonly number: string
  readonly serie: string
  readonly mod: string
  /** Emitter of the note and of the event. */
  readonly taxId: string
  readonly organ: string
  readonly at: string
  readonly sequence: string
  readonly correction: string
  readonly condition: string
  /** What the SEFAZ answered: number and moment, and in words. */
  readonly protocol: string
  readonly answer: string
  readonly registered: boolean
  readonly test: boolean
}

const TYPE = '110110'
/** Registered and linked to its note, or registered without it. */
const REGISTERED: ReadonlySet<string | null> = new Set(['135', '136'])

/** What a letter of correction shows: of the event alone, or with its answer (procEventoNFe). Throws CoreError `not_cce`, `damaged_xml`, `invalid_access_key`. */
export function cceOf(xml: string): Cce {
  const tree = parseXml(xml)
  const isLetter = (node: unknown) => isElement(node) && text(node, 'tpEvento') === TYPE
  const found = findElements(tree, 'infEvento', (node) => isLetter(node) && isElement(child(node, 'detEvento')))
  const event = found[0]
  if (event === undefined) throw new CoreError('not_cce', 'O XML não é de uma carta de correção.')
  if (found.length > 1)
    throw new CoreError('several_documents', `O arquivo tem ${found.length} cartas de correção; envie uma por arquivo.`)
  const answer = findElements(tree, 'infEvento', (node) => isElement(node) && text(node, 'cStat') !== null)[0]
  const chNFe = requireKeyShape(text(event, 'chNFe') ?? '')
  const parts = readAccessKey(chNFe).parts
  return {
    chNFe,
    key: keyText(chNFe),
    number: numberText(String(Number(parts?.nNF ?? 0))),
    serie: parts?.serie ?? '',
    mod: parts?.mod ?? '',
    taxId: taxIdText({ CNPJ: text(event, 'CNPJ'), CPF: text(event, 'CPF') }),
    organ: text(event, 'cOrgao') ?? '',
    at: dayTimeText(text(event, 'dhEvento')),
    sequence: text(event, 'nSeqEvento') ?? '1',
    correction: text(event, 'detEvento', 'xCorrecao') ?? '',
    condition: text(event, 'detEvento', 'xCondUso') ?? '',
    protocol: joined([text(answer, 'nProt'), dayTimeText(text(answer, 'dhRegEvento'))], ' - '),
    answer: joined([text(answer, 'cStat'), text(answer, 'xMotivo')], ' - '),
    registered: REGISTERED.has(text(answer, 'cStat')),
    test: text(event, 'tpAmb') === '2',
  }
}
