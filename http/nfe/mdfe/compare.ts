import { sql } from 'drizzle-orm'
import { findUf } from '../../../core/br/uf'
import { LIVE_MANIFEST, mdfeLife, OPEN_MANIFEST } from '../../../core/lifecycle/mdfe'
import { statusIn } from '../../../core/lifecycle/standing'
import { messageOf } from '../../../core/errors'
import { SYSTEM } from '../../db/pool'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Services, withinCompany } from '../../platform/app'
import { rowsOf } from '../../platform/context'
import { find } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { advance } from '../../platform/step'
import { TIMEOUT_MS } from '../nota/sefaz-at'
import { type ManifestAt, openManifests, queryManifest } from './client'
import { mdfe } from './mdfe'

/** Manifests of a company that one night compares. */
const MOST = 500

/** Holds for one of which something is under way that will tell what became of it. */
const WAITS = sql`(${sql.raw(`not ${statusIn(mdfeLife, OPEN_MANIFEST)}`)} or exists (select 1 from mdfe_evento v where v.mdfe_id = m.id and v.situacao = 'enviando'))`

interface Company {
  readonly id: number
  readonly CNPJ_CPF: string
  readonly at: Pick<ManifestAt, 'tpAmb' | 'cUF'>
}

/**
 * Every night, what the authority has open of a company is compared with ours (consMDFeNaoEnc; design B4): one that somebody closed or cancelled elsewhere is so here too. What
 * is open there and not here is told in the log: the list of those not closed shows it, and closes it.
 */
export const comparesOpen = backgroundJob(
  'mdfe.compara',
  async (_payload, { services, signal }) => {
    for (const company of await issuing(services)) {
      if (signal.aborted) return
      await compare(services, company).catch((error: unknown) =>
        log.error('Os MDF-e da empresa {id} não foram comparados: {error}', {
          id: company.id,
          error: messageOf(error),
        }),
      )
    }
  },
  { schedule: '23 3 * * *' },
)

/** Companies with a certificate that have open manifests. */
async function issuing(services: Services): Promise<Company[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select e.id, e."CNPJ_CPF", e."UF", e.ambiente from empresa e join empresa_certificado c on c.empresa_id = e.id
          where exists (select 1 from mdfe m where m.empresa_id = e.id and ${sql.raw(statusIn(mdfeLife, OPEN_MANIFEST, 'm.status'))}) order by e.id limit 1000`,
    ),
  )
  return rows.map(({ id, CNPJ_CPF, UF, ambiente }) => ({
    id: Number(id),
    CNPJ_CPF: String(CNPJ_CPF),
    at: { tpAmb: ambiente === 1 ? '1' : '2', cUF: findUf(String(UF ?? ''))?.codigo ?? '' },
  }))
}

async function compare(services: Services, { id, CNPJ_CPF, at: place }: Company): Promise<void> {
  const { pair, ours } = await withinCompany(services, id, async (ctx) => ({
    pair: await keyPairOf(ctx, id),
    ours: await rowsOf(
      ctx,
      sql`select id, "chMDFe", ${WAITS} as waits from mdfe m where empresa_id = ${id} and ${sql.raw(statusIn(mdfeLife, LIVE_MANIFEST))} and "tpAmb" = ${Number(place.tpAmb)} order by id limit ${MOST}`,
    ),
  }))
  const at: ManifestAt = { ...place, pair, services, timeoutMs: TIMEOUT_MS }
  const { open, cStat, xMotivo } = await openManifests(at, CNPJ_CPF)
  if (cStat !== '111' && cStat !== '112') throw new Error(`${cStat} · ${xMotivo}`)
  const there = new Set(open.map(({ chMDFe }) => chMDFe))
  const here = new Set(ours.map(({ chMDFe }) => String(chMDFe)))
  const strange = open.filter(({ chMDFe }) => !here.has(chMDFe))
  if (strange.length > 0)
    log.warn('A SEFAZ tem {count} MDF-e da empresa {id} abertos que aqui não estão', { count: strange.length, id })
  for (const one of ours)
    if (one.waits !== true && !there.has(String(one.chMDFe)))
      await adopt(services, id, { at, mdfe_id: Number(one.id), key: String(one.chMDFe) })
}

const ENDED = { '101': 'anula', '132': 'fecha' } as const
const isEnded = (cStat: string): cStat is keyof typeof ENDED => Object.hasOwn(ENDED, cStat)

interface Gone {
  readonly at: ManifestAt
  readonly mdfe_id: number
  readonly key: string
}

/** One that is not open there any more is what its key says. */
async function adopt(services: Services, empresa_id: number, { at, mdfe_id, key }: Gone): Promise<void> {
  const { cStat, xMotivo } = await queryManifest(at, key)
  if (!isEnded(cStat)) return
  await withinCompany(services, empresa_id, async (ctx) => {
    const record = await find(ctx, mdfe, mdfe_id, { lock: true })
    // Since it was read, somebody may have asked for its closing.
    const [waits] = await rowsOf(ctx, sql`select 1 from mdfe m where id = ${mdfe_id} and ${WAITS}`)
    if (record && !waits) await advance(ctx, mdfe, record, ENDED[cStat], { cStat, xMotivo })
  })
}
