import { sql } from 'drizzle-orm'
import { messageOf } from '../../../core/errors'
import { SYSTEM } from '../../db/pool'
import { withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { tryNow } from '../../platform/exchange/verbs'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { queueNotes } from '../nota/authorise'
import { CATCH_UP } from './contingencia'

/** Notes of a company that one round looks at; the rest comes with the next. */
const MOST = 1_000

/** Every hour, and when a contingency ends: what went out before it was authorised is sent, what got no answer is asked for. */
export const catchesUp = backgroundJob(
  CATCH_UP,
  async (_payload, { services }) => {
    const waiting = await services.pool.read(SYSTEM, (db) =>
      rowsOf({ db }, sql`select distinct empresa_id from nfe where status in (1, 8, 9) order by 1 limit ${MOST}`),
    )
    for (const { empresa_id } of waiting)
      await withinCompany(services, Number(empresa_id), (ctx) => catchUp(ctx, Number(empresa_id))).catch(
        (error: unknown) => log.error('As notas da contingência esperam: {error}', { error: messageOf(error) }),
      )
  },
  { schedule: '23 * * * *' },
)

async function catchUp(ctx: Ctx, empresa_id: number): Promise<void> {
  await queueNotes(ctx, await announced(ctx, empresa_id))
  const waiting = await waitingOf(ctx, empresa_id)
  if (waiting.length > 0) await tryNow(ctx, waiting, 'tentarAgora')
}

/** Notes whose EPEC was registered and that were never queued to their authority. */
async function announced(ctx: Ctx, empresa_id: number) {
  const rows = await rowsOf(
    ctx,
    sql`select n.id, n."chNFe", x.xml from nfe n
        join lateral (select k.xml from nfe_xml k where k.nfe_id = n.id and k.tipo = 'assinada' order by k.id desc limit 1) x on true
        where n.empresa_id = ${empresa_id} and n.status = 8
          and not exists (select 1 from troca q where q.tipo = 'sefaz.nota' and q.recurso = 'nfe' and q.registro_id = n.id and q.status <> 'respondida')
        order by n.id limit ${MOST}`,
  )
  return rows.map((row) => ({ id: Number(row.id), empresa_id, chNFe: String(row.chNFe), signed: String(row.xml) }))
}

/** Requests that nobody would try any more, and all of a model whose contingency is over. */
async function waitingOf(ctx: Ctx, empresa_id: number): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select q.id from troca q left join nfe n on q.recurso = 'nfe' and n.id = q.registro_id
        where q.empresa_id = ${empresa_id} and q.tipo in ('sefaz.nota', 'sefaz.evento') and q.status in ('na_fila', 'incerta', 'falhou')
          and (q."dhProxima" is null or (n.id is not null and not exists
            (select 1 from contingencia c where c.empresa_id = q.empresa_id and c.mod = n.mod and c."dhFim" is null)))
        order by q.id limit ${MOST} for update of q skip locked`,
  )
  return rows.map(({ id }) => Number(id))
}
