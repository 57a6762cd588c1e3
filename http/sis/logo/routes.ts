import { sql } from 'drizzle-orm'
import { type App, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { announce, load } from '../../platform/engine/write'
import { ApiError, invalid, notFound } from '../../platform/errors'
import { allResources, type Resource } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { change, idOf } from '../../platform/routes'
import { readPicture } from './picture'
import { uploadForm } from '../../platform/body'

const SIZE_LIMIT = 1024 * 1024
const UPLOAD = { limit: SIZE_LIMIT, hint: 'Envie o arquivo como multipart/form-data, no campo file.' }
/** Pixels. */
const SIDE_LIMIT = 4_096

/** What has a logo or a picture, as its definition says. */
export const withLogo = (): readonly Resource[] => allResources().filter(({ logo }) => logo)

/** `POST …/{id}/uploadLogo` (multipart `file`) and `GET …/{id}/logo` of what has a logo. */
export function mountLogos(app: App, services: Services): void {
  for (const resource of withLogo())
    for (const path of resource.paths) {
      app.post(`/api/${path}/:id/uploadLogo`, async (c) => {
        assertXhr(c)
        assertMay({ actor: c.get('actor') }, resource, 'edit')
        const image = await imageOf(c)
        return change(services, c, (ctx) => store(ctx, resource, idOf(c), image))
      })
      app.get(`/api/${path}/:id/logo`, (c) => withCtx(services, c, 'read', (ctx) => serve(ctx, resource, idOf(c))))
    }
}

interface Image {
  readonly type: string
  readonly bytes: Uint8Array
}

/** The picture of an upload, told by its content; pictures that can hold scripts are not taken. */
async function imageOf(c: Context): Promise<Image> {
  const file = (await uploadForm(c, UPLOAD)).get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
  if (file.size > SIZE_LIMIT) throw new ApiError(413, 'too_large', 'O arquivo é maior que 1 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const picture = readPicture(bytes)
  if (!picture) throw new ApiError(415, 'unsupported_file', 'Arquivo não suportado')
  const { type, width, height } = picture
  // Some kilobytes can hold a picture that fills the memory of whoever looks at it.
  if (Math.max(width, height) > SIDE_LIMIT)
    throw new ApiError(413, 'too_large', `A imagem passa de ${SIDE_LIMIT} pixels de lado.`)
  return { type, bytes }
}

async function store(ctx: Ctx, resource: Resource, id: number, { type, bytes }: Image): Promise<object> {
  const record = await load(ctx, resource, id, { lock: true })
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  await ctx.db.execute(
    sql`insert into logo (recurso, registro_id, tipo, conteudo) values (${resource.name}, ${id}, ${type}, decode(${base64}, 'base64'))
        on conflict (recurso, registro_id) do update set tipo = excluded.tipo, conteudo = excluded.conteudo, dh = clock_timestamp()`,
  )
  const campos = [{ campo: 'logo', de: null, para: '(alterado)' }]
  await audit(ctx, [{ resource, record, before: record, acao: 'uploadLogo', campos }])
  await announce(ctx, resource, id)
  return { message: 'O logotipo foi alterado.' }
}

async function serve(ctx: Ctx, resource: Resource, id: number): Promise<Response> {
  assertMay(ctx, resource, 'read')
  await load(ctx, resource, id)
  const [row] = await rowsOf(
    ctx,
    sql`select tipo, encode(conteudo, 'base64') as base64 from logo where recurso = ${resource.name} and registro_id = ${id}`,
  )
  if (!row) throw notFound()
  return new Response(Buffer.from(String(row.base64), 'base64'), {
    headers: {
      'Content-Type': String(row.tipo),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=86400',
    },
  })
}
