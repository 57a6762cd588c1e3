import { messageOf } from '../../../core/errors'
import { sql } from 'drizzle-orm'
import { findUf, type Uf } from '../../../core/br/uf'
import { contingencyOf } from '../../../core/fiscal/services/authoriser'
import { SYSTEM } from '../../db/pool'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { clockOf, type Services, withinCompany } from '../../platform/app'
import { rowsOf } from '../../platform/context'
import { find, insert, update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { status } from '../sefaz/client'
import type { SefazAt } from '../sefaz/soap-call'
import { contingencia, contingencyOn, endContingency } from './contingencia'

/** Failures within so long that turn a contingency on. */
const FAILURES = 3
const WITHIN = "interval '5 minutes'"
/** A second good answer, so long after the first, turns it off. */
const STEADY_MS = 5 * 60_000
const TIMEOUT_MS = 15_000
const MODELS = [55, 65] as const

interface Company {
  readonly id: number
  readonly UF: Uf
  readonly tpAmb: '1' | '2'
  readonly mod: 55 | 65
}

/**
 * Looks at the authorities, every minute: a company that wants it goes into contingency after three failures in five minutes, an NF-e by the virtual SEFAZ of its state where
 * that is at work, by EPEC where it says that it is not; and comes out when the authority has answered twice that it is (107), five minutes apart, whoever turned it on.
 */
export const watchesSefaz = backgroundJob(
  'sefaz.vigia',
  async (_payload, { services }) => {
    for (const one of await failing(services)) await turnOn(services, one).catch(tell)
    for (const one of await inContingency(services)) await turnOff(services, one).catch(tell)
  },
  { schedule: '* * * * *' },
)

const tell = (error: unknown): void => log.error('A SEFAZ não pôde ser vigiada: {error}', { error: messageOf(error) })

const read = (services: Services, query: ReturnType<typeof sql>) =>
  services.pool.read(SYSTEM, (db) => rowsOf({ db }, query))

function companyOf(row: Readonly<Record<string, unknown>>): Company[] {
  const UF = findUf(String(row.UF ?? ''))
  const mod = MODELS.find((one) => one === Number(row.mod))
  return UF && mod ? [{ id: Number(row.id), UF: UF.sigla, tpAmb: row.ambiente === 1 ? '1' : '2', mod }] : []
}

async function failing(services: Services): Promise<Company[]> {
  const now = clockOf(services).now()
  const rows = await read(
    services,
    sql`select e.id, e."UF", e.ambiente, n.mod from troca t join nfe n on n.id = t.registro_id join empresa e on e.id = t.empresa_id,
          jsonb_array_elements(t.historico) h
        where t.tipo = 'sefaz.nota' and t.status in ('na_fila', 'enviando', 'incerta') and e.contingencia_automatica and n."tpEmis" = 1
          and (h ->> 'erro') is not null and (h ->> 'dh')::timestamptz > ${now}::timestamptz - ${sql.raw(WITHIN)}
        group by 1, 2, 3, 4 having count(*) >= ${FAILURES}`,
  )
  return rows.flatMap(companyOf)
}

async function inContingency(services: Services): Promise<(Company & { readonly contingencia_id: number })[]> {
  const rows = await read(
    services,
    sql`select e.id, e."UF", e.ambiente, c.mod, c.id as contingencia_id from contingencia c join empresa e on e.id = c.empresa_id where c."dhFim" is null order by c.id limit 1000`,
  )
  return rows.flatMap((row) => companyOf(row).map((one) => ({ ...one, contingencia_id: Number(row.contingencia_id) })))
}

/** What an authority says of itself; nothing where it does not answer. */
async function statusOf(
  services: Services,
  { id, UF, tpAmb, mod }: Company,
  tpEmis: string,
): Promise<string | undefined> {
  const pair = await withinCompany(services, id, (ctx) => keyPairOf(ctx, id))
  const at: SefazAt = { UF, tpAmb, mod: mod === 65 ? '65' : '55', tpEmis, pair, services, timeoutMs: TIMEOUT_MS }
  return status(at).then(
    ({ answer }) => answer.cStat,
    () => undefined,
  )
}

async function turnOn(services: Services, company: Company): Promise<void> {
  const { id, UF, mod } = company
  const virtual = contingencyOf(UF)
  const said = mod === 65 ? null : await statusOf(services, company, virtual)
  // Where nobody answers at all it is our own network that is down: another way out of it leads nowhere.
  if (said === undefined) return
  const forma = said === null ? null : said === '107' ? 'SVC' : 'EPEC'
  await withinCompany(services, id, async (ctx) => {
    if (await contingencyOn(ctx, id, mod)) return
    await insert(ctx, contingencia, {
      empresa_id: id,
      mod,
      forma,
      tpEmis: forma === null ? 9 : forma === 'EPEC' ? 4 : Number(virtual),
      dhInicio: ctx.clock.now(),
      xJust: 'Falha de comunicação com a SEFAZ autorizadora',
      automatica: true,
    })
  })
}

async function turnOff(services: Services, company: Company & { readonly contingencia_id: number }): Promise<void> {
  const works = (await statusOf(services, company, '1')) === '107'
  await withinCompany(services, company.id, async (ctx) => {
    const record = await find(ctx, contingencia, company.contingencia_id, { lock: true })
    if (!record || record.dhFim !== null) return
    const now = ctx.clock.now()
    if (!works) {
      if (record.dhVolta !== null) await update(ctx, contingencia, record, { dhVolta: null }, 'espera a SEFAZ voltar')
    } else if (record.dhVolta === null)
      await update(ctx, contingencia, record, { dhVolta: now }, 'viu a SEFAZ responder')
    else if (Date.parse(now) - Date.parse(record.dhVolta) >= STEADY_MS)
      await endContingency(ctx, record, 'foi desligada: a SEFAZ voltou')
  })
}
