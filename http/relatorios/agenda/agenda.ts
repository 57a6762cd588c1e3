import { sql } from 'drizzle-orm'
import { isAdmin } from '../../../core/access'
import { relatorioAgendaFields } from '../../../core/fields/relatorios/agenda'
import { daysOf, isRelativePeriod, type LocalMoment, nextSend, RELATIVE_PERIODS } from '../../../core/week/send-time'
import type { Actor, Ctx } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { type Draft, type RecordOf, resource, type Row } from '../../platform/resource'
import { requireMail } from '../../sis/mail/queue'
import { namesOf, readFilters } from '../filters'
import { reportNamed, runnable } from '../may-run'
import { PERIOD_END } from '../period'
import type { Report, ReportValues } from '../report'

/** Reports that are sent by mail again and again: each is its owner's, and runs with their rights. */
export const relatorioAgenda = resource({
  name: 'relatorio_agenda',
  paths: ['relatorios/agenda', 'relatorio_agenda'],
  title: 'Envio agendado de relatório',
  right: 'relatorios',
  company: 'own',
  fields: relatorioAgendaFields,
  search: ['titulo', 'para'],
  display: ['titulo', 'para'],
  indexes: [['ativo', 'dhProximo']],
  visible: (ctx) => (isAdmin(ctx.actor) ? sql`true` : sql`t.usuario_id = ${ctx.actor.id}`),
  hooks: {
    prepare: (ctx, drafts) => {
      for (const draft of drafts) prepare(ctx, draft)
    },
  },
})

export type Scheduled = RecordOf<typeof relatorioAgenda>

/** Checks one that is saved, and says when it is sent next. Throws 422, 403 for a report that the caller may not run, 503 where mail is not set up. */
function prepare(ctx: Ctx, { before, values }: Draft): void {
  const now: Row = { ...before, ...values }
  const report = reportNamed(String(now.rel_name))
  if (report === undefined) throw invalid({ rel_name: ['Este relatório não existe.'] })
  if (typeof now.dia_semana === 'number' && typeof now.dia_mes === 'number')
    throw invalid({ dia_mes: ['Escolha o dia da semana ou o dia do mês, não os dois.'] })
  runnable(ctx.actor, report)
  valuesOf(report, now.filtros, { actor: ctx.actor, empresa_id: Number(now.empresa_id), today: ctx.clock.today() })
  if (now.ativo !== false) requireMail(ctx.mail)
  values.titulo = report.title
  values.dhProximo = nextInstant(ctx, now)
  values.xErro = null
}

interface Asked {
  readonly actor: Actor
  readonly empresa_id: number
  readonly today: string
}

/** The filters of a report as they are kept, seen from a day: relative periods become days. Throws 422 for those that the report does not take. */
export function valuesOf(report: Report, filtros: unknown, { actor, empresa_id, today }: Asked): ReportValues {
  const kept: Readonly<Record<string, unknown>> = typeof filtros === 'object' && filtros !== null ? { ...filtros } : {}
  const unknown = Object.keys(kept).find((name) => !Object.hasOwn(report.filters, name))
  if (unknown !== undefined) throw invalid({ filtros: [`O relatório não tem o filtro ${unknown.slice(0, 60)}.`] })
  const query: Record<string, string> = { empresa_id: String(empresa_id) }
  for (const [name, filter] of Object.entries(report.filters)) {
    const value = kept[name]
    if (value === undefined || value === null || value === '') continue
    const [first = name, last] = namesOf(name, filter)
    if (filter.kind === 'period') {
      if (!isRelativePeriod(value))
        throw invalid({ filtros: [`${filter.label}: use ${Object.keys(RELATIVE_PERIODS).join(', ')}.`] })
      const days = daysOf(value, today)
      query[first] = days[0]
      query[last ?? name + PERIOD_END] = days[1]
    } else query[first] = filter.kind === 'date' && value === 'hoje' ? today : String(value)
  }
  return readFilters(report, query, actor)
}

/** The hour and the day of the company's time zone. */
function localNow(ctx: Ctx): LocalMoment {
  const text = new Date(ctx.clock.now()).toLocaleString('sv-SE', { timeZone: ctx.timeZone })
  return { day: text.slice(0, 10), hour: text.slice(11, 16) }
}

/** When one is sent next, as the database reads it: in the time zone of the company. */
export function nextInstant(ctx: Ctx, { dia_semana, dia_mes, hora }: Row): string {
  const numberOr = (value: unknown): number | null => (typeof value === 'number' ? value : null)
  const { day, hour } = nextSend(
    { dia_semana: numberOr(dia_semana), dia_mes: numberOr(dia_mes), hora: String(hora) },
    localNow(ctx),
  )
  return `${day} ${hour}:00`
}
