import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { assertNotInternal, checkedUrl, RefusedAddress } from '../../platform/outside/address'
import type { Draft, Row } from '../../platform/resource'
import { empresaCertificado, keyPairOf } from './certificado/certificado'

/** What a company's integrations must look like before they are kept. */
export async function checkCompany(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  for (const { before, values } of drafts) {
    if (isNew(before, values, 'integracao_li')) values.integracao_li = shopOf(values.integracao_li)
    for (const name of ['tray_url', 'checkout_url', 'gs1_url'])
      if (isNew(before, values, name)) values[name] = webAddress(ctx, name, String(values[name]))
    if (isNew(before, values, 'smtp_url')) values.smtp_url = mailServer(ctx, String(values.smtp_url))
    if (before && typeof values.keyPass === 'string') await checkPassword(ctx, Number(before.id), values.keyPass)
  }
}

const isNew = (before: Row | undefined, values: Row, name: string): boolean =>
  values[name] !== undefined && values[name] !== null && values[name] !== before?.[name]

const SHOP = ['ativo', 'sync_stock', 'gera_nfe'] as const

/** The switches of the shop, all three of them (spec N1-019). */
function shopOf(value: unknown): object {
  const given = new Map(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  const known = [...given].every(
    ([name, one]) => SHOP.some((own) => own === name) && [true, false, null].some((two) => two === one),
  )
  if (!known || Array.isArray(value))
    throw invalid({ integracao_li: ['Informe ativo, sync_stock e gera_nfe como verdadeiro ou falso.'] })
  return Object.fromEntries(SHOP.map((name) => [name, given.get(name) === true]))
}

/** An address of the web that this server may call, as it is kept. Throws 422. */
export function webAddress(ctx: Ctx, field: string, text: string): string {
  try {
    return checkedUrl(text, ctx.outside).href
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalid({ [field]: [error.message] })
    throw error
  }
}

/** The mail server of a company, as it is kept: its password has a field of its own, and its machine is one that this server may reach. Throws 422. */
function mailServer(ctx: Ctx, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const fault = (message: string) => invalid({ smtp_url: [message] })
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw fault('Informe um endereço como smtps://usuario@servidor:465.')
  if (url.password !== '') throw fault('A senha vai no campo dela.')
  try {
    if (!ctx.outside.allowPrivate) assertNotInternal(url)
  } catch (error) {
    if (error instanceof RefusedAddress) throw fault(error.message)
    throw error
  }
  return url.href
}

/** A password that is given apart from the file has to open the file that is there. */
async function checkPassword(ctx: Ctx, empresa_id: number, password: string): Promise<void> {
  const [there] = await rowsOf(
    ctx,
    sql`select id from ${sql.raw(empresaCertificado.name)} where empresa_id = ${empresa_id}`,
  )
  if (!there) return
  const { readCertificate } = await import('./certificado/pkcs12')
  readCertificate(Buffer.from((await keyPairOf(ctx, empresa_id)).pfx, 'base64'), password)
}
