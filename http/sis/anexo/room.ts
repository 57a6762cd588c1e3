import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { formatNumber } from '../../../core/br/number'
import { attachmentQuota } from '../../../core/settings/settings'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { whereOf, visibleFilter } from '../../platform/engine/query'
import { invalid } from '../../platform/errors'
import { nothing } from '../../platform/inputs'
import { lockNames } from '../../platform/locks'
import { settingsOf } from '../configuracao'
import { anexo } from './anexo'

const MEGABYTE = 1024 * 1024
const megabytes = (bytes: number): string => `${formatNumber((bytes / MEGABYTE).toFixed(1), 1)} MB`

/** Throws 422 where these bytes more would be over what the files of a company, or of what all companies share, may take. Others wait meanwhile. */
export async function assertRoom(ctx: Ctx, empresa_id: number | null, bytes: number): Promise<void> {
  const quota = attachmentQuota(await settingsOf(ctx))
  if (quota === undefined) return
  await lockNames(ctx.db, [`anexos ${empresa_id ?? ''}`])
  const [row] = await rowsOf(
    ctx,
    sql`select coalesce(sum(tamanho), 0)::float8 as used from anexo where empresa_id is not distinct from ${empresa_id}`,
  )
  const used = Number(row?.used)
  if (used + bytes <= quota) return
  throw invalid({
    file: [
      `Não há espaço: os anexos ocupam ${megabytes(used)} de ${megabytes(quota)}. Exclua arquivos, ou peça mais espaço a quem configura o sistema.`,
    ],
  })
}

const count = v.nullable(v.number())

/** How much the attachments take that whoever asks may see, in bytes, and how much those of each company may. */
export const uso = action(anexo, 'uso', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Quanto os anexos ocupam, em bytes, por empresa (null: do que todas compartilham), e quanto podem ocupar.',
  input: nothing,
  answer: v.object({
    limite: count,
    data: v.array(v.object({ empresa_id: count, arquivos: v.number(), bytes: v.number() })),
  }),
  run: async ({ ctx }) => {
    const rows = await rowsOf(
      ctx,
      sql`select t.empresa_id, count(*)::int as arquivos, sum(t.tamanho)::float8 as bytes from anexo t ${whereOf(visibleFilter(ctx, anexo))}
          group by t.empresa_id order by t.empresa_id nulls last limit 1000`,
    )
    return {
      limite: attachmentQuota(await settingsOf(ctx)) ?? null,
      data: rows.map(({ empresa_id, arquivos, bytes }) => ({
        empresa_id: empresa_id === null ? null : Number(empresa_id),
        arquivos: Number(arquivos),
        bytes: Number(bytes),
      })),
    }
  },
})
