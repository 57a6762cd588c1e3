import { text } from '../xml'

/** A code of a service or of a state's table, with its words. */
export interface GnreCode {
  readonly codigo: string
  readonly descricao: string
}

/** Reads a code and its words; empty where there are none. */
export const codeOf = (node: unknown): GnreCode => ({
  codigo: text(node, 'codigo') ?? '',
  descricao: text(node, 'descricao') ?? '',
})
