import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { ATTEMPTS } from '../../../core/webhooks/delivery'
import { SYSTEM } from '../../db/pool'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { announce, setRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import {
  about,
  answeredByHand,
  exchange,
  NotSent,
  type Request,
  withdraw,
  type Work,
} from '../../platform/exchange/exchange'
import { resourceNamed, type Row } from '../../platform/resource'
import { Denied, type Given, type Receipt, Unwelcome } from './place'
import { KIND } from './stands'
import { type Way, wayOf } from './way'

/** Files on their way to banks. */

/** Where files lie, and whose record shows one. */
const FILES = {
  remessa: {
    read: (id: number) =>
      sql`select f.arquivo, f.banco_id, f."dhDescarte", c.conteudo from remessa f join remessa_conteudo c on c.remessa_id = f.id where f.id = ${id}`,
    shownBy: sql`select 'remessa' as resource, id from remessa`,
  },
  remessa_pagamento_arquivo: {
    read: (id: number) =>
      sql`select f.arquivo, f.banco_id, f."dhDescarte", f.conteudo from remessa_pagamento_arquivo f where f.id = ${id}`,
    shownBy: sql`select 'remessa_pagamento' as resource, remessa_pagamento_id as id from remessa_pagamento_arquivo`,
  },
} as const

export type FileResource = keyof typeof FILES

const resourceOf = ({ recurso }: Pick<Request, 'recurso'>): FileResource => {
  if (recurso === 'remessa' || recurso === 'remessa_pagamento_arquivo') return recurso
  throw new Error(`No files of ${recurso}.`)
}

interface Errand {
  readonly way: Way
  readonly given: Given
  readonly isDiscarded: boolean
}

/** The file and the way of its account, as they are now. */
async function errandOf({ services, request }: Work): Promise<Errand> {
  const { file, account } = await services.pool.transaction(SYSTEM, async (db) => {
    const [found] = await rowsOf({ db }, FILES[resourceOf(request)].read(Number(request.registro_id)))
    const [owner] = await rowsOf({ db }, sql`select * from banco where id = ${Number(found?.banco_id)}`)
    return { file: found, account: owner }
  })
  if (!file || !account) throw new NotSent('O arquivo não existe mais.')
  return {
    way: wayOf(services, account),
    given: { arquivo: String(file.arquivo), bytes: Buffer.from(String(file.conteudo), 'base64') },
    isDiscarded: file.dhDescarte !== null,
  }
}

/** What a place says of itself is said of the file: it was not sent. */
function worded(error: unknown): never {
  throw error instanceof Denied || error instanceof Unwelcome ? new NotSent(error.message, { cause: error }) : error
}

/**
 * Files that go to a bank (E3-084), one at a time of an account and in their order. Where no answer came the bank, or its folder, is asked before anything is sent again. A wrong
 * password is not tried again by itself: banks lock who tries often.
 */
export const deliversFile = exchange<Receipt>(KIND, {
  title: 'Arquivo ao banco',
  timeoutMs: 120_000,
  attempts: ATTEMPTS,
  atOnce: 2,
  answer: v.object({ recibo: v.string() }),
  send: async (work) => {
    const { way, given, isDiscarded } = await errandOf(work)
    if (isDiscarded) return { never: 'O arquivo foi descartado.' }
    try {
      return await way.send(work.request.chave, given, work.signal)
    } catch (error) {
      return error instanceof Unwelcome ? { never: error.message } : worded(error)
    }
  },
  ask: async (work) => {
    const { way, given } = await errandOf(work)
    return way.ask(work.request.chave, given, work.signal).catch(worded)
  },
  settle: (ctx, request, { recibo }) => setDelivered(ctx, resourceOf(request), Number(request.registro_id), recibo),
})

/** A file that its account's bank is to have. */
export interface Made {
  readonly id: number
  readonly empresa_id: number
  readonly arquivo: string
}

const wantedOf = (resource: FileResource, account: Row, { id, empresa_id, arquivo }: Made) => ({
  ...about(resourceNamed(resource), { id, empresa_id }),
  assunto: arquivo,
  para: String(account.descricao),
  corpo: arquivo,
  fila: `banco-${account.id}`,
})

/** Queues files in the transaction that made them, where their account says how they go. */
export async function handOver(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  account: Row,
  resource: FileResource,
  files: readonly Made[],
): Promise<void> {
  if (account.transmissao_via === null) return
  await deliversFile.queue(
    ctx,
    files.map((one) => wantedOf(resource, account, one)),
  )
}

const keyOf = (resource: FileResource, id: number): string => `${resource}-${id}`

async function setDelivered(ctx: Ctx, resource: FileResource, id: number, recibo: string): Promise<void> {
  await setRows(ctx, resourceNamed(resource), [id], { dhEntrega: ctx.clock.now(), xEntrega: recibo.slice(0, 200) })
  const [shown] = await rowsOf(ctx, sql`${FILES[resource].shownBy} where id = ${id}`)
  if (shown) await announce(ctx, resourceNamed(String(shown.resource)), Number(shown.id))
}

const BUSY = 'O arquivo está sendo entregue agora: aguarde.'

/** A file that the bank has by another way than ours: a person took it there. It is not sent any more. Throws 400 while it is being sent. */
export async function delivered(ctx: Ctx, resource: FileResource, id: number, recibo: string): Promise<void> {
  const was = await answeredByHand(ctx, deliversFile, keyOf(resource, id), { recibo })
  if (was === 'busy') throw badRequest(BUSY, 'busy')
  if (was === 'none') await setDelivered(ctx, resource, id, recibo)
}

/** Files that the bank has answered to, whatever is known of their delivery. */
export async function provenDelivered(ctx: Ctx, resource: FileResource, ids: readonly number[]): Promise<void> {
  const rows = await rowsOf(
    ctx,
    sql`select registro_id from troca where tipo = ${KIND} and recurso = ${resource} and registro_id = any (${intArray(ids)}::int[]) and status not in ('respondida', 'enviando')`,
  )
  for (const row of rows)
    await answeredByHand(ctx, deliversFile, keyOf(resource, Number(row.registro_id)), {
      recibo: 'O banco respondeu ao arquivo',
    })
}

/** Files that are discarded are not sent any more. Throws 400 for one that the bank has, and for one that is being sent at this moment. */
export async function withdrawFiles(ctx: Ctx, resource: FileResource, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const was = await withdraw(ctx, deliversFile, keyOf(resource, id), 'Descartado antes da entrega.')
    if (was === 'busy') throw badRequest(BUSY, 'busy')
    if (was === 'answered')
      throw badRequest('O arquivo já foi entregue ao banco: peça a ele o cancelamento.', 'delivered')
  }
}
