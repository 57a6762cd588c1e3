import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type App, assertXhr, type Context, type Services, withCtx } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { REMOVED } from '../../platform/engine/remove'
import { list } from '../../platform/engine/list'
import { show } from '../../platform/engine/record'
import { announce, deleteRows, load, update } from '../../platform/engine/write'
import { ApiError, conflict, invalid } from '../../platform/errors'
import { identifier, shortText } from '../../platform/inputs'
import { MESSAGES } from '../../platform/parse'
import { SHOWN_TYPES } from '../../../core/fields/sis/anexo'
import { allResources, type Resource, type Row } from '../../platform/resource'
import { parseInput } from '../../platform/action'
import { assertMay, type Verb } from '../../platform/rights'
import { change, idOf } from '../../platform/routes'
import { anexo } from './anexo'
import { attachFile } from './attach'
import { extensionOf } from './content'
import { bareName, uploadForm } from '../../platform/body'

const SIZE_LIMIT = 10 * 1024 * 1024
const UPLOAD = { limit: SIZE_LIMIT, hint: 'Envie o arquivo como multipart/form-data, no campo file.' }
const PER_RECORD = 200
const BASE = '/api/sis/anexo'

/** Attachments are taken, listed, given and removed with the rights on the record that they belong to. */
export function mountAnexos(app: App, services: Services): void {
  app.post(BASE, async (c) => {
    assertXhr(c)
    const upload = await uploadOf(c)
    return change(services, c, (ctx) => attach(ctx, upload), 201)
  })
  app.get(BASE, async (c, next) => {
    if (c.req.query('anexable_type') === undefined) return next()
    const target = targetOf(c.req.query())
    return c.json(await withCtx(services, c, 'read', (ctx) => listOf(ctx, target)))
  })
  app.get(`${BASE}/:id/download`, (c) => withCtx(services, c, 'read', (ctx) => download(ctx, idOf(c))))
  app.get(`${BASE}/:id/ver`, (c) => withCtx(services, c, 'read', (ctx) => view(ctx, idOf(c))))
  app.put(`${BASE}/:id`, (c) => change(services, c, (ctx, body) => rename(ctx, idOf(c), body)))
  app.delete(`${BASE}/:id`, (c) => change(services, c, (ctx) => detach(ctx, idOf(c))))
}

/** A record that files are attached to. */
interface Target {
  readonly resource: Resource
  readonly id: number
}

function targetOf(input: Readonly<Record<string, unknown>>): Target {
  const resource = allResources().find((one) => one.name === input.anexable_type && one !== anexo)
  if (!resource) throw invalid({ anexable_type: ['Recurso desconhecido.'] })
  const id = v.safeParse(identifier, input.anexable_id)
  if (!id.success) throw invalid({ anexable_id: ['Selecione um registro válido.'] })
  return { resource, id: id.output }
}

/** The record, when the caller may. Throws 403, 404. */
async function recordOf(ctx: Ctx, { resource, id }: Target, verb: Verb): Promise<Row> {
  assertMay(ctx, resource, verb)
  return load(ctx, resource, id)
}

interface Upload {
  readonly target: Target
  readonly name: string
  readonly bytes: Uint8Array
}

async function uploadOf(c: Context): Promise<Upload> {
  const form = await uploadForm(c, UPLOAD)
  const file = form.get('file')
  if (!(file instanceof File)) throw invalid({ file: ['Escolha um arquivo.'] })
  const target = targetOf({ anexable_type: form.get('anexable_type'), anexable_id: form.get('anexable_id') })
  if (file.size > SIZE_LIMIT) throw new ApiError(413, 'too_large', 'O arquivo é maior que 10 MB.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const name = bareName(file.name)
  if (!extensionOf(name, bytes)) throw unsupported()
  return { target, name, bytes }
}

async function attach(ctx: Ctx, { target, name, bytes }: Upload): Promise<Row> {
  const record = await recordOf(ctx, target, 'edit')
  const made = await attachFile(ctx, { resource: target.resource, record: { ...record, id: target.id }, name, bytes })
  if (made === undefined) throw unsupported()
  return show(ctx, anexo, made.id)
}

const unsupported = () => new ApiError(415, 'unsupported_file', 'Arquivo não suportado')

async function listOf(ctx: Ctx, target: Target): Promise<object> {
  await recordOf(ctx, target, 'read')
  const where = { anexable_type: target.resource.name, anexable_id: target.id }
  return list(ctx, anexo, { where: JSON.stringify(where), perPage: String(PER_RECORD) })
}

/** An attachment with the record it belongs to. Throws 403, 404. */
async function ownedBy(ctx: Ctx, id: number, verb: Verb) {
  const one = await load(ctx, anexo, id)
  const target = targetOf(one)
  await recordOf(ctx, target, verb)
  return { one, target }
}

async function bytesOf(ctx: Ctx, id: number): Promise<Buffer<ArrayBuffer>> {
  const [row] = await rowsOf(
    ctx,
    sql`select encode(conteudo, 'base64') as base64 from anexo_conteudo where anexo_id = ${id}`,
  )
  return Buffer.from(String(row?.base64 ?? ''), 'base64')
}

/** Always as a download, whatever it is: a page of somebody else's must not run as ours. */
async function download(ctx: Ctx, id: number): Promise<Response> {
  const { one } = await ownedBy(ctx, id, 'read')
  return new Response(await bytesOf(ctx, id), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="anexo-${id}.${one.extensao}"; filename*=UTF-8''${encoded(one.nome)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

/**
 * A picture or a PDF, to be seen in a frame of ours: as what its first bytes proved it to be, never as a page. Browsers show no PDF at all in a sandbox: their viewer is one
 * of its own. Throws 415 for anything else, which is only given.
 */
async function view(ctx: Ctx, id: number): Promise<Response> {
  const { one } = await ownedBy(ctx, id, 'read')
  const type = SHOWN_TYPES[one.extensao]
  if (type === undefined) throw unsupported()
  const policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  return new Response(await bytesOf(ctx, id), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `inline; filename="anexo-${id}.${one.extensao}"`,
      'Content-Security-Policy': type === SHOWN_TYPES.pdf ? policy : `${policy}; sandbox`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'private, no-store',
    },
  })
}

const renaming = v.object({
  nome: v.optional(v.pipe(shortText(200), v.minLength(1, MESSAGES.required))),
  descricao: v.optional(v.nullable(shortText(200))),
  versao: v.optional(v.nullable(identifier)),
})

/**
 * Another name, which says the same kind, and what it is in words (E3-170), by whoever may change the record. What comes beside is of the program alone and left out.
 * Throws 409 for an older `versao`, 422.
 */
async function rename(ctx: Ctx, id: number, body: unknown): Promise<Row> {
  const { one, target } = await ownedBy(ctx, id, 'edit')
  const { versao, ...given } = parseInput(renaming, body)
  if (typeof versao === 'number' && versao !== one.versao)
    throw conflict('Este registro foi alterado por outro usuário.')
  const nome = bareName(given.nome ?? one.nome)
  if (!nome.toLowerCase().endsWith(`.${one.extensao}`))
    throw invalid({ nome: [`O nome termina em .${one.extensao}, como o arquivo.`] })
  const { descricao = one.descricao } = given
  await update(ctx, anexo, one, { nome, descricao: descricao === '' ? null : descricao })
  await announce(ctx, target.resource, target.id)
  return show(ctx, anexo, id)
}

/** As RFC 8187 writes names. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

async function detach(ctx: Ctx, id: number): Promise<{ message: string }> {
  const { one, target } = await ownedBy(ctx, id, 'edit')
  await deleteRows(ctx, anexo, [one])
  await announce(ctx, anexo, id)
  await announce(ctx, target.resource, target.id)
  return { message: REMOVED }
}
