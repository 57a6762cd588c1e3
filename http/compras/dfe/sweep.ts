import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { findUf } from '../../../core/br/uf'
import { messageOf } from '../../../core/errors'
import type { DistributionAnswer } from '../../../core/fiscal/services/answers'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { SYSTEM } from '../../db/pool'
import { cursorOf, environmentOf, isEarly, SHUT_OUT } from './cursor'
import { dfeCursor } from './dfe'
import type { Asker, Distribution, Numbered } from './distribution'
import { manifestDistribution } from './manifests'
import { nextOf, type Question, reached } from './next'
import { noteDistribution } from './notes'
import { keepAll, type Read, readFor } from './take-in'

const DISTRIBUTIONS: readonly Distribution[] = [noteDistribution, manifestDistribution]

const PAUSE_MS = 2_000
/** While one asks, nobody else does. */
const LEASE_MS = 120_000
/** Answers that are fetched in one go, fifty documents each. */
const MOST = 40
const TIMEOUT_MS = 60_000

const payload = v.object({
  empresa_id: v.optional(v.number()),
  mod: v.optional(v.picklist(DISTRIBUTIONS.map(({ mod }) => mod))),
  chave: v.optional(v.string()),
})

/**
 * Reads what the distributions have for companies: one of them for one company that is named, now; by the clock for all that want it. Documents and cursor are stored in one
 * transaction, an hour passes after 137 and 656, and one company is asked for by one process at a time.
 */
export const readsDfe = backgroundJob(
  'sefaz.distribuicao',
  async (given, { services }) => {
    const { empresa_id, mod, chave } = v.parse(payload, given ?? {})
    for (const distribution of DISTRIBUTIONS.filter((one) => mod === undefined || one.mod === mod)) {
      const ids = empresa_id === undefined ? await wanting(services, distribution) : [empresa_id]
      for (const id of ids)
        await sweep(services, distribution, { id, chave }).catch((error: unknown) => {
          // Without a certificate, or a line, the next time by the clock tries again.
          log.warn('Os documentos da empresa {id} (modelo {mod}) não puderam ser buscados: {error}', {
            id,
            mod: distribution.mod,
            error: messageOf(error),
          })
        })
    }
  },
  { schedule: '*/10 * * * *' },
)

async function wanting(services: Services, { isWanted }: Distribution): Promise<number[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select e.id from empresa e join empresa_certificado c on c.empresa_id = e.id where ${isWanted} order by e.id limit 1000`,
    ),
  )
  return rows.map(({ id }) => Number(id))
}

interface Wanted {
  readonly id: number
  /** Of one note; else what is new. */
  readonly chave?: string | undefined
}

/** Reads on until there is no more, or one note by its key. */
async function sweep(services: Services, of: Distribution, { id, chave }: Wanted): Promise<void> {
  for (let round = 0; round < MOST; round++) {
    const turn = await withinCompany(services, id, (ctx) => claim(ctx, of, { id, chave }))
    if (!turn) return
    const at: Asker = { ...turn.at, services }
    const answer = await askFor(of, at, turn.question).catch(async (error: unknown) => {
      await withinCompany(services, id, (ctx) => noAnswer(ctx, turn, messageOf(error)))
      throw error
    })
    const documents: Read[] = []
    for (const packed of answer.documents) documents.push(await readFor(of, packed, at.CNPJ_CPF))
    const more = await withinCompany(services, id, async (ctx) => {
      await keepAll(ctx, turn.of, documents)
      return goOn(ctx, turn, answer)
    })
    if (!more) return
    await Bun.sleep(PAUSE_MS)
  }
}

function askFor(of: Distribution, at: Asker, question: Question): Promise<DistributionAnswer> {
  if (question.by !== 'chave') return of.ask(at, question.key)
  if (!of.askByKey) throw new ApiError(400, 'no_key', 'Esta distribuição não é consultada por chave.')
  return of.askByKey(at, question.chave)
}

/** What is asked, for whom. */
interface Turn {
  readonly id: number
  readonly of: Numbered
  readonly at: Omit<Asker, 'services'>
  readonly question: Question
}

/** What is asked next, unless it may not be asked yet. From now on, for some time, nobody else asks for what is new; a question by key waits for nobody. */
async function claim(ctx: Ctx, { mod }: Distribution, { id, chave }: Wanted): Promise<Turn | undefined> {
  const [company] = await rowsOf(ctx, sql`select "UF", "CNPJ_CPF" from empresa where id = ${id}`)
  const UF = findUf(String(company?.UF ?? ''))
  if (!company || !UF) throw new ApiError(400, 'no_uf', 'Informe a UF no cadastro da empresa.')
  const of = { mod, tpAmb: await environmentOf(ctx, id) } as const
  const cursor = await cursorOf(ctx, id, of)
  if (isEarly(ctx, cursor) && (chave === undefined || SHUT_OUT.has(cursor.cStat))) return undefined
  const next = chave === undefined ? await nextOf(ctx, cursor) : undefined
  if (next) {
    const dhProxima = new Date(Date.parse(ctx.clock.now()) + LEASE_MS).toISOString()
    await update(ctx, dfeCursor, cursor, { ...next.counts, dhProxima }, 'está sendo consultada')
  }
  const at = {
    UF: UF.sigla,
    tpAmb: of.tpAmb === 1 ? '1' : '2',
    CNPJ_CPF: String(company.CNPJ_CPF ?? ''),
    pair: await keyPairOf(ctx, id),
    timeoutMs: TIMEOUT_MS,
  } as const
  return { id, of, at, question: next?.question ?? { by: 'chave', chave: chave ?? '' } }
}

/** Nothing came, which is told; what is new may be asked for again. */
async function noAnswer(ctx: Ctx, { id, of, question }: Turn, why: string): Promise<void> {
  const said = { cStat: null, xMotivo: why.slice(0, 500), dhConsulta: ctx.clock.now() }
  const free = question.by === 'chave' ? {} : { dhProxima: null }
  await update(ctx, dfeCursor, await cursorOf(ctx, id, of), { ...said, ...free }, 'não teve resposta')
}

/** Stores how far it was read. Answers whether there is more. */
async function goOn(ctx: Ctx, { id, of, question }: Turn, answer: DistributionAnswer): Promise<boolean> {
  const cursor = await cursorOf(ctx, id, of)
  const { more, ...set } = reached(ctx, { cursor, question, answer })
  await update(ctx, dfeCursor, cursor, set, question.by === 'chave' ? 'foi consultada por chave' : 'foi consultada')
  return more
}
