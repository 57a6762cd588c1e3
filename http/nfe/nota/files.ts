import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Mark } from '../../../core/banking/paper/marks'
import { datePartsOf } from '../../../core/br/civil-date'
import { findUf } from '../../../core/br/uf'
import { dayTimeText } from '../../../core/fiscal/danfe/write'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import type { App, Context, Services } from '../../platform/app'
import { withCtx } from '../../platform/app'
import { parseInput } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download, fileResponse } from '../../platform/download'
import { type ZipEntry, zipped } from '../../platform/zip'
import { intArray, visibleFilter, whereOf } from '../../platform/engine/query'
import { invalid, notFound } from '../../platform/errors'
import { dateInput, flag, identifier, idListOf } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { integer, type Routes, text } from '../../platform/served'
import { type Reader, readerOf } from '../../platform/reader'
import { type Zip, zipResponse } from '../../platform/zip-answer'
import { papersApart } from '../danfe/draw-apart'
import { logosOf } from '../danfe/logos'
import { gnre } from '../gnre/gnre'
import { guideSheetsOf } from '../gnre/proof'
import { nfe } from './nfe'

/** Most notes of one file. */
const MOST_XML = 5_000
const MOST_PRINTED = 200
/** XML that one question brings. */
const PAGE = 25

const batch = v.object({
  id_list: v.optional(idListOf(MOST_XML)),
  dIni: v.optional(dateInput),
  dFim: v.optional(dateInput),
  mod: v.optional(v.pipe(v.string(), v.regex(/^(?:55|65)$/, 'O modelo é 55 ou 65.'))),
  empresa_id: v.optional(identifier),
  com_guias: v.optional(flag, false),
})
type Batch = Omit<v.InferOutput<typeof batch>, 'com_guias'> & { readonly com_guias?: boolean }

/** A note's file: what was authorised with its protocol, or what was signed while there is none. */
interface Filed {
  readonly id: number
  readonly empresa_id: number
  readonly chNFe: string
  readonly xml: string
  readonly cancelled: boolean
  /** Number and moment of its EPEC; none while a note by EPEC has not been announced: then its paper is a draft. */
  readonly epec: string | undefined
  readonly draft: boolean
}

const LAST_XML = sql`join lateral (select k.xml from nfe_xml k where k.nfe_id = t.id and k.tipo in ('assinada', 'protocolo') order by k.tipo = 'protocolo' desc, k.id desc limit 1) x on true`

function askedFor(ctx: Ctx, { id_list, dIni, dFim, mod, empresa_id }: Batch): SQL {
  assertMay(ctx, nfe, 'read')
  if (id_list === undefined && (dIni === undefined || dFim === undefined))
    throw invalid({ id_list: ['Informe as notas, ou o período: dIni e dFim.'] })
  return whereOf([
    ...visibleFilter(ctx, nfe),
    ...(id_list === undefined ? [] : [sql`t.id = any (${intArray(id_list)}::int[])`]),
    ...(dIni === undefined ? [] : [sql`(t."dhEmi" at time zone ${ctx.timeZone})::date >= ${dIni}::date`]),
    ...(dFim === undefined ? [] : [sql`(t."dhEmi" at time zone ${ctx.timeZone})::date <= ${dFim}::date`]),
    ...(mod === undefined ? [] : [sql`t.mod = ${Number(mod)}`]),
    ...(empresa_id === undefined ? [] : [sql`t.empresa_id = ${empresa_id}`]),
  ])
}

/** Of the rows that were asked for, no more than fit. Throws 404 where there are none, 422 where there are more. */
function fitting<T>(rows: readonly T[], most: number): readonly T[] {
  if (rows.length === 0) throw notFound()
  if (rows.length > most) throw invalid({ id_list: ['São notas demais para um arquivo: escolha um período menor.'] })
  return rows
}

const EPEC = sql`left join nfe_evento e on e.nfe_id = t.id and e."tpEvento" = '110140' and e.situacao = 'registrado'`

/** When an EPEC was registered, in the time of the note's state. */
const momentOf = ({ dhEpec, chNFe }: Row): string =>
  dayTimeText(stateTime(String(dhEpec), findUf(String(chNFe).slice(0, 2))?.sigla ?? ''))

async function filed(ctx: Ctx, asked: Batch, most: number): Promise<Filed[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, t.empresa_id, t."chNFe", t."dhCancelamento" is not null as cancelled, t."tpEmis" = 4 and t."dhEpec" is null as draft,
          e."nProt" as epec, e."dhRegistro" as "dhEpec", x.xml from nfe t ${EPEC} ${LAST_XML}
        ${askedFor(ctx, asked)} order by t.id limit ${most + 1}`,
  )
  return fitting(rows, most).map((row) => ({
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    chNFe: String(row.chNFe),
    xml: String(row.xml),
    cancelled: row.cancelled === true,
    epec: row.epec === null ? undefined : `${String(row.epec)} - ${momentOf(row)}`,
    draft: row.draft === true,
  }))
}

/** The files of notes as a ZIP, each by its key, read page after page while it is sent. */
async function batchZip(ctx: Ctx, read: Reader, asked: Batch): Promise<Zip> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id from nfe t ${LAST_XML} ${askedFor(ctx, asked)} order by t.id limit ${MOST_XML + 1}`,
  )
  const ids = fitting(rows, MOST_XML).map(({ id }) => Number(id))
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = intArray(ids.slice(at, at + PAGE))
      const notes = await read((one) =>
        rowsOf(
          one,
          sql`select t."chNFe", x.xml from nfe t ${LAST_XML} where t.id = any (${page}::int[]) order by t.id`,
        ),
      )
      for (const { chNFe, xml } of notes) yield { name: `${String(chNFe)}-nfe.xml`, content: String(xml) }
    }
  }
  return { name: 'notas', pieces: zipped(entries(), datePartsOf(ctx.clock.today())) }
}

/** What follows each note where its guides of taxes are wanted with it, by its key. Throws 403 without the right to see guides. */
async function guidesOf(ctx: Ctx, notes: readonly Filed[]): Promise<ReadonlyMap<string, readonly (readonly Mark[])[]>> {
  assertMay(ctx, gnre, 'read')
  const sheets = await guideSheetsOf(
    ctx,
    notes.map(({ id }) => id),
  )
  return new Map(notes.map(({ id, chNFe }) => [chNFe, sheets.get(id) ?? []]))
}

const one = (c: Context): Batch => ({
  id_list: [parseInput(identifier, c.req.param('id'))],
  com_guias: parseInput(flag, c.req.query('com_guias') ?? '0'),
})
const asked = (c: Context): Batch => parseInput(batch, c.req.query())

function mount(app: App, services: Services): void {
  const load = (c: Context, of: Batch, most: number) => withCtx(services, c, 'read', (ctx) => filed(ctx, of, most))
  /** Papers with the logo of their company, drawn while nothing of the database is held. */
  const printed = async (c: Context, of: Batch) => {
    const { notes, logo, beside } = await withCtx(services, c, 'read', async (ctx) => {
      const notes = await filed(ctx, of, MOST_PRINTED)
      return {
        notes,
        logo: await logosOf(
          ctx,
          notes.map(({ empresa_id }) => empresa_id),
        ),
        beside: of.com_guias === true ? await guidesOf(ctx, notes) : new Map(),
      }
    })
    const cancelled = notes.filter((each) => each.cancelled).map(({ chNFe }) => chNFe)
    const epec = new Map(notes.flatMap((each) => (each.epec === undefined ? [] : [[each.chNFe, each.epec] as const])))
    const pdf = await papersApart(
      notes.map(({ xml }) => xml),
      { cancelled, logo, epec, beside, draft: notes.filter((each) => each.draft).map(({ chNFe }) => chNFe) },
    )
    const [only, more] = notes
    return fileResponse(new Download(only === undefined || more ? 'danfes' : only.chNFe, 'pdf', pdf))
  }
  app.get('/api/nfe/get_xml/:id', async (c) => {
    const [note] = await load(c, one(c), 1)
    if (!note) throw notFound()
    return fileResponse(new Download(`${note.chNFe}-nfe`, 'xml', note.xml))
  })
  app.get('/api/nfe/print_danfe/:id', (c) => printed(c, one(c)))
  app.get('/api/nfe/print_danfe', (c) => printed(c, asked(c)))
  const batchOf = (c: Context, of: Batch) =>
    zipResponse(services, c.get('actor').id, () =>
      withCtx(services, c, 'read', (ctx) => batchZip(ctx, readerOf(services, c), of)),
    )
  app.get('/api/nfe/xml_lote', (c) => batchOf(c, asked(c)))
  // The specification's address names a note, which says nothing here.
  app.get('/api/nfe/nfe/:id{[0-9]+}/downloadXmlLote', (c) => {
    const of = asked(c)
    return batchOf(c, of.id_list === undefined && of.dIni === undefined ? one(c) : of)
  })
}

const WITH_GUIDES = text('1: cada nota com as suas guias GNRE, e o comprovante das pagas')

const query = {
  id_list: text('Números das notas, separados por vírgula'),
  dIni: text('Emissão de: AAAA-MM-DD'),
  dFim: text('Emissão até: AAAA-MM-DD'),
  mod: text('55 ou 65'),
  empresa_id: integer('Empresa'),
}

/** Files of notes (E3-126, E3-131 to E3-133). */
export const noteFiles: Routes = {
  mount,
  tells: [
    { path: '/api/nfe/get_xml/{id}', method: 'get', summary: 'XML de uma nota', answer: 'XML', tag: 'NF-e' },
    {
      path: '/api/nfe/print_danfe/{id}',
      method: 'get',
      summary: 'DANFE de uma nota',
      answer: 'PDF',
      query: { com_guias: WITH_GUIDES },
      tag: 'NF-e',
    },
    {
      path: '/api/nfe/print_danfe',
      method: 'get',
      summary: 'DANFE de várias notas',
      answer: 'PDF',
      query: { ...query, com_guias: WITH_GUIDES },
      tag: 'NF-e',
    },
    { path: '/api/nfe/xml_lote', method: 'get', summary: 'XML de várias notas', answer: 'ZIP', query, tag: 'NF-e' },
    {
      path: '/api/nfe/nfe/{id}/downloadXmlLote',
      method: 'get',
      summary: 'XML de várias notas',
      answer: 'ZIP',
      query,
      tag: 'NF-e',
    },
  ],
}
