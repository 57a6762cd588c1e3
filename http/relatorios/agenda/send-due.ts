import { sql } from 'drizzle-orm'
import { greeting } from '../../../core/br/greeting'
import { messageOf } from '../../../core/errors'
import { SYSTEM } from '../../db/pool'
import { clockOf, ctxOf, type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { loadWhere, patchRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { actorOfUser } from '../../platform/session'
import { queueMail } from '../../sis/mail/queue'
import { headingOf } from '../heading'
import { reportNamed, runnable } from '../may-run'
import { nextInstant, relatorioAgenda, type Scheduled, valuesOf } from './agenda'
import { reportFile } from './file'

/** Schedules that one run looks at. */
const MOST = 1_000

interface Due {
  readonly id: number
  readonly empresa_id: number
  readonly usuario_id: number
}

async function due(services: Services): Promise<Due[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select id, empresa_id, usuario_id from relatorio_agenda where ativo and "dhProximo" <= ${clockOf(services).now()} order by "dhProximo", id limit ${MOST}`,
    ),
  )
  return rows.map((row) => ({
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    usuario_id: Number(row.usuario_id),
  }))
}

/** Takes a due moment of a schedule, once however many servers look: it is moved on to its next. Undefined where it was taken. */
async function take(ctx: Ctx, id: number): Promise<Scheduled | undefined> {
  const [record] = await loadWhere(ctx, relatorioAgenda, 'id', [id])
  if (!record) return undefined
  const taken = await rowsOf(
    ctx,
    sql`update relatorio_agenda set "dhProximo" = ${nextInstant(ctx, record)}::timestamptz
        where id = ${id} and ativo and "dhProximo" <= ${ctx.clock.now()} returning id`,
  )
  return taken.length === 0 ? undefined : record
}

/** Runs the report of a schedule with its owner's rights, and queues it to each address, in one transaction with what says so. */
async function send(ctx: Ctx, id: number): Promise<void> {
  const record = await take(ctx, id)
  if (record === undefined) return
  const known = reportNamed(record.rel_name)
  if (known === undefined) throw badRequest('Este relatório não existe mais.', 'no_report')
  const report = runnable(ctx.actor, known)
  const { empresa_id } = record
  const values = valuesOf(report, record.filtros, { actor: ctx.actor, empresa_id, today: ctx.clock.today() })
  const file = await reportFile(ctx, report, values, record.formato ?? 'pdf')
  const { company, filters } = await headingOf(ctx, report, values)
  const narrowed = filters.map(([label, text]) => `${label}: ${text}`)
  const text = [
    `${greeting(ctx.clock.now(), ctx.timeZone)}.`,
    [`Segue o relatório “${report.title}”.`, ...narrowed].join('\n'),
    `Enviado a pedido de ${ctx.actor.name}.`,
  ].join('\n\n')
  for (const to of record.para.split(', '))
    await queueMail(ctx, { empresa_id, to, subject: `${report.title} · ${company}`, text, files: [file] })
  await patchRows(ctx, relatorioAgenda, [{ id, dhUltimo: ctx.clock.now(), xErro: null }])
}

/** What kept one from being sent is noted with it, and it waits for its next moment. */
async function note(services: Services, { id, empresa_id }: Due, error: unknown): Promise<void> {
  const xErro = messageOf(error).slice(0, 300)
  await withinCompany(services, empresa_id, async (ctx) => {
    if ((await take(ctx, id)) !== undefined) await patchRows(ctx, relatorioAgenda, [{ id, xErro }])
  })
}

/** Sends the reports that are due, each as its owner. What one cannot send is noted with it, and keeps no other from its own. */
export async function sendDueReports(services: Services): Promise<void> {
  for (const one of await due(services))
    try {
      const actor = await actorOfUser(services.pool, one.usuario_id, one.empresa_id)
      await services.pool.transaction({ empresas: actor.empresas, timeZone: SYSTEM.timeZone, user: actor.id }, (db) =>
        send(ctxOf(services, db, actor), one.id),
      )
    } catch (error) {
      await note(services, one, error).catch((failure: unknown) =>
        log.error('O envio agendado {id} falhou: {error}', { id: one.id, error: messageOf(failure) }),
      )
    }
}

/** Every quarter of an hour, and when a server starts. */
export const sendsReports = backgroundJob('relatorios.agenda', (_, { services }) => sendDueReports(services), {
  schedule: '*/15 * * * *',
})
