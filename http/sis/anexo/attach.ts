import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, insert } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import { anexo } from './anexo'
import { extensionOf } from './content'
import { assertRoom } from './room'
import { sha256Of } from '../../platform/digest'

const PER_RECORD = 200

interface Attached {
  readonly resource: Resource
  readonly record: Row & { readonly id: number }
  readonly name: string
  readonly bytes: Uint8Array
}

/** Keeps a file with a record that the caller may change; undefined where its content is not what its name says, or is not taken. Throws 400 `too_many`, 422 where the company's room is used up. */
export async function attachFile(
  ctx: Ctx,
  { resource, record, name, bytes }: Attached,
): Promise<RecordOf<typeof anexo> | undefined> {
  const extensao = extensionOf(name, bytes)
  if (extensao === undefined) return undefined
  const [known] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from anexo where anexable_type = ${resource.name} and anexable_id = ${record.id}`,
  )
  if (Number(known?.n) >= PER_RECORD) throw badRequest(`Este registro já tem ${PER_RECORD} anexos.`, 'too_many')
  const company = resource.company === 'none' || resource.company === 'member' ? null : (record.empresa_id ?? null)
  await assertRoom(ctx, company === null ? null : Number(company), bytes.length)
  const made = await insert(ctx, anexo, {
    empresa_id: company,
    anexable_type: resource.name,
    anexable_id: record.id,
    nome: name,
    extensao,
    tamanho: bytes.length,
    hash: sha256Of(bytes),
    user_id: ctx.actor.id || null,
  })
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  await ctx.db.execute(
    sql`insert into anexo_conteudo (anexo_id, conteudo) values (${made.id}, decode(${base64}, 'base64'))`,
  )
  await announce(ctx, resource, record.id)
  return made
}
