import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { IMAGE_BYTES, IMAGE_TOO_LARGE, IMAGES_PER_PRODUCT } from '../../../core/fields/estoque/mercadoria-imagem'
import { parseInput } from '../../platform/action'
import { type App, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { bareName, uploadForm } from '../../platform/body'
import { type Ctx, rowsOf } from '../../platform/context'
import { audit } from '../../platform/engine/audit'
import { show } from '../../platform/engine/record'
import { REMOVED } from '../../platform/engine/remove'
import { announce, deleteRows, insert, load, update } from '../../platform/engine/write'
import { badRequest, invalid } from '../../platform/errors'
import { flag } from '../../platform/inputs'
import type { RecordOf, Row } from '../../platform/resource'
import { assertMay } from '../../platform/rights'
import { change, idOf } from '../../platform/routes'
import { mercadoria } from '../mercadoria'
import { type Drawn, draw, tooLarge } from './draw'
import { mercadoriaImagem } from './imagem'

const UPLOAD = {
  limit: IMAGE_BYTES,
  hint: 'Envie a imagem como multipart/form-data, no campo file.',
  tooLarge: IMAGE_TOO_LARGE,
}
const FORMS = { arquivo: 'conteudo', miniatura: 'miniatura' } as const

/** Pictures of products are sent, shown, chosen and removed with the rights on the product. */
export function mountImages(app: App, services: Services): void {
  for (const path of mercadoria.paths)
    app.post(`/api/${path}/:id/uploadImagem`, async (c) => {
      assertXhr(c)
      assertMay({ actor: c.get('actor') }, mercadoria, 'edit')
      const upload = await uploadOf(c)
      return change(services, c, (ctx) => keep(ctx, idOf(c), upload), 201)
    })
  for (const path of mercadoriaImagem.paths) {
    app.get(`/api/${path}/:id/arquivo`, (c) => withCtx(services, c, 'read', (ctx) => serve(ctx, idOf(c), 'arquivo')))
    app.get(`/api/${path}/:id/miniatura`, (c) =>
      withCtx(services, c, 'read', (ctx) => serve(ctx, idOf(c), 'miniatura')),
    )
    app.put(`/api/${path}/:id`, (c) => change(services, c, (ctx, body) => choose(ctx, idOf(c), body)))
    app.delete(`/api/${path}/:id`, (c) => change(services, c, (ctx) => drop(ctx, idOf(c))))
  }
}

interface Upload {
  readonly name: string
  readonly principal: boolean
  readonly drawn: Drawn
}

async function uploadOf(c: Context): Promise<Upload> {
  const form = await uploadForm(c, UPLOAD)
  const file = form.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
  if (file.size > IMAGE_BYTES) throw tooLarge()
  const drawn = await draw(new Uint8Array(await file.arrayBuffer()))
  return { name: bareName(file.name) || 'imagem', principal: /^(?:1|true)$/.test(String(form.get('principal'))), drawn }
}

type Picture = RecordOf<typeof mercadoriaImagem>

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** The product's row is locked: two first pictures at once do not both become the principal one. */
async function keep(ctx: Ctx, mercadoria_id: number, { name, principal, drawn }: Upload): Promise<Row> {
  const product = await load(ctx, mercadoria, mercadoria_id, { lock: true })
  const [known] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from mercadoria_imagem where mercadoria_id = ${mercadoria_id}`,
  )
  const count = Number(known?.n)
  if (count >= IMAGES_PER_PRODUCT)
    throw badRequest(`Uma mercadoria tem no máximo ${IMAGES_PER_PRODUCT} imagens.`, 'too_many')
  const made = await insert(ctx, mercadoriaImagem, {
    mercadoria_id,
    filename: name,
    principal: count === 0,
    largura: drawn.width,
    altura: drawn.height,
    tamanho: drawn.whole.length,
    user_id: ctx.actor.id,
  })
  await ctx.db.execute(
    sql`insert into mercadoria_imagem_conteudo (mercadoria_imagem_id, conteudo, miniatura)
        values (${made.id}, decode(${base64(drawn.whole)}, 'base64'), decode(${base64(drawn.small)}, 'base64'))`,
  )
  if (principal && count > 0) await makePrincipal(ctx, made)
  await tell(ctx, { product, picture: made }, 'uploadImagem', { de: null, para: name })
  return show(ctx, mercadoriaImagem, made.id)
}

async function makePrincipal(ctx: Ctx, picture: Picture): Promise<void> {
  const others = await rowsOf(
    ctx,
    sql`select id from mercadoria_imagem where mercadoria_id = ${picture.mercadoria_id} and principal and id <> ${picture.id}`,
  )
  for (const { id } of others)
    await update(ctx, mercadoriaImagem, await load(ctx, mercadoriaImagem, Number(id)), { principal: false })
  if (!picture.principal) await update(ctx, mercadoriaImagem, picture, { principal: true })
}

interface Held {
  readonly picture: Picture
  readonly product: Row & { readonly id: number }
}

/** A picture with its product, which is locked. Throws 403, 404. */
async function held(ctx: Ctx, id: number): Promise<Held> {
  assertMay(ctx, mercadoria, 'edit')
  const { mercadoria_id } = await load(ctx, mercadoriaImagem, id)
  const product = await load(ctx, mercadoria, mercadoria_id, { lock: true })
  return { product, picture: await load(ctx, mercadoriaImagem, id) }
}

async function choose(ctx: Ctx, id: number, body: unknown): Promise<Row> {
  const { principal } = parseInput(v.object({ principal: flag }), body)
  if (!principal) throw badRequest('Escolha outra imagem como principal.')
  const { picture, product } = await held(ctx, id)
  if (!picture.principal) {
    await makePrincipal(ctx, picture)
    await tell(ctx, { product, picture }, 'update', { de: null, para: `${picture.filename} (principal)` })
  }
  return show(ctx, mercadoriaImagem, id)
}

/** Where the principal picture goes, the eldest of the others takes its place. */
async function drop(ctx: Ctx, id: number): Promise<{ message: string }> {
  const { picture, product } = await held(ctx, id)
  await deleteRows(ctx, mercadoriaImagem, [picture])
  const [next] = picture.principal
    ? await rowsOf(ctx, sql`select id from mercadoria_imagem where mercadoria_id = ${product.id} order by id limit 1`)
    : []
  if (next) await makePrincipal(ctx, await load(ctx, mercadoriaImagem, Number(next.id)))
  await tell(ctx, { product, picture }, 'update', { de: picture.filename, para: null })
  return { message: REMOVED }
}

/** The product's history holds its pictures; lists that show them are told. */
async function tell(
  ctx: Ctx,
  { product, picture }: Held,
  acao: string,
  change: { readonly de: string | null; readonly para: string | null },
): Promise<void> {
  await audit(ctx, [
    { resource: mercadoria, record: product, before: product, acao, campos: [{ campo: 'imagem', ...change }] },
  ])
  await announce(ctx, mercadoriaImagem, picture.id)
  await announce(ctx, mercadoria, product.id)
}

async function serve(ctx: Ctx, id: number, form: keyof typeof FORMS): Promise<Response> {
  assertMay(ctx, mercadoria, 'read')
  await load(ctx, mercadoriaImagem, id)
  const [row] = await rowsOf(
    ctx,
    sql`select encode(${sql.identifier(FORMS[form])}, 'base64') as base64 from mercadoria_imagem_conteudo where mercadoria_imagem_id = ${id}`,
  )
  return new Response(Buffer.from(String(row?.base64 ?? ''), 'base64'), {
    headers: {
      'Content-Type': 'image/webp',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, max-age=86400',
    },
  })
}
