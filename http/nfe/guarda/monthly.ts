import { sql } from 'drizzle-orm'
import { addMonths, firstDayOfMonth } from '../../../core/br/civil-date'
import { messageOf } from '../../../core/errors'
import { monthOf, monthsDue } from '../../../core/fiscal/keeping/period'
import { SYSTEM } from '../../db/pool'
import { type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { filesIn } from './documents'
import { askForFile } from './make'
import { seriesIn } from './numbers'
import { wantedOf } from './wanted'

const MODELS_KEPT = [55, 65] as const
/** A month that could not be sent is tried again every day for so long. */
const MONTHS_TRIED = 12

/**
 * Every morning, and when a server starts: the files that are due to accountants, of companies that want it. So on the first of a month that of the month before; a server that
 * was off catches up. What was sent is not sent again.
 */
export const sendsMonthly = backgroundJob(
  'guarda.mensal',
  async (_payload, { services }) => {
    for (const id of await wanting(services))
      await withinCompany(services, id, (ctx) => askForDue(ctx, id)).catch((error: unknown) =>
        log.error('Os documentos da empresa {id} não foram preparados: {error}', { id, error: messageOf(error) }),
      )
  },
  // 06:23 in Brasília: what was issued in contingency in the last hours of the month had its time.
  { schedule: '23 9 * * *' },
)

async function wanting(services: Services): Promise<number[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf({ db }, sql`select id from empresa where envia_contador order by id limit 1000`),
  )
  return rows.map(({ id }) => Number(id))
}

async function askForDue(ctx: Ctx, empresa_id: number): Promise<void> {
  for (const mod of MODELS_KEPT)
    for (const mes of await dueMonths(ctx, empresa_id, mod)) {
      const wanted = await wantedOf(ctx, { empresa_id, mod, ...monthOf(mes) })
      const numbers = await seriesIn(ctx, wanted)
      const anything = numbers.some(({ de, ate }) => de <= ate) || (await filesIn((work) => work(ctx), wanted)) > 0
      if (anything) await askForFile(ctx, { empresa_id, mod, mes }, { sends: true, user_id: null })
    }
}

async function dueMonths(ctx: Ctx, empresa_id: number, mod: number): Promise<string[]> {
  const today = ctx.clock.today()
  const since = addMonths(firstDayOfMonth(today), -MONTHS_TRIED)
  const rows = await rowsOf(
    ctx,
    sql`select mes, "dhEnvio" is not null as enviada, situacao from guarda_fiscal
        where empresa_id = ${empresa_id} and mod = ${mod} and mes >= ${since} order by mes limit 100`,
  )
  const sent = rows.filter(({ enviada }) => enviada === true).map(({ mes }) => String(mes))
  const failed = rows.filter(({ enviada, situacao }) => enviada !== true && situacao === 'erro')
  const due = monthsDue(today, sent.at(-1))
  return [...new Set([...failed.map(({ mes }) => String(mes)), ...due])].filter((mes) => !sent.includes(mes)).toSorted()
}
