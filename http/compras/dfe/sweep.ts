import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { findUf } from '../../../core/br/uf'
import { CONSULTATION_HOUR_MS as HOUR_MS } from '../../../core/fiscal/received'
import type { DistributionAnswer, PackedDocument } from '../../../core/fiscal/services/answers'
import { CoreError, messageOf } from '../../../core/errors'
import { keyPairOf } from '../../cadastros/empresa/certificado/certificado'
import { type Services, withinCompany } from '../../platform/app'
import { type Ctx, rowsOf } from '../../platform/context'
import { ApiError } from '../../platform/errors'
import { update } from '../../platform/engine/write'
import { backgroundJob } from '../../platform/jobs/job'
import { log } from '../../platform/log'
import { SYSTEM } from '../../db/pool'
import { distribute } from '../../nfe/sefaz/client'
import type { SefazAt } from '../../nfe/sefaz/soap-call'
import { readInvoice } from '../nfe_compra/read-apart'
import { cursorOf, isEarly, SHUT_OUT } from './cursor'
import { dfeCursor } from './dfe'
import { notYetKept, takeIn, type Unpacked } from './take-in'

const PAUSE_MS = 2_000
/** While one asks, nobody else does. */
const LEASE_MS = 120_000
/** Answers that are fetched in one go, fifty documents each. */
const MOST = 40
const TIMEOUT_MS = 60_000
/** A packed document of the largest note is far below this when it is unpacked. */
const UNPACKED_LIMIT = 20_000_000

const payload = v.object({ empresa_id: v.optional(v.number()), chave: v.optional(v.string()) })

/**
 * Reads what the distribution has for companies: for one that is named, now; by the clock for all that want it. Documents and cursor are stored in one transaction, an
 * hour passes after 137 and 656, and one company is asked by one process at a time.
 */
export const readsDfe = backgroundJob(
  'sefaz.distribuicao',
  async (given, { services }) => {
    const { empresa_id, chave } = v.parse(payload, given ?? {})
    const ids = empresa_id === undefined ? await wanting(services) : [empresa_id]
    for (const id of ids)
      await sweep(services, id, chave).catch((error: unknown) => {
        // Without a certificate, or a line, the next time by the clock tries again.
        log.warn('As notas da empresa {id} não puderam ser buscadas: {error}', {
          id,
          error: messageOf(error),
        })
      })
  },
  { schedule: '*/10 * * * *' },
)

async function wanting(services: Services): Promise<number[]> {
  const rows = await services.pool.read(SYSTEM, (db) =>
    rowsOf(
      { db },
      sql`select e.id from empresa e join empresa_certificado c on c.empresa_id = e.id where e.busca_notas order by e.id limit 1000`,
    ),
  )
  return rows.map(({ id }) => Number(id))
}

/** Reads on until there is no more, or one note by its key. */
export async function sweep(services: Services, id: number, chave?: string): Promise<void> {
  for (let round = 0; round < MOST; round++) {
    const turn = await withinCompany(services, id, (ctx) => claim(ctx, id, chave === undefined))
    if (!turn) return
    const { at, CNPJ_CPF, ultNSU } = turn
    const { answer } = await distribute(
      { ...at, services },
      CNPJ_CPF,
      chave === undefined ? { ultNSU } : { chNFe: chave },
    ).catch(async (error: unknown) => {
      await withinCompany(services, id, (ctx) => noAnswer(ctx, id, messageOf(error), chave === undefined))
      throw error
    })
    const documents: Unpacked[] = []
    for (const packed of answer.documents) documents.push(await unpacked(packed))
    const more = await withinCompany(services, id, (ctx) =>
      store(ctx, id, { answer, documents, by: chave === undefined ? 'nsu' : 'chave' }),
    )
    if (!more || chave !== undefined) return
    await Bun.sleep(PAUSE_MS)
  }
}

/** What is asked next, unless it may not be asked yet. From now on, for some time, nobody else asks for what is new; a question by key waits for nobody. */
async function claim(ctx: Ctx, id: number, waits: boolean) {
  const [company] = await rowsOf(ctx, sql`select "UF", "CNPJ_CPF", ambiente from empresa where id = ${id}`)
  const UF = findUf(String(company?.UF ?? ''))
  if (!company || !UF) throw new ApiError(400, 'no_uf', 'Informe a UF no cadastro da empresa.')
  const tpAmb = company.ambiente === 1 ? 1 : 2
  const cursor = await cursorOf(ctx, id)
  if (isEarly(ctx, cursor) && (waits || cursor.cStat === SHUT_OUT)) return undefined
  if (waits) {
    const dhProxima = new Date(Date.parse(ctx.clock.now()) + LEASE_MS).toISOString()
    await update(ctx, dfeCursor, cursor, { dhProxima }, 'está sendo consultada')
  }
  const at: Omit<SefazAt, 'services'> = {
    UF: UF.sigla,
    tpAmb: tpAmb === 1 ? '1' : '2',
    mod: '55',
    tpEmis: '1',
    pair: await keyPairOf(ctx, id),
    timeoutMs: TIMEOUT_MS,
  }
  return { at, CNPJ_CPF: String(company.CNPJ_CPF ?? ''), ultNSU: String(cursor.ultNSU) }
}

/** Nothing came, which is told; what is new may be asked for again. */
async function noAnswer(ctx: Ctx, id: number, why: string, waits: boolean): Promise<void> {
  const said = { cStat: null, xMotivo: why.slice(0, 500), dhConsulta: ctx.clock.now() }
  await update(
    ctx,
    dfeCursor,
    await cursorOf(ctx, id),
    { ...said, ...(waits ? { dhProxima: null } : {}) },
    'não teve resposta',
  )
}

interface Came {
  readonly answer: DistributionAnswer
  readonly documents: readonly Unpacked[]
  readonly by: 'nsu' | 'chave'
}

/** Stores what came and how far it was read, together. Answers whether there is more. */
async function store(ctx: Ctx, id: number, { answer, documents, by }: Came): Promise<boolean> {
  const { cStat, xMotivo, ultNSU, maxNSU } = answer
  for (const document of await notYetKept(ctx, documents)) await takeIn(ctx, document)
  const cursor = await cursorOf(ctx, id)
  const said = { cStat, xMotivo: xMotivo.slice(0, 500), dhConsulta: ctx.clock.now() }
  // An answer by key says nothing of what is new, unless it shuts the company out.
  if (by === 'chave' && cStat !== SHUT_OUT) {
    await update(ctx, dfeCursor, cursor, said, 'foi consultada por chave')
    return false
  }
  const more = cStat === '138' && ultNSU !== null && maxNSU !== null && ultNSU < maxNSU
  // After 656 the greatest number comes as nothing, and the last one read still counts.
  const read = by === 'nsu' && ultNSU !== null && ultNSU > String(cursor.ultNSU) ? { ultNSU } : {}
  const known = maxNSU !== null && maxNSU > '000000000000000' ? { maxNSU } : {}
  const dhProxima = more ? null : new Date(Date.parse(said.dhConsulta) + HOUR_MS).toISOString()
  await update(ctx, dfeCursor, cursor, { ...read, ...known, ...said, dhProxima }, 'foi consultada')
  return more
}

async function unpacked({ NSU, schema, gzip }: PackedDocument): Promise<Unpacked> {
  const xml = gunzipSync(Buffer.from(gzip, 'base64'), { maxOutputLength: UNPACKED_LIMIT }).toString('utf8')
  const document = { NSU: NSU === '' ? null : NSU, esquema: schema, xml }
  if (!schema.startsWith('procNFe')) return document
  try {
    return { ...document, note: await readInvoice(xml) }
  } catch (error) {
    if (!(error instanceof CoreError || error instanceof ApiError)) throw error
    return { ...document, note: { erro: error.message } }
  }
}
