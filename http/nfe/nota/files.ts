import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { findUf } from '../../../core/br/uf'
import { dayTimeText } from '../../../core/fiscal/danfe/write'
import { stateTime } from '../../../core/fiscal/issue/state-time'
import type { App, Context, Services } from '../../platform/app'
import { withCtx } from '../../platform/app'
import { parseInput } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download, fileResponse } from '../../platform/download'
import { intArray, visibleFilter, whereOf } from '../../platform/engine/query'
import { invalid, notFound } from '../../platform/errors'
import { dateInput, identifier, idListOf } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { integer, type Routes, text } from '../../platform/served'
import { papersApart } from '../danfe/draw-apart'
import { logosOf } from '../danfe/logos'
import { nfe } from './nfe'

/** Most notes of one file. */
const MOST_XML = 5_000
const MOST_PRINTED = 200

const batch = v.object({
  id_list: v.optional(idListOf(MOST_XML)),
  dIni: v.optional(dateInput),
  dFim: v.optional(dateInput),
  mod: v.optional(v.pipe(v.string(), v.regex(/^(?:55|65)$/, 'O modelo é 55 ou 65.'))),
  empresa_id: v.optional(identifier),
})
type Batch = v.InferOutput<typeof batch>

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

const filedSql = (where: ReturnType<typeof sql>, limit: number) =>
  sql`select t.id, t.empresa_id, t."chNFe", t."dhCancelamento" is not null as cancelled, t."tpEmis" = 4 and t."dhEpec" is null as draft,
        e."nProt" as epec, e."dhRegistro" as "dhEpec", x.xml from nfe t
      left join nfe_evento e on e.nfe_id = t.id and e."tpEvento" = '110140' and e.situacao = 'registrado'
      join lateral (select k.xml from nfe_xml k where k.nfe_id = t.id and k.tipo in ('assinada', 'protocolo') order by k.tipo = 'protocolo' desc, k.id desc limit 1) x on true
      ${where} order by t.id limit ${limit}`

/** When an EPEC was registered, in the time of the note's state. */
const momentOf = ({ dhEpec, chNFe }: Row): string =>
  dayTimeText(stateTime(String(dhEpec), findUf(String(chNFe).slice(0, 2))?.sigla ?? ''))

async function filed(ctx: Ctx, asked: Batch, most: number): Promise<Filed[]> {
  assertMay(ctx, nfe, 'read')
  const { id_list, dIni, dFim, mod, empresa_id } = asked
  if (id_list === undefined && (dIni === undefined || dFim === undefined))
    throw invalid({ id_list: ['Informe as notas, ou o período: dIni e dFim.'] })
  const where = whereOf([
    ...visibleFilter(ctx, nfe),
    ...(id_list === undefined ? [] : [sql`t.id = any (${intArray(id_list)}::int[])`]),
    ...(dIni === undefined ? [] : [sql`(t."dhEmi" at time zone ${ctx.timeZone})::date >= ${dIni}::date`]),
    ...(dFim === undefined ? [] : [sql`(t."dhEmi" at time zone ${ctx.timeZone})::date <= ${dFim}::date`]),
    ...(mod === undefined ? [] : [sql`t.mod = ${Number(mod)}`]),
    ...(empresa_id === undefined ? [] : [sql`t.empresa_id = ${empresa_id}`]),
  ])
  const rows = await rowsOf(ctx, filedSql(where, most + 1))
  if (rows.length === 0) throw notFound()
  if (rows.length > most) throw invalid({ id_list: ['São notas demais para um arquivo: escolha um período menor.'] })
  return rows.map((row) => ({
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    chNFe: String(row.chNFe),
    xml: String(row.xml),
    cancelled: row.cancelled === true,
    epec: row.epec === null ? undefined : `${String(row.epec)} - ${momentOf(row)}`,
    draft: row.draft === true,
  }))
}

const one = (c: Context): Batch => ({ id_list: [parseInput(identifier, c.req.param('id'))] })
const asked = (c: Context): Batch => parseInput(batch, c.req.query())

function mount(app: App, services: Services): void {
  const load = (c: Context, of: Batch, most: number) => withCtx(services, c, 'read', (ctx) => filed(ctx, of, most))
  /** Papers with the logo of their company, drawn while nothing of the database is held. */
  const printed = async (c: Context, of: Batch) => {
    const { notes, logo } = await withCtx(services, c, 'read', async (ctx) => {
      const notes = await filed(ctx, of, MOST_PRINTED)
      return {
        notes,
        logo: await logosOf(
          ctx,
          notes.map(({ empresa_id }) => empresa_id),
        ),
      }
    })
    const cancelled = notes.filter((each) => each.cancelled).map(({ chNFe }) => chNFe)
    const epec = new Map(notes.flatMap((each) => (each.epec === undefined ? [] : [[each.chNFe, each.epec] as const])))
    const pdf = await papersApart(
      notes.map(({ xml }) => xml),
      { cancelled, logo, epec, draft: notes.filter((each) => each.draft).map(({ chNFe }) => chNFe) },
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
  app.get('/api/nfe/xml_lote', async (c) => zipped(await load(c, asked(c), MOST_XML)))
  // The specification's address names a note, which says nothing here.
  app.get('/api/nfe/nfe/:id{[0-9]+}/downloadXmlLote', async (c) => {
    const of = asked(c)
    return zipped(await load(c, of.id_list === undefined && of.dIni === undefined ? one(c) : of, MOST_XML))
  })
}

/** The files of notes as a ZIP, each by its key. */
async function zipped(notes: readonly Filed[]): Promise<Response> {
  const { zipSync, strToU8 } = await import('fflate')
  const files = Object.fromEntries(notes.map(({ chNFe, xml }) => [`${chNFe}-nfe.xml`, strToU8(xml)]))
  return fileResponse(new Download('notas', 'zip', zipSync(files, { level: 6 })))
}

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
    { path: '/api/nfe/print_danfe/{id}', method: 'get', summary: 'DANFE de uma nota', answer: 'PDF', tag: 'NF-e' },
    {
      path: '/api/nfe/print_danfe',
      method: 'get',
      summary: 'DANFE de várias notas',
      answer: 'PDF',
      query,
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
