import { sql, type SQL } from 'drizzle-orm'
import { messageOf } from '../../../core/errors'
import { nfeCompra } from '../../compras/nfe_compra/nfe-compra'
import { SYSTEM } from '../../db/pool'
import { clockOf, type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, insert, update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import type { Resource } from '../../platform/resource'
import { inutilizacao } from '../inutilizacao/inutilizacao'
import { mdfe } from '../mdfe/mdfe'
import { nfse } from '../nfse/nfse'
import { gnre } from '../gnre/gnre'
import { nfe } from '../nota/nfe'
import { guardaConferencia } from './guarda-fiscal'
import { GUIDE_FAULT, MANIFEST_FAULT, SERVICES_FAULT } from './faults'
import { FAULT, faultOf, spoilt } from './numbers'
import { companyReader } from '../../platform/reader'

/** Documents that one question compares. */
const PAGE = 500
/** A check that was done within so long is not done again: servers start more often than weeks pass. */
const REST = "interval '6 days'"

/** Where texts are kept. */
const TEXTS = ['nfe_xml', 'mdfe_xml', 'nfse_xml', 'gnre_xml', 'nfe_compra_xml'] as const

/** What is checked: records, and what of each is wrong with the texts that are kept of it. */
interface Kept {
  readonly of: typeof nfe | typeof mdfe | typeof nfse | typeof gnre | typeof nfeCompra | typeof inutilizacao
  readonly fault: SQL
  readonly where: SQL
}

/** Of a row `t`, whose own text is in `x`: there, and as its digest says. */
const own = (): SQL => sql`case when x.xml is null then 'ausente' when ${spoilt(sql`x`)} then 'divergente' end`

const KEPT: readonly Kept[] = [
  {
    of: nfe,
    where: sql`t.status in (1, 2, 3, 4, 5, 6, 7)`,
    fault: sql`coalesce(${FAULT}, case when exists (select 1 from nfe_xml k where k.nfe_id = t.id and ${spoilt(sql`k`)}) then 'divergente' end)`,
  },
  {
    of: mdfe,
    where: sql`t.status <> 0`,
    fault: MANIFEST_FAULT,
  },
  {
    of: nfse,
    where: sql`t.status <> 0`,
    fault: SERVICES_FAULT,
  },
  {
    of: inutilizacao,
    where: sql`t.situacao = 'inutilizada'`,
    fault: sql`(select ${own()} from inutilizacao x where x.id = t.id)`,
  },
  {
    of: gnre,
    where: sql`t."nossoNumero" is not null`,
    fault: GUIDE_FAULT,
  },
  {
    of: nfeCompra,
    where: sql`not t.resumo`,
    fault: sql`(select ${own()} from (select 1) one left join nfe_compra_xml x on x.nfe_compra_id = t.id)`,
  },
]

/**
 * Every week: each kept text is compared with the digest that was stored with it, and each authorised note must have one. What is wrong is noted at the document, told in its
 * list, on the dashboard and in the log, until a check finds it right.
 */
export const checksKept = backgroundJob(
  'guarda.confere',
  async (_payload, { services, signal }) => {
    for (const id of await due(services)) {
      if (signal.aborted) return
      await check(services, id).catch((error: unknown) =>
        log.error('A guarda da empresa {id} não foi conferida: {error}', { id, error: messageOf(error) }),
      )
    }
  },
  { schedule: '41 5 * * 0' },
)

async function due(services: Services): Promise<number[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select e.id from empresa e where (${sql.join(
        TEXTS.map((name) => sql`exists (select 1 from ${sql.identifier(name)} k where k.empresa_id = e.id)`),
        sql` or `,
      )})
          and not exists (select 1 from guarda_conferencia c where c.empresa_id = e.id and c."dhFim" > ${clockOf(services).now()}::timestamptz - ${sql.raw(REST)}) order by e.id limit 1000`,
    ),
  )
  return rows.map(({ id }) => Number(id))
}

/** Compares all that is kept of a company, page after page; what was found is noted in a row of its own. */
async function check(services: Services, empresa_id: number): Promise<void> {
  const begun = await withinCompany(services, empresa_id, (ctx) =>
    insert(ctx, guardaConferencia, { empresa_id, dhInicio: ctx.clock.now() }),
  )
  let [qDocumentos, qFaltas] = [0, 0]
  for (const kept of KEPT) {
    const counts = await checkAll(services, empresa_id, kept)
    qDocumentos += counts.documents
    qFaltas += counts.faults
  }
  if (qFaltas > 0)
    log.error('Guarda fiscal da empresa {id}: {faults} de {documents} documentos com falha', {
      id: empresa_id,
      faults: qFaltas,
      documents: qDocumentos,
    })
  await withinCompany(services, empresa_id, async (ctx) => {
    const record = await find(ctx, guardaConferencia, begun.id, { lock: true })
    if (record) await update(ctx, guardaConferencia, record, { qDocumentos, qFaltas, dhFim: ctx.clock.now() })
  })
}

async function checkAll(services: Services, empresa_id: number, { of, where, fault }: Kept) {
  const read = companyReader(services, empresa_id)
  const counts = { documents: 0, faults: 0 }
  for (let after = 0, more = true; more;) {
    const from = after
    const rows = await read((ctx) =>
      rowsOf(
        ctx,
        sql`select t.id, t.falha_guarda as antes, ${fault} as falha from ${sql.identifier(of.name)} t
            where t.empresa_id = ${empresa_id} and ${where} and t.id > ${from} order by t.id limit ${PAGE}`,
      ),
    )
    counts.documents += rows.length
    counts.faults += rows.filter(({ falha }) => falha !== null).length
    const changed = rows.filter(({ antes, falha }) => antes !== falha)
    if (changed.length > 0) await withinCompany(services, empresa_id, (ctx) => note(ctx, of, changed))
    after = Number(rows.at(-1)?.id ?? 0)
    more = rows.length === PAGE
  }
  return counts
}

async function note(ctx: Ctx, of: Resource, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  for (const { id, falha } of rows) {
    const record = await find(ctx, of, Number(id), { lock: true })
    const falha_guarda = faultOf(falha)
    if (!record) continue
    log.error('{name} {id}: {fault}', { name: of.title, id: Number(id), fault: falha_guarda ?? 'guarda em ordem' })
    await update(
      ctx,
      of,
      record,
      { falha_guarda },
      falha_guarda === null ? 'voltou a ter o XML em ordem' : 'tem falha na guarda do XML',
    )
  }
}
