import { formatDate } from '../../br/date-text'
import { formatCurrency } from '../../br/number'
import { KEEPING_FAULTS, type KeepingFault } from '../../fields/nfe/keeping-faults'
import { FATES, type Fate } from './fates'
import type { Period } from './period'

/** What the file of a period has in it, apart from its list of numbers: names of its parts, and what it says of itself. */

/** Folders of the file. */
export const FOLDERS = {
  autorizadas: 'Notas autorizadas',
  canceladas: 'Notas canceladas, com o evento',
  eventos: 'Eventos registrados: correção e cancelamento',
  inutilizadas: 'Faixas de números inutilizadas',
  recebidas: 'Notas recebidas',
  mdfe: 'MDF-e, com os eventos',
  nfse: 'NFS-e, com os eventos',
  gnre: 'Guias GNRE: o lote enviado e a resposta do estado',
} as const
export type Folder = keyof typeof FOLDERS

/** What stands in a folder: a key, with what tells it apart from others of that key. */
export function entryName(folder: Folder, key: string, ...parts: readonly (string | number)[]): string {
  const name = [key, ...parts].map((part) => String(part).replaceAll(/[^0-9A-Za-z]/g, '')).join('-')
  return `${folder}/${name}.xml`
}

/** The Id of a voiding, by which its file is called (field DP03 of inutNFe). */
export const voidKey = (xml: string): string | undefined => /<infInut\b[^>]*\bId="ID([0-9A-Z]+)"/.exec(xml)?.[1]

/** Something that a file lacks, in words. */
export interface Missing {
  readonly what: string
  readonly fault: KeepingFault | 'sem_destino' | 'abandonada' | 'resumo'
}

/** How a lack is said. */
export const MISSING: Readonly<Record<Missing['fault'], string>> = {
  ...KEEPING_FAULTS,
  sem_destino: 'Número sem nota e sem inutilização',
  abandonada: 'Número abandonado, a inutilizar',
  resumo: 'Só o resumo: o XML ainda não foi buscado',
}

/** What a file says of itself. */
export interface ReadMe {
  readonly company: string
  readonly taxId: string
  readonly model: string
  readonly period: Period
  /** Nothing of it counts before the law. */
  readonly trial: boolean
  readonly files: Readonly<Record<Folder, number>>
  readonly numbers: Readonly<Record<Fate, number>>
  /** Decimal text: the total of the authorised notes. */
  readonly total: string
  readonly missing: readonly Missing[]
  readonly missingCount: number
}

/** The text that goes along with the file: what is in it, and what is missing. Lines end as Windows reads them. */
export function readMeText(said: ReadMe): string {
  const { company, taxId, model, period, files, numbers, total, missing, missingCount } = said
  const lines = [
    `${company} · CNPJ ${taxId}`,
    `${model} de ${formatDate(period.de)} a ${formatDate(period.ate)}`,
    ...(said.trial ? ['AMBIENTE DE HOMOLOGAÇÃO: documentos sem valor fiscal.'] : []),
    '',
    'Arquivos',
    ...entriesOf(FOLDERS).map(([folder, word]) => `  ${folder}: ${files[folder]} · ${word}`),
    '  numeros.csv: todos os números das séries no período, e o que foi feito de cada um',
    '',
    'Números',
    ...entriesOf(FATES).map(([fate, word]) => `  ${word}: ${numbers[fate]}`),
    `  Total das notas autorizadas: ${formatCurrency(total)}`,
    '',
    ...(missingCount === 0
      ? ['Nada falta: todo número tem destino, e todo documento tem o XML como foi guardado.']
      : [
          `Faltas: ${missingCount}`,
          ...missing.map(({ what, fault }) => `  ${what}: ${MISSING[fault]}`),
          ...(missingCount > missing.length ? [`  e outras ${missingCount - missing.length}`] : []),
        ]),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

/** Entries with the keys that the type says. */
const entriesOf = <K extends string>(of: Readonly<Record<K, string>>): [K, string][] =>
  // A record of these keys has no others.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  Object.entries(of) as [K, string][]
