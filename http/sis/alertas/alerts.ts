import { sql } from 'drizzle-orm'
import { messageOf } from '../../../core/errors'
import { alertTitle, isAlertKind } from '../../../core/settings/alerts'
import { serverList } from '../../../core/settings/server'
import type { SettingValues } from '../../../core/settings/settings'
import { type Db, SYSTEM } from '../../db/pool'
import { clockOf, type Services, systemCtx } from '../../platform/app'
import { rowsOf } from '../../platform/context'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { serverSettingsOf } from '../configuracao'
import { queueMail } from '../mail/queue'
import { alertSources, type Trouble } from './sources'

/** News that one mail tells; people are as many as administrators are. */
const MOST_TOLD = 50
const MOST_PEOPLE = 50
const LOCK = 727_786_004

/** What began or is over. */
interface News {
  readonly empresa_id: number | null
  readonly isOver: boolean
  readonly tipo: string
  readonly texto: string
}

/** Looks every few minutes, once over all servers, for what needs a person, and tells it by mail when it begins and when it is over. */
export const alerts = backgroundJob(
  'sis.alertas',
  async (_, { services }) => {
    const { settings, off, found, looked } = await lookAround(services)
    await services.pool.transaction(SYSTEM, async (db) => {
      await db.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
      const news = await noted(db, clockOf(services).now(), { found, looked })
      await tell(
        services,
        db,
        settings,
        news.filter(({ tipo }) => !off.has(tipo)),
      )
    })
  },
  { schedule: '*/5 * * * *' },
)

interface Seen {
  readonly found: readonly Trouble[]
  /** Kinds that could be looked at: of the others nobody knows whether they are over. */
  readonly looked: readonly string[]
}

interface Around extends Seen {
  readonly settings: SettingValues
  /** Kinds that are switched off: what was open of them ends, and nobody is told. */
  readonly off: ReadonlySet<string>
}

async function lookAround(services: Services): Promise<Around> {
  return services.pool.read(SYSTEM, async (db) => {
    const ctx = { db, clock: clockOf(services) }
    const settings = await serverSettingsOf(ctx)
    const off = new Set<string>(serverList(settings, 'ALERTA_DESLIGADOS'))
    const found: Trouble[] = []
    const looked: string[] = []
    for (const [kind, look] of alertSources())
      try {
        const seen = off.has(kind) ? [] : await look({ ctx, services, settings })
        if (seen === undefined) continue
        found.push(...seen)
        looked.push(kind)
      } catch (error) {
        log.warn('O alerta {kind} não pôde ser verificado: {error}', { kind, error: messageOf(error) })
      }
    return { settings, off, found, looked }
  })
}

/** Writes down what begins and what is over, and answers it. What goes on is told of by nobody. */
async function noted(db: Db, now: string, { found, looked }: Seen): Promise<readonly News[]> {
  const began = await rowsOf(
    { db },
    sql`insert into alerta (empresa_id, tipo, chave, texto, "dhInicio")
        select empresa_id, tipo, chave, texto, ${now} from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as w (empresa_id int, tipo text, chave text, texto text)
        on conflict do nothing returning empresa_id, tipo, texto`,
  )
  const over = await rowsOf(
    { db },
    sql`update alerta a set "dhFim" = ${now} where a."dhFim" is null and a.tipo in (select jsonb_array_elements_text(${JSON.stringify(looked)}::jsonb))
          and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as w (empresa_id int, tipo text, chave text)
            where (w.tipo, w.chave, coalesce(w.empresa_id, 0)) = (a.tipo, a.chave, coalesce(a.empresa_id, 0)))
        returning empresa_id, tipo, texto`,
  )
  const newsOf = (isOver: boolean) => (row: Record<string, unknown>) => ({
    empresa_id: row.empresa_id === null ? null : Number(row.empresa_id),
    isOver,
    tipo: String(row.tipo),
    texto: String(row.texto),
  })
  return [...began.map(newsOf(false)), ...over.map(newsOf(true))]
}

/** Of each company one mail to each of its people; what is of the whole server goes to all. Where mail is not set up, the log alone tells. */
async function tell(services: Services, db: Db, settings: SettingValues, news: readonly News[]): Promise<void> {
  for (const one of news) log.warn('{line}', { line: lineOf(one) })
  if (services.smtpUrl === undefined || services.publicUrl === undefined) return
  const named = serverList(settings, 'ALERTA_EMAILS')
  for (const empresa_id of new Set(news.map((one) => one.empresa_id))) {
    const own = news.filter((one) => one.empresa_id === empresa_id)
    const people = await peopleOf(db, empresa_id, named)
    for (const { to, sender } of people)
      await queueMail(systemCtx(services, db, [sender], sender), {
        empresa_id: sender,
        to,
        subject: subjectOf(own),
        text: `${linesOf(own).join('\n\n')}\n\n${services.publicUrl.replace(/\/+$/, '')}/ui/sis/saude`,
      })
  }
}

const titleOf = ({ tipo }: News): string => (isAlertKind(tipo) ? alertTitle(tipo) : tipo)

const lineOf = (one: News): string => `${one.isOver ? 'Resolvido' : 'Alerta'} · ${titleOf(one)}: ${one.texto}`

/** The first of them; what is left out is counted. */
function linesOf(news: readonly News[]): readonly string[] {
  const more = news.length - MOST_TOLD
  return [
    ...news.slice(0, MOST_TOLD).map(lineOf),
    ...(more > 0 ? [`E mais ${more}, que o registro do servidor tem.`] : []),
  ]
}

function subjectOf(news: readonly News[]): string {
  const [first] = news
  if (news.length === 1 && first) return `Prumo: ${first.isOver ? 'resolvido: ' : ''}${titleOf(first)}`
  return news.every(({ isOver }) => isOver) ? `Prumo: ${news.length} resolvidos` : `Prumo: ${news.length} alertas`
}

interface Person {
  readonly to: string
  /** The company in whose name it goes. */
  readonly sender: number
}

/** Who is told of a company's alerts, or of the server's: who the setting names, else its administrators. */
async function peopleOf(db: Db, empresa_id: number | null, named: readonly string[]): Promise<readonly Person[]> {
  const rows = await rowsOf(
    { db },
    named.length > 0
      ? sql`select w.email, coalesce(${empresa_id}::int, (select min(id) from empresa)) as empresa_id
          from jsonb_array_elements_text(${JSON.stringify(named)}::jsonb) w (email)`
      : sql`select u.email, coalesce(${empresa_id}::int, u.empresa_id) as empresa_id from "user" u
          where u.ativo and exists (select 1 from user_role x join role r on r.id = x.role_id where x.user_id = u.id and r.name in ('admin', 'ceo'))
            and (${empresa_id}::int is null or exists (select 1 from user_empresa m where m.user_id = u.id and m.empresa_id = ${empresa_id}::int))
          order by u.id limit ${MOST_PEOPLE}`,
  )
  return rows.flatMap((row) =>
    row.empresa_id === null ? [] : [{ to: String(row.email), sender: Number(row.empresa_id) }],
  )
}
