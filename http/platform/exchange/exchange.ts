import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Services } from '../app'
import { tellChangedNamed } from '../changed'
import { type Ctx, rowsOf } from '../context'
import type { Resource, Row } from '../resource'
import { trialOf } from '../trial'
import { BODY_LIMIT } from '../../../core/fields/sis/troca'

/** A request to an outside service, as it is stored. */
export interface Request {
  readonly id: number
  readonly empresa_id: number
  /** The same on every try: what the service is asked by, or knows a repeat by. */
  readonly chave: string
  /** The record that it is about. */
  readonly recurso: string | null
  readonly registro_id: number | null
  /** The exact text that is sent, each time. */
  readonly corpo: string
  /** What the kind keeps beside. */
  readonly dados: Row
  readonly criado_em: string
  /** Which try this is, from 1. */
  readonly tentativas: number
}

/** What a try works with; no transaction and no connection is held meanwhile. */
export interface Work {
  readonly services: Services
  readonly request: Request
  /** Aborted when the time for the call is over, or the server stops. */
  readonly signal: AbortSignal
}

/** What a try came to, for the list of tries. */
interface Told {
  /** A status of the service's protocol. */
  readonly status?: number | null
  /** What the kind keeps beside, changed. */
  readonly dados?: Row
}

/**
 * What came of sending. `answer`: the service has taken it, or refused it for good, and `settle` knows which. `again`: it certainly has not taken it, and may later: not before `waitS`, each time later than the last; or what was asked is not known yet, and is asked anew every `pollS`.
 * `never`: it certainly has not, and will not. Anything that is thrown is none of these: it may have been taken (`NotSent` alone says that nothing was sent).
 */
export type Sent<A> = Told &
  (
    | { readonly answer: A }
    | { readonly again: string; readonly waitS?: number }
    | { readonly again: string; readonly pollS: number }
    | { readonly never: string }
  )

/** What a service says of a key: its answer of then, or that it has taken nothing under it. */
export type Asked<A> = Told & ({ readonly answer: A } | { readonly unknown: true })

/** Nothing reached the service: no name, no connection. The message is for people. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** A way of speaking with an outside service. */
export interface ExchangeOptions<A> {
  /** What people call it. */
  readonly title: string
  /** For one call, whole. */
  readonly timeoutMs: number
  /** Tries in all before a person is needed. */
  readonly attempts: number
  /** Requests of this kind under way at a time in one server process; of one `fila` there is never more than one anywhere. */
  readonly atOnce: number
  /** Seconds in which a service may still be taking in what it did not answer to: it is not asked before, since what it said then would not hold. Default 10. */
  readonly quietS?: number
  /** Can this server reach the service at all? Requests wait for one that can. */
  readonly ready?: (services: Services) => boolean
  readonly send: (work: Work) => Promise<Sent<A>>
  /**
   * When a try brought no answer: how the service is asked by the key whether it took it, before anything is sent again. `repeats` where it cannot be asked: then the
   * same text goes again under the same key, at least once, and it is for the receiver to know a repeat by its key.
   */
  readonly ask: ((work: Work) => Promise<Asked<A>>) | 'repeats'
  /** The shape of an answer, which is stored before it is acted on. */
  readonly answer: v.GenericSchema<unknown, A>
  /** What follows from an answer: life and effects of the record, in the transaction that ends the exchange. It runs once. */
  readonly settle?: (ctx: Ctx, request: Request, answer: A) => Promise<void>
  /** What follows from giving a request up: it was refused for good, or tried as often as it may be. In the transaction that writes it. */
  readonly gaveUp?: (ctx: Ctx, request: Request, erro: string) => Promise<void>
  /** A resource that shows these requests, too: screens of it are told. */
  readonly shownAs?: string
}

/** A kind, whatever its answers are. */
export interface Kind extends Omit<ExchangeOptions<unknown>, 'settle' | 'answer'> {
  readonly name: string
  readonly settle: (ctx: Ctx, request: Request, answer: unknown) => Promise<void>
}

const kinds = new Map<string, Kind>()
export const allKinds = (): readonly Kind[] => [...kinds.values()]

/** A request to be sent. */
export interface Wanted {
  readonly empresa_id: number
  readonly chave: string
  /** What it is about, for people; and to whom, or of what. */
  readonly assunto: string
  readonly para?: string
  readonly corpo: string
  /** Requests with the same one go one at a time; alone unless told. */
  readonly fila?: string
  readonly recurso?: string
  readonly registro_id?: number
  readonly dados?: Row
  /** Its text is erased when it is over. */
  readonly sigiloso?: boolean
  /** After so many seconds it is not sent any more. */
  readonly lifeSeconds?: number
}

/** What says which document a request is about: one request a document, under a key that is its own. */
export const about = (
  { name, title }: Pick<Resource, 'name' | 'title'>,
  { id, empresa_id }: { readonly id: number; readonly empresa_id: number },
) => ({ empresa_id, chave: `${name}-${id}`, assunto: `${title} nº ${id}`, recurso: name, registro_id: id })

export const CHANNEL = 'prumo_troca'

/** A kind of exchange, as areas use it. */
export interface Exchange {
  readonly kind: Kind
  /**
   * Stores requests in the caller's transaction: they leave after the commit, and not at all without one. One whose key is known already is not stored again.
   * One statement for all of them.
   */
  queue(ctx: Pick<Ctx, 'db' | 'clock'>, wanted: readonly Wanted[]): Promise<void>
}

/** Defines a kind of exchange. Its name is stored with each request. */
export function exchange<A>(name: string, options: ExchangeOptions<A>): Exchange {
  if (kinds.has(name)) throw new Error(`The exchange ${name} is defined twice.`)
  const settle: Kind['settle'] = async (ctx, request, answer) =>
    options.settle?.(ctx, request, v.parse(options.answer, answer))
  const kind: Kind = { ...options, name, settle }
  kinds.set(name, kind)
  return { kind, queue: (ctx, wanted) => store(ctx, kind, wanted) }
}

async function store(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { name: tipo, title }: Kind,
  wanted: readonly Wanted[],
): Promise<void> {
  if (wanted.length === 0) return
  if (wanted.some(({ corpo }) => corpo.length > BODY_LIMIT)) throw new Error(`${tipo}: a body is too long.`)
  for (const { assunto, para = '' } of wanted) trialOf(ctx)?.messages.push({ meio: title.toLowerCase(), assunto, para })
  const now = ctx.clock.now()
  await ctx.db.execute(
    sql`insert into troca (tipo, empresa_id, chave, assunto, corpo, fila, recurso, registro_id, dados, sigiloso, "dhExpira", "dhProxima", criado_em, alterado_em)
        select ${tipo}, w.empresa_id, w.chave, left(concat_ws(' · ', w.assunto, w.para), 300), w.corpo, coalesce(w.fila, w.chave), w.recurso, w.registro_id, w.dados, coalesce(w.sigiloso, false),
          date_trunc('second', now() + make_interval(secs => w."lifeSeconds")), date_trunc('second', now()), ${now}, ${now}
        from rows from (jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as (empresa_id int, chave text, assunto text, para text, corpo text, fila text, recurso text,
          registro_id int, dados jsonb, sigiloso boolean, "lifeSeconds" float8)) with ordinality w
        order by w.ordinality on conflict do nothing`,
  )
  await wake(ctx, tipo)
}

/** Tells the server processes, after the commit, that there is something to send. */
export async function wake(ctx: Pick<Ctx, 'db'>, tipo: string): Promise<void> {
  await ctx.db.execute(sql`select pg_notify(${CHANNEL}, ${tipo})`)
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A stored request as a kind sees it. */
export function requestOf(row: Row): Request {
  const { id, empresa_id, chave, recurso, registro_id, corpo, dados, criado_em, tentativas } = row
  return {
    id: Number(id),
    empresa_id: Number(empresa_id),
    chave: String(chave),
    recurso: text(recurso),
    registro_id: registro_id === null ? null : Number(registro_id),
    corpo: String(corpo),
    dados: typeof dados === 'object' && dados !== null ? { ...dados } : {},
    criado_em: String(criado_em),
    tentativas: Number(tentativas),
  }
}

/**
 * Takes an answer that came by another way than ours (a call back, a return file), in the caller's transaction: what follows from it is done once, however often and
 * whenever it comes. False when there is no such request, or it was answered before. Throws what `settle` throws.
 */
export async function answered(ctx: Ctx, { kind }: Exchange, chave: string, answer: object): Promise<boolean> {
  const [row] = await rowsOf(
    ctx,
    sql`select * from troca where tipo = ${kind.name} and chave = ${chave} and status <> 'respondida' for update`,
  )
  if (!row) return false
  await settleNow(ctx, kind, row, { answer })
  return true
}

/** A request, held to the end of the transaction; `busy` while a process has it or acts on its answer: nobody waits for that. */
async function held(ctx: Ctx, { name }: Kind, chave: string): Promise<Row | 'busy' | undefined> {
  const it = sql`tipo = ${name} and chave = ${chave}`
  const [row] = await rowsOf(
    ctx,
    sql`select *, status = 'enviando' and "dhTentando" > now() as busy from troca where ${it} for update skip locked`,
  )
  if (row) return row.busy === true ? 'busy' : row
  const [other] = await rowsOf(ctx, sql`select 1 from troca where ${it}`)
  return other ? 'busy' : undefined
}

/** What was done about a request that somebody speaks of: there is none, a process has it, it had its answer before, or what was asked. */
export type Spoken = 'none' | 'busy' | 'answered' | 'done'

/** As `answered`, for what a person says: it waits for no process, and tells. */
export async function answeredByHand(ctx: Ctx, { kind }: Exchange, chave: string, answer: object): Promise<Spoken> {
  const row = await held(ctx, kind, chave)
  if (row === undefined || row === 'busy') return row ?? 'none'
  if (row.status === 'respondida') return 'answered'
  await settleNow(ctx, kind, row, { answer })
  return 'done'
}

/** Ends a request that is not to go any more: it was not taken, or whoever asks says so. In the caller's transaction. */
export async function withdraw(ctx: Ctx, { kind }: Exchange, chave: string, erro: string): Promise<Spoken> {
  const row = await held(ctx, kind, chave)
  if (row === undefined || row === 'busy') return row ?? 'none'
  if (row.status === 'respondida' || row.status === 'recebida') return 'answered'
  const now = ctx.clock.now()
  await ctx.db.execute(
    sql`update troca set status = 'falhou', erro = ${erro}, "dhProxima" = null, "dhTentando" = null, "dhFim" = ${now}, corpo = case when sigiloso then '' else corpo end,
          alterado_em = ${now}, versao = versao + 1 where id = ${row.id}`,
  )
  await announceRequest(ctx, kind, Number(row.id))
  return 'done'
}

interface Settling {
  readonly answer: unknown
  readonly dados?: Row | undefined
  readonly historico?: readonly Row[]
}

/** Does what follows from an answer, and ends the request: in the caller's transaction, which holds its row. */
export async function settleNow(ctx: Ctx, kind: Kind, row: Row, { answer, dados, historico }: Settling): Promise<void> {
  await kind.settle(ctx, requestOf(row), answer)
  const now = ctx.clock.now()
  await ctx.db.execute(
    sql`update troca set status = 'respondida', resposta = ${JSON.stringify(answer)}::jsonb, "dhFim" = ${now}, "dhProxima" = null, "dhTentando" = null, erro = null,
          dados = coalesce(${dados === undefined ? null : JSON.stringify(dados)}::jsonb, dados), corpo = case when sigiloso then '' else corpo end,
          historico = coalesce(${historico === undefined ? null : JSON.stringify(historico)}::jsonb, historico), alterado_em = ${now}, versao = versao + 1
        where id = ${row.id}`,
  )
  await announceRequest(ctx, kind, Number(row.id))
}

/** Tells the screens that a request is further on. */
export async function announceRequest(ctx: Pick<Ctx, 'db'>, { shownAs }: Kind, id: number): Promise<void> {
  for (const resource of ['troca', ...(shownAs === undefined ? [] : [shownAs])])
    await tellChangedNamed(ctx.db, resource, id)
}
