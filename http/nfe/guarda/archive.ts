import { sql } from 'drizzle-orm'
import { type Folder, MISSING, type Missing, readMeText } from '../../../core/fiscal/keeping/archive'
import { FATES } from '../../../core/fiscal/keeping/fates'
import { periodName } from '../../../core/fiscal/keeping/period'
import { datePartsOf } from '../../../core/br/civil-date'
import { counted } from '../../../core/br/number'
import { showTaxId } from '../../../core/br/tax-id'
import { decimal } from '../../../core/money/decimal'
import { formatDateTime } from '../../../core/br/date-text'
import { MODELS } from '../../../core/fields/nfe/nfe'
import { rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { CSV_START, csvCell, csvLine } from '../../platform/export/csv'
import { type ZipEntry, zipped } from '../../platform/zip'
import { documentsIn, filesIn } from './documents'
import type { Reader } from '../../platform/reader'
import { type FateCounts, fatesOf, noFates, type NumbersFate, type SeriesPart, seriesIn } from './numbers'
import type { Wanted } from './wanted'

/** Most files of one ZIP: it has room for 65,535. */
const MOST_FILES = 60_000
/** A longer run of numbers that nothing is known of is one line of the list. */
const MOST_LINES_OF_A_RUN = 1_000
/** Lacks that the file itself names. */
const NAMED = 200

/** What a file had in it, once it is written. */
export interface Counts {
  readonly files: Record<Folder, number>
  readonly numbers: FateCounts
  /** Decimal text: the total of the authorised notes. */
  total: string
  missing: Missing[]
  missingCount: number
}

/** A file that is written while it is read. */
export interface Archive {
  /** Its name, without what it ends with. */
  readonly name: string
  readonly pieces: AsyncGenerator<Uint8Array, void>
  /** True of the whole once the last piece was read. */
  readonly counts: Readonly<Counts>
}

/**
 * The documents of a company, model and period as a ZIP, with the list of all numbers and what it says of itself. The same documents make the same bytes. Throws 422 where
 * they are more than one file holds.
 */
export async function archiveOf(read: Reader, wanted: Wanted): Promise<Archive> {
  const files = await filesIn(read, wanted)
  if (files > MOST_FILES)
    throw invalid({
      ate: [`Um arquivo leva até ${counted(MOST_FILES, 'documento', 'documentos')}: escolha um período menor.`],
    })
  const company = await companyOf(read, wanted.empresa_id)
  const counts: Counts = {
    files: { autorizadas: 0, canceladas: 0, eventos: 0, inutilizadas: 0, recebidas: 0, mdfe: 0, nfse: 0, gnre: 0 },
    numbers: noFates(),
    total: '0',
    missing: [],
    missingCount: 0,
  }
  return {
    name: [MODELS[wanted.mod], company.taxId.replaceAll(/\W/g, ''), periodName(wanted)].join('_'),
    pieces: zipped(entriesOf(read, wanted, company, counts), datePartsOf(wanted.ate)),
    counts,
  }
}

interface Company {
  readonly name: string
  readonly taxId: string
}

async function companyOf(read: Reader, id: number): Promise<Company> {
  const [row] = await read((ctx) => rowsOf(ctx, sql`select "xNome", "CNPJ_CPF" from empresa where id = ${id}`))
  return { name: String(row?.xNome ?? ''), taxId: showTaxId(String(row?.CNPJ_CPF ?? '')) }
}

async function* entriesOf(read: Reader, wanted: Wanted, company: Company, counts: Counts): AsyncGenerator<ZipEntry> {
  const missing = (lack: Missing): void => {
    counts.missingCount++
    if (counts.missing.length < NAMED) counts.missing.push(lack)
  }
  yield* documentsIn(read, wanted, { file: (folder) => counts.files[folder]++, missing })
  yield { name: 'numeros.csv', content: numbersCsv(read, wanted, counts, missing) }
  yield {
    name: 'leia-me.txt',
    content: readMeText({
      ...counts,
      company: company.name,
      taxId: company.taxId,
      model: MODELS[wanted.mod],
      period: wanted,
      trial: wanted.tpAmb === 2,
    }),
  }
}

const COLUMNS = [
  'Modelo',
  'Série',
  'Número',
  'Até',
  'Situação',
  'Chave de acesso',
  'Emissão',
  'Destinatário',
  'Valor',
  'Protocolo',
  'Observação',
] as const

async function* numbersCsv(
  read: Reader,
  wanted: Wanted,
  counts: Counts,
  missing: (lack: Missing) => void,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS)
  for (const part of await read((ctx) => seriesIn(ctx, wanted)))
    for await (const page of fatesOf(read, wanted, part)) {
      yield page.flatMap((one) => linesOf(wanted, part, one)).join('')
      for (const one of page) {
        counts.numbers[one.fate] += one.ate - one.de + 1
        if (one.fate === 'autorizada')
          counts.total = decimal(counts.total)
            .plus(one.note?.vNF ?? '0')
            .toString()
        const lack = lackOf(part, one)
        if (lack) missing(lack)
      }
    }
}

/** What is lacking of a number, or of its XML. */
export function lackOf({ serie }: SeriesPart, { de, ate, fate, note }: NumbersFate): Missing | undefined {
  const what = `Série ${serie}, ${de === ate ? `número ${de}` : `números ${de} a ${ate}`}`
  if (note?.fault) return { what, fault: note.fault }
  return fate === 'sem_destino' || fate === 'abandonada' ? { what, fault: fate } : undefined
}

function linesOf({ mod }: Wanted, { serie }: SeriesPart, one: NumbersFate): string[] {
  const { de, ate, fate, note, voided } = one
  const said = [
    ...(note?.fault ? [MISSING[note.fault]] : []),
    ...(fate === 'andamento' && note?.xMotivo ? [note.xMotivo] : []),
    ...(voided ? [voided.situacao === 'enviando' ? 'A inutilização espera a SEFAZ' : voided.xJust] : []),
  ]
  const rest = [
    FATES[fate],
    note?.chNFe ?? '',
    formatDateTime(note?.dhEmi),
    note?.xDest ?? '',
    note ? decimal(note.vNF).toFixed(2).replace('.', ',') : '',
    (fate === 'inutilizada' ? voided?.nProt : note?.nProt) ?? '',
    said.join('; '),
  ].map((text) => csvCell(text, undefined))
  const line = (from: number, to: number): string => csvLine([...[mod, serie, from, to].map(String), ...rest])
  if (ate - de >= MOST_LINES_OF_A_RUN) return [line(de, ate)]
  return Array.from({ length: ate - de + 1 }, (_, at) => line(de + at, de + at))
}
