import { CoreError } from '../errors'

/** The parts of each Id, in order, with the characters each must have; `fill` is the length numbers are filled to with zeros. */
interface Part {
  readonly name: string
  readonly pattern: string
  readonly fill?: number
}

interface Layout {
  readonly prefix: string
  readonly parts: readonly Part[]
}

const KEY: Part = { name: 'chave', pattern: String.raw`\d{6}[0-9A-Z]{12}\d{26}` }
const TAX_ID = String.raw`[0-9A-Z]{12}\d{2}`

/** Ids of events, of skipped numbers and of the DPS (NF-e MOC, MDF-e MOC, national NFS-e manual), by root element. */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  evento: {
    prefix: 'ID',
    parts: [
      { name: 'tpEvento', pattern: String.raw`\d{6}` },
      KEY,
      { name: 'nSeqEvento', pattern: String.raw`\d{2}`, fill: 2 },
    ],
  },
  eventoMDFe: {
    prefix: 'ID',
    parts: [
      { name: 'tpEvento', pattern: String.raw`\d{6}` },
      KEY,
      { name: 'nSeqEvento', pattern: String.raw`\d{3}`, fill: 3 },
    ],
  },
  inutNFe: {
    prefix: 'ID',
    parts: [
      { name: 'cUF', pattern: String.raw`\d{2}` },
      { name: 'ano', pattern: String.raw`\d{2}` },
      { name: 'CNPJ', pattern: TAX_ID, fill: 14 },
      { name: 'mod', pattern: String.raw`\d{2}` },
      { name: 'serie', pattern: String.raw`\d{3}`, fill: 3 },
      { name: 'nNFIni', pattern: String.raw`\d{9}`, fill: 9 },
      { name: 'nNFFin', pattern: String.raw`\d{9}`, fill: 9 },
    ],
  },
  DPS: {
    prefix: 'DPS',
    parts: [
      { name: 'cMun', pattern: String.raw`\d{7}` },
      { name: 'tpInsc', pattern: '[12]' },
      { name: 'insc', pattern: TAX_ID, fill: 14 },
      { name: 'serie', pattern: String.raw`\d{5}`, fill: 5 },
      { name: 'nDPS', pattern: String.raw`\d{15}`, fill: 15 },
    ],
  },
}

/** Builds the Id attribute of a document from its parts, numbers filled with zeros. Throws `invalid_document_id` naming the part at fault. */
export function documentId(root: string, values: Readonly<Record<string, string | number | undefined>>): string {
  const { prefix, parts } = layoutOf(root)
  return parts.reduce((id, { name, pattern, fill = 0 }) => {
    const text = String(values[name] ?? '').padStart(fill, '0')
    if (values[name] === undefined || !new RegExp(`^${pattern}$`).test(text)) {
      throw new CoreError('invalid_document_id', `Identificador inválido: confira ${name}.`)
    }
    return id + text
  }, prefix)
}

/** The parts of an Id. Throws `invalid_document_id` when it does not have the shape of that document. */
export function readDocumentId(root: string, id: string): Record<string, string> {
  const { prefix, parts } = layoutOf(root)
  const shape = new RegExp(`^${prefix}${parts.map((part) => `(${part.pattern})`).join('')}$`)
  const match = shape.exec(id)
  if (!match) throw new CoreError('invalid_document_id', `Identificador inválido para ${root}.`)
  return Object.fromEntries(parts.map((part, index) => [part.name, match[index + 1] ?? '']))
}

function layoutOf(root: string): Layout {
  const layout = Object.hasOwn(LAYOUTS, root) ? LAYOUTS[root] : undefined
  if (layout === undefined) {
    throw new CoreError('invalid_document_id', `Documento desconhecido: use ${Object.keys(LAYOUTS).join(', ')}.`)
  }
  return layout
}
