import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { datePartsOf } from '../../../core/br/civil-date'
import { type App, type Context, type Services, withCtx } from '../../platform/app'
import { parseInput } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download, fileResponse } from '../../platform/download'
import { intArray, visibleFilter, whereOf } from '../../platform/engine/query'
import { notFound } from '../../platform/errors'
import { identifier, idListOf } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { type Routes, text } from '../../platform/served'
import { type ZipEntry, zipped } from '../../platform/zip'
import { zipResponse } from '../../platform/zip-answer'
import { type Drawn, endOf } from './danfse'
import { danfsesApart } from './danfse-apart'
import { nfse } from './nfse'

/** Most notes of one file: each is some tens of thousands of letters. */
const MOST = 200

const several = v.object({ id_list: idListOf(MOST) })

interface Filed extends Drawn {
  readonly name: string
}

/** A note's file: the note as the system gave it; with `declared`, while there is none, what was signed. Throws 404 where there is none of them. */
async function filed(ctx: Ctx, ids: readonly number[], declared: boolean): Promise<readonly [Filed, ...Filed[]]> {
  assertMay(ctx, nfse, 'read')
  const kinds = declared ? sql`('protocolo', 'assinada')` : sql`('protocolo')`
  const rows = await rowsOf(
    ctx,
    sql`select coalesce(t."chNFSe", t."idDps") as name, t."dhCancelamento", t."dhSubstituicao", t."tpAmb", x.xml from nfse t
        join lateral (select k.xml from nfse_xml k where k.nfse_id = t.id and k.tipo in ${kinds} order by k.tipo = 'protocolo' desc, k.id desc limit 1) x on true
        ${whereOf([...visibleFilter(ctx, nfse), sql`t.id = any (${intArray(ids)}::int[])`])} order by t.id limit ${MOST}`,
  )
  const [first, ...rest] = rows.map(({ name, xml, dhCancelamento, dhSubstituicao, tpAmb }) => ({
    name: String(name),
    xml: String(xml),
    ended: endOf({ dhCancelamento, dhSubstituicao }),
    isTest: tpAmb !== 1,
  }))
  if (!first) throw notFound()
  return [first, ...rest]
}

function mount(app: App, services: Services): void {
  const load = (c: Context, ids: readonly number[], declared: boolean) =>
    withCtx(services, c, 'read', (ctx) => filed(ctx, ids, declared))
  const one = (c: Context) => [parseInput(identifier, c.req.param('id'))]
  const asked = (c: Context) => parseInput(several, c.req.query()).id_list
  const printed = async (c: Context, ids: readonly number[]) => {
    const notes = await load(c, ids, false)
    const pdf = await danfsesApart(notes.map(({ xml, ended, isTest }) => ({ xml, ended, isTest })))
    return fileResponse(new Download(notes.length === 1 ? notes[0].name : 'danfses', 'pdf', pdf))
  }
  app.get('/api/nfse/get_xml/:id', async (c) => {
    const [{ name, xml }] = await load(c, one(c), true)
    return fileResponse(new Download(`${name}-nfse`, 'xml', xml))
  })
  app.get('/api/nfse/print_danfse/:id', (c) => printed(c, one(c)))
  app.get('/api/nfse/print_danfse', (c) => printed(c, asked(c)))
  app.get('/api/nfse/xml_lote', (c) =>
    zipResponse(services, c.get('actor').id, () =>
      withCtx(services, c, 'read', async (ctx) => {
        const notes = await filed(ctx, asked(c), true)
        const entries = async function* (): AsyncGenerator<ZipEntry> {
          for (const { name, xml } of notes) yield { name: `${name}-nfse.xml`, content: xml }
        }
        return { name: 'nfses', pieces: zipped(entries(), datePartsOf(ctx.clock.today())) }
      }),
    ),
  )
}

const tag = 'NFS-e'
const query = { id_list: text('Números das notas, separados por vírgula') }

/** Files of notes of services: XML and paper (E3-138, E3-139). */
export const nfseFiles: Routes = {
  mount,
  tells: [
    { path: '/api/nfse/get_xml/{id}', method: 'get', summary: 'XML de uma NFS-e', answer: 'XML', tag },
    { path: '/api/nfse/print_danfse/{id}', method: 'get', summary: 'DANFSe de uma NFS-e', answer: 'PDF', tag },
    { path: '/api/nfse/print_danfse', method: 'get', summary: 'DANFSe de várias NFS-e', answer: 'PDF', query, tag },
    { path: '/api/nfse/xml_lote', method: 'get', summary: 'XML de várias NFS-e', answer: 'ZIP', query, tag },
  ],
}
