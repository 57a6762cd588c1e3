import type { Fault } from '../layout/write'

/** Where a person mends a problem: the field of a register or document, by the names of the API. */
export interface Place {
  readonly resource: string
  readonly field: string
  /** The record, where it is known. */
  readonly id?: number
}

/** What keeps a document from being issued, in words for whoever can mend it. */
export interface Problem {
  /** The answer that the authority would give (cStat), where it is a rule of theirs; none where the layout itself refuses. */
  readonly cStat?: string
  readonly nItem?: number
  readonly message: string
  readonly place?: Place
}

/** A problem where something is wrong; nothing where it is not. */
export const when = (wrong: boolean, message: string, place?: Place, cStat?: string): readonly Problem[] =>
  wrong ? [{ ...(cStat === undefined ? {} : { cStat }), message, ...(place ? { place } : {}) }] : []

/** What people call an element, and where its content comes from. */
export interface Known {
  readonly label: string
  readonly place?: Place
}

export const at = (resource: string, field: string, label: string): Known => ({ label, place: { resource, field } })

/** Elements of an address, whose fields in registers have the same names, and what people call them. */
const ADDRESS = [
  ['xLgr', 'Logradouro'],
  ['nro', 'Número'],
  ['xCpl', 'Complemento'],
  ['xBairro', 'Bairro'],
  ['cMun', 'Município'],
  ['xMun', 'Município'],
  ['UF', 'UF'],
  ['CEP', 'CEP'],
  ['fone', 'Telefone'],
] as const

/** Elements of an address under a path, of a register's record. */
export const addressOf = (path: string, resource: string, whose: string): [string, Known][] =>
  ADDRESS.map(([field, label]) => [`${path}.${field}`, at(resource, field, `${label} ${whose}`)])

/** What a document is called (`a NF-e`), the elements that its paths begin with and say nothing, and what people call the others. */
interface Words {
  readonly document: string
  readonly roots: readonly string[]
  readonly known: ReadonlyMap<string, Known>
}

/** Says what a layout refuses in words: the longest beginning of the path that is known gives the label and the place. */
export function faultWords({ document, roots, known }: Words): (fault: Fault) => Pick<Problem, 'message' | 'place'> {
  return ({ path, wrong }) => {
    const names = path.filter((each): each is string => typeof each === 'string' && !roots.includes(each))
    const key = keyOf(known, names)
    const found = known.get(key ?? '')
    const label = found?.label ?? names.at(-1) ?? document.slice(2)
    // Below a group, such as a tax, the element says which of its figures.
    const exact = found && names.join('.') !== key ? `${label} (${names.at(-1)})` : label
    return { message: sentence(exact, wrong, document), ...(found?.place ? { place: found.place } : {}) }
  }
}

function keyOf(known: ReadonlyMap<string, Known>, names: readonly string[]): string | undefined {
  for (let length = names.length; length > 0; length--) {
    const key = names.slice(0, length).join('.')
    if (known.has(key)) return key
  }
  return undefined
}

const SHOWN_VALUES = 12

function sentence(label: string, wrong: Fault['wrong'], document: string): string {
  switch (wrong.kind) {
    case 'missing':
      return `${label}: falta informar.`
    case 'unknown':
      return `${label}: não cabe aqui junto com o que mais foi informado.`
    case 'choice':
      return `${label}: informe um destes: ${wrong.among.slice(0, SHOWN_VALUES).join(', ')}.`
    case 'many':
      return `${label}: no máximo ${wrong.limit}.`
    case 'value':
      return `${label}: valor não aceito; use ${wrong.allowed.slice(0, SHOWN_VALUES).join(', ')}${wrong.allowed.length > SHOWN_VALUES ? '…' : ''}.`
    case 'long':
      return `${label}: no máximo ${wrong.limit} caracteres.`
    case 'short':
      return `${label}: no mínimo ${wrong.limit} caracteres.`
    case 'form':
      return `${label}: não está na forma que ${document} pede.`
  }
}
