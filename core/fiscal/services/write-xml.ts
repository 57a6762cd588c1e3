import { escaped } from '../layout/write'

/** An element with text, or nothing where there is none: empty elements are refused by the schemas. */
export const leaf = (name: string, text: string | number | null | undefined): string =>
  text === undefined || text === null || text === '' ? '' : `<${name}>${escaped(String(text))}</${name}>`

/** The element of a tax id: eleven digits are a CPF. */
export const taxIdName = (id: string): 'CPF' | 'CNPJ' => (id.length === 11 ? 'CPF' : 'CNPJ')

/** A tax id under the name of its kind. */
export const taxIdLeaf = (id: string): string => leaf(taxIdName(id), id)

/** An element of elements. `attributes` is written as it is, with a space before it. */
export const group = (name: string, attributes: string, ...content: readonly string[]): string =>
  `<${name}${attributes}>${content.join('')}</${name}>`
