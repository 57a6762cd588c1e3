import { sql, type SQL } from 'drizzle-orm'
import {
  type Fate,
  fateReader,
  type NumberedNote,
  type NumberFate,
  type NumberRange,
  type VoidedRange,
} from '../../../core/fiscal/keeping/fates'
import { KEEPING_FAULTS, type KeepingFault } from '../../../core/fields/nfe/keeping-faults'
import { TP_DOC_OF } from '../../../core/fields/nfe/serie-numero'
import { type Ctx, rowsOf } from '../../platform/context'
import type { Reader } from '../../platform/reader'
import { startOf, type Wanted, within } from './wanted'

/** A series of the company, and its numbers in the period. */
export interface SeriesPart extends NumberRange {
  readonly id: number
  readonly serie: number
}

/** A note with its number, as lists of numbers tell it. */
export interface Numbered extends NumberedNote {
  readonly id: number
  readonly chNFe: string | null
  readonly dhEmi: string | null
  readonly xDest: string | null
  /** Decimal text. */
  readonly vNF: string
  readonly nProt: string | null
  readonly xMotivo: string | null
  readonly fault: KeepingFault | null
}

/** A voided range with its protocol. */
export interface Voided extends VoidedRange {
  readonly id: number
  readonly nProt: string | null
  readonly xJust: string
}

/** Fates of numbers as they are read. */
export type NumbersFate = NumberFate<Numbered, Voided>

/** Notes that one question brings. */
const PAGE = 500
const MOST_SERIES = 200
const MOST_VOIDS = 10_000
/** No note has a greater one. */
const LAST_ID = 2_147_483_647

/**
 * The series of a model with their numbers in a period: from the one after the last that was signed before it to the last that was signed in it. So each number is of one
 * period, and none falls between two. Numbers that the series was moved over are of the period of the note after them, or of every one since, while there is none.
 */
export async function seriesIn(ctx: Ctx, { empresa_id, mod, tpAmb, de, ate }: Wanted): Promise<SeriesPart[]> {
  const own = ofSeries(sql`s.empresa_id`, sql`s.serie`, { mod, tpAmb })
  const end = sql`(${startOf(ate)} + interval '1 day')`
  const rows = await rowsOf(
    ctx,
    sql`select s.id, s.serie, n.primeiro, n.ultimo,
          (select max(t."nNF") from nfe t where ${own} and t."dhEmi" < ${startOf(de)}) as antes,
          (select max(t."nNF") from nfe t where ${own} and t."dhEmi" < ${end}) as ate,
          exists (select 1 from nfe t where ${own} and t."dhEmi" >= ${end}) as depois
        from serie_numero s
        join numeracao n on n.empresa_id = s.empresa_id and n."tpDoc" = s."tpDoc" and n.serie = s.serie and n."tpAmb" = s."tpAmb"
        where s.empresa_id = ${empresa_id} and s."tpDoc" = ${TP_DOC_OF[mod]} and s."tpAmb" = ${tpAmb} order by s.serie limit ${MOST_SERIES}`,
  )
  return rows.map((row) => {
    const first = Number(row.antes ?? Number(row.primeiro) - 1) + 1
    const last = Number(row.ate ?? first - 1)
    const isLast = row.ate !== null && row.depois !== true
    return {
      id: Number(row.id),
      serie: Number(row.serie),
      de: first,
      ate: isLast ? Math.max(last, Number(row.ultimo)) : last,
    }
  })
}

const ofSeries = (empresa: SQL, serie: SQL, { mod, tpAmb }: Pick<Wanted, 'mod' | 'tpAmb'>): SQL =>
  sql`t.empresa_id = ${empresa} and t.mod = ${mod} and t.serie = ${serie} and t."tpAmb" = ${tpAmb}`

/**
 * Why the XML that is kept of a note is not what it ought to be, null where it is: of an authorised one the note with its protocol, of a cancelled one the event too, each
 * as its digest says. Of a row `t` of nfe.
 */
export const FAULT: SQL = sql`case when t.status in (3, 4, 5) then (
    select case when not exists (select 1 from nfe_xml k where k.nfe_id = t.id and k.tipo = 'protocolo') then 'ausente'
      when exists (select 1 from nfe_xml k where k.nfe_id = t.id and ${spoilt(sql`k`)}) then 'divergente'
      when t.status = 5 and not exists (
        select 1 from nfe_xml k where k.nfe_id = t.id and k.tipo = 'evento_protocolo' and k."tpEvento" in ('110111', '110112')) then 'sem_evento' end) end`

/** Is a kept text of this row another than its digest says? */
export function spoilt(row: SQL): SQL {
  return sql`${row}.sha256 is distinct from encode(sha256(convert_to(${row}.xml, 'UTF8')), 'hex')`
}

/** The fault that a column tells. */
export const faultOf = (value: unknown): KeepingFault | null =>
  typeof value === 'string' && Object.hasOwn(KEEPING_FAULTS, value)
    ? // One of the names.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      (value as KeepingFault)
    : null

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const numbered = (row: Readonly<Record<string, unknown>>): Numbered => ({
  id: Number(row.id),
  nNF: Number(row.nNF),
  status: Number(row.status),
  substituted: row.substituida === true,
  fault: faultOf(row.falha),
  chNFe: textOf(row.chNFe),
  dhEmi: textOf(row.emissao),
  xDest: textOf(row.xDest),
  vNF: String(row.vNF),
  nProt: textOf(row.nProt),
  xMotivo: textOf(row.xMotivo),
})

/** The notes of a part of a series from a number on, and those that were signed in the period with an earlier number. */
async function notesOf(ctx: Ctx, wanted: Wanted, part: SeriesPart, after: { nNF: number; id: number }) {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nNF", t.status, t."chNFe", to_char(t."dhEmi" at time zone ${ctx.timeZone}, 'YYYY-MM-DD HH24:MI:SS') as emissao,
          t."xDest", t."vNF", t."nProt", t."xMotivo", ${FAULT} as falha,
          exists (select 1 from nfe_evento v where v.nfe_id = t.id and v."tpEvento" = '110112' and v.situacao = 'registrado') as substituida
        from nfe t where ${ofSeries(sql`${wanted.empresa_id}`, sql`${part.serie}`, wanted)}
          and (t."nNF" between ${part.de} and ${part.ate} or ${within(sql`t."dhEmi"`, wanted)})
          and (t."nNF", t.id) > (${after.nNF}, ${after.id}) order by t."nNF", t.id limit ${PAGE}`,
  )
  return rows.map(numbered)
}

/** Voided ranges that meet a part of a series, and those that were registered in the period. */
async function voidsOf(ctx: Ctx, wanted: Wanted, { id, de, ate }: SeriesPart): Promise<Voided[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t."nIni", t."nFin", t.situacao, t."nProt", t."xJust" from inutilizacao t
        where t.empresa_id = ${wanted.empresa_id} and t.nfe_serie_id = ${id} and t.situacao in ('enviando', 'inutilizada')
          and ((t."nIni" <= ${ate} and t."nFin" >= ${de}) or ${within(sql`t."dhRegistro"`, wanted)}) order by t."nIni" limit ${MOST_VOIDS}`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    nIni: Number(row.nIni),
    nFin: Number(row.nFin),
    situacao: row.situacao === 'inutilizada' ? 'inutilizada' : 'enviando',
    nProt: textOf(row.nProt),
    xJust: String(row.xJust),
  }))
}

/** The fates of all numbers of a part of a series after one, page after page: nothing is held but one page. */
export async function* fatesOf(
  read: Reader,
  wanted: Wanted,
  whole: SeriesPart,
  apos = 0,
): AsyncGenerator<NumbersFate[], void> {
  const first = apos + 1
  const part = { ...whole, de: Math.max(whole.de, first) }
  const voids = (await read((ctx) => voidsOf(ctx, wanted, part)))
    .filter(({ nFin }) => nFin >= first)
    .map((one) => ({ ...one, nIni: Math.max(one.nIni, first) }))
  const reader = fateReader<Numbered, Voided>(part, voids)
  for (let after = { nNF: apos, id: LAST_ID }; ;) {
    const from = after
    const notes = await read((ctx) => notesOf(ctx, wanted, part, from))
    yield reader.take(notes)
    const last = notes.at(-1)
    if (notes.length < PAGE || !last) break
    after = { nNF: last.nNF, id: last.id }
  }
  yield reader.end()
}

/** How many numbers there are of each fate. */
export type FateCounts = Record<Fate, number>

export const noFates = (): FateCounts => ({
  autorizada: 0,
  cancelada: 0,
  substituida: 0,
  denegada: 0,
  inutilizada: 0,
  andamento: 0,
  abandonada: 0,
  sem_destino: 0,
})
