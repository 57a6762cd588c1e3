import { CoreError } from '../../errors'
import type { FixedLine } from '../../layout/fixed-width'
import type { Cabecalho, Fecho, Ocorrencia, Recebimento } from './retorno'
import { textOf, type Values } from './values'

/** Reads a file line by line: what a line completes is answered, what may still grow waits. */
export interface LineReader {
  readonly cabecalho: Cabecalho
  readonly push: (line: FixedLine) => readonly (Ocorrencia | Recebimento)[]
  /** What waits still, and what the file comes to. */
  readonly end: () => { readonly last: readonly (Ocorrencia | Recebimento)[]; readonly fecho: Fecho }
}

export const amountOf = (values: Values, name: string): string => textOf(values, name) || '0.00'
export const countOf = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null)

/** A CPF or CNPJ where a file tells one: without the zeros of its columns. */
export function documentOf(text: string): string {
  const bare = text.replaceAll(/[^\dA-Za-z]/g, '').replace(/^0+/, '')
  if (bare === '') return ''
  return bare.padStart(bare.length <= 11 ? 11 : 14, '0')
}

const KEPT = 1000

/** Records that nobody knows, and what does not add up; both bounded. */
export function notes() {
  const desconhecidos: FixedLine[] = []
  const faltas: string[] = []
  return {
    unknown: (line: FixedLine) => {
      if (desconhecidos.length < KEPT) desconhecidos.push(line)
    },
    wrong: (what: string) => {
      if (faltas.length < KEPT) faltas.push(what)
    },
    fecho: (linhas: number): Fecho => ({ linhas, desconhecidos, faltas }),
  }
}

/** Said of a file that is none of ours, in the words that users know. */
export const unsupported = () =>
  new CoreError('unsupported_file', 'Arquivo não suportado, verifique se o arquivo é do tipo CNAB400')
