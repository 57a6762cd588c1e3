import { empresaComputed } from '../../../../core/fields/cadastros/empresa'
import { empresaCertificadoFields } from '../../../../core/fields/cadastros/certificado'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { daysBetween } from '../../../../core/br/civil-date'
import { type Ctx, rowsOf } from '../../../platform/context'
import { loadWhere } from '../../../platform/engine/write'
import { notConfigured } from '../../../platform/outside/call'
import { resource, type Row } from '../../../platform/resource'
import { secretOf } from '../../../platform/secrets'

/** Days before its end from which a certificate is warned of. */
export const WARN_DAYS = 30

/** The A1 certificate of a company: who holds it and until when is shown, the file and its key never. */
export const empresaCertificado = resource({
  name: 'empresa_certificado',
  paths: ['cadastros/empresa_certificado'],
  title: 'Certificado digital',
  right: 'empresa',
  readOnly: true,
  company: 'own',
  fields: empresaCertificadoFields,
  search: ['xNome'],
  display: ['xNome', 'dhFim'],
  unique: [['empresa_id']],
})

const stored = v.object({ key: v.string(), cert: v.string(), chain: v.array(v.string()), pfx: v.string() })

/** Key and certificates in PEM, and the file as it was sent (base64). */
export type KeyPair = v.InferOutput<typeof stored>

/** The certificate of a company, for signing and for calling tax services. Throws 503 when it has none. */
export async function keyPairOf(ctx: Ctx, empresa_id: number): Promise<KeyPair> {
  const [row] = await loadWhere(ctx, empresaCertificado, 'empresa_id', [empresa_id])
  const text = row && secretOf(ctx, empresaCertificado, row, 'conteudo')
  if (!text) throw notConfigured('A empresa não tem certificado digital: envie-o no cadastro da empresa.')
  return v.parse(stored, JSON.parse(text))
}

export type CertificateState = 'valido' | 'vence' | 'vencido'

/** Days from today to the end of a certificate. */
export const daysLeft = (ctx: Ctx, dhFim: unknown): number => daysBetween(ctx.clock.today(), String(dhFim).slice(0, 10))

/** What the company's record shows of its certificate; null when there is none. */
export async function shownCertificate(ctx: Ctx, empresa_id: number): Promise<Row | null> {
  const [row] = await rowsOf(
    ctx,
    sql`select "xNome", "CNPJ_CPF", emissor, numero_serie, impressao, "dhInicio", "dhFim", "dhFim" <= ${ctx.clock.now()}::timestamptz as vencido
        from empresa_certificado where empresa_id = ${empresa_id}`,
  )
  if (!row) return null
  const { vencido, ...shown } = row
  const dias = daysLeft(ctx, row.dhFim)
  const situacao: CertificateState = vencido === true ? 'vencido' : dias <= WARN_DAYS ? 'vence' : 'valido'
  const [dhInicio, dhFim] = [row.dhInicio, row.dhFim].map((time) => String(time).slice(0, 19))
  return { ...shown, dhInicio, dhFim, dias, situacao }
}

/** The last day of a company's certificate, for lists. */
export const certificateEnd = {
  meta: empresaComputed.certificado_ate.meta,
  sql: () => sql`(select (c."dhFim")::date::text from empresa_certificado c where c.empresa_id = t.id)`,
}
