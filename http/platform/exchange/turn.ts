import { messageOf } from '../../../core/errors'
import { sql } from 'drizzle-orm'
import { nextWait } from '../../../core/webhooks/delivery'
import { type Services, withinCompany } from '../app'
import { toApiError } from '../error-answer'
import { type Ctx, rowsOf } from '../context'
import { log } from '../log'
import { RefusedAddress } from '../outside/address'
import { CallFailed } from '../outside/call'
import type { Row } from '../resource'
import { announceRequest, type Asked, type Kind, NotSent, requestOf, type Sent, settleNow, type Work } from './exchange'

const HISTORY = 12
const QUIET_S = 10

/** Seconds for which a process has a request: asking and sending, and then what a service may still be doing of what it was sent. */
export const leaseOf = ({ timeoutMs, quietS = QUIET_S }: Kind): number => Math.ceil((2 * timeoutMs) / 1_000) + quietS

/** What one turn of a request came to, and what is told of it. */
type Outcome = { readonly ms: number; readonly status: number | null; readonly dados: Row | undefined } & (
  | { readonly state: 'answer'; readonly answer: unknown }
  | { readonly state: 'received'; readonly answer: unknown; readonly erro: string }
  | {
      readonly state: 'again' | 'uncertain' | 'never'
      readonly erro: string
      readonly waitS?: number
      readonly pollS?: number
    }
)

/** One turn of a leased request: asked for, sent, or only settled, as it stands; and what came of it written down. */
export async function turn(services: Services, kind: Kind, row: Row, stop: AbortSignal): Promise<void> {
  const from = performance.now()
  const work = (): Work => {
    // Who was held up for so long (a machine that slept) may have lost the lease: it calls nobody.
    if (performance.now() - from > 2 * kind.timeoutMs) throw new CallFailed('O servidor parou durante o envio.')
    return { services, request: requestOf(row), signal: AbortSignal.any([AbortSignal.timeout(kind.timeoutMs), stop]) }
  }
  const result = await resultOf(kind, row, work).catch((error: unknown) => failureOf(kind, row, error))
  const { status = null, dados } = result
  const ms = Math.round(performance.now() - from)
  await note(services, kind, row, { ms, status, dados, ...stateOf(result) })
}

type Result = Sent<unknown> | { readonly uncertain: string; readonly status?: number | null; readonly dados?: Row }

/** What was sent and not answered is asked for before anything is sent again; an answer that was stored is not fetched anew. */
async function resultOf(kind: Kind, row: Row, work: () => Work): Promise<Result> {
  if (row.resposta !== null) return { answer: row.resposta }
  if (row.incerta === true && kind.ask !== 'repeats') {
    const asked: Asked<unknown> = await kind.ask(work())
    if ('answer' in asked) return asked
  }
  if (row.vencida === true) return { never: 'Expirou antes do envio.' }
  return kind.send(work())
}

function failureOf(kind: Kind, row: Row, error: unknown): Result {
  if (error instanceof NotSent || error instanceof RefusedAddress) return { ...notSent(kind, row, error.message) }
  if (error instanceof CallFailed) return error.sent ? { uncertain: error.message } : notSent(kind, row, error.message)
  const told = error instanceof Error ? error.message : typeof error
  log.error('A comunicação {id} ({kind}) falhou: {told}', { id: row.id, kind: kind.name, told })
  return { uncertain: 'Falha do servidor durante o envio.' }
}

/** A question that did not reach the service leaves open what it was about. */
const notSent = (kind: Kind, row: Row, erro: string): Result =>
  row.incerta === true && kind.ask !== 'repeats' ? { uncertain: erro } : { again: erro }

function stateOf(result: Result) {
  if ('answer' in result) return { state: 'answer', answer: result.answer } as const
  if ('never' in result) return { state: 'never', erro: result.never } as const
  if ('uncertain' in result) return { state: 'uncertain', erro: result.uncertain } as const
  const { again: erro, ...when } = result
  return {
    state: 'again',
    erro,
    ...('pollS' in when ? { pollS: when.pollS } : {}),
    ...('waitS' in when ? { waitS: when.waitS } : {}),
  } as const
}

/** Writes what a turn came to. An answer that cannot be acted on is kept: nothing is sent or asked any more, what follows from it is tried again. */
async function note(services: Services, kind: Kind, row: Row, outcome: Outcome): Promise<void> {
  try {
    await withinCompany(services, Number(row.empresa_id), (ctx) => write(ctx, kind, row, outcome))
  } catch (error) {
    if (outcome.state !== 'answer') throw error
    const told = messageOf(error)
    log.error('A resposta da comunicação {id} ({kind}) não pôde ser lançada: {told}', {
      id: row.id,
      kind: kind.name,
      told,
    })
    const erro = toApiError(error)?.message ?? 'A resposta chegou, mas não pôde ser lançada.'
    await withinCompany(services, Number(row.empresa_id), (ctx) =>
      write(ctx, kind, row, { ...outcome, state: 'received', erro }),
    )
  }
}

async function write(ctx: Ctx, kind: Kind, row: Row, outcome: Outcome): Promise<void> {
  const { id, versao } = row
  // Whoever lost the lease meanwhile writes nothing: another has the request, or it was answered by another way.
  const [held] = await rowsOf(ctx, sql`select 1 from troca where id = ${id} and versao = ${versao} for update`)
  if (!held) return
  const { status, ms, dados } = outcome
  const past: readonly Row[] = Array.isArray(row.historico) ? row.historico : []
  const erro = outcome.state === 'answer' ? null : outcome.erro.slice(0, 500)
  const historico = [...past, { dh: ctx.clock.now(), status, ms, erro }].slice(-HISTORY)
  if (outcome.state === 'answer') return settleNow(ctx, kind, row, { answer: outcome.answer, dados, historico })
  const { state, next } = after(kind, Number(row.tentativas), outcome)
  const over = state === 'falhou'
  const now = ctx.clock.now()
  await ctx.db.execute(
    sql`update troca set status = ${state}, erro = ${erro}, historico = ${JSON.stringify(historico)}::jsonb, dados = coalesce(${jsonOf(dados)}::jsonb, dados),
          "dhProxima" = now() + make_interval(secs => ${next ?? null}::float8), "dhTentando" = null, "dhFim" = ${over ? now : null},
          corpo = case when ${over} and sigiloso then '' else corpo end, alterado_em = ${now}, versao = versao + 1,
          resposta = coalesce(${outcome.state === 'received' ? JSON.stringify(outcome.answer) : null}::jsonb, resposta)
        where id = ${id}`,
  )
  if (over) await kind.gaveUp?.(ctx, requestOf(row), erro ?? '')
  await announceRequest(ctx, kind, Number(id))
}

const jsonOf = (value: Row | undefined): string | null => (value === undefined ? null : JSON.stringify(value))

/** Where a request stands after a turn without an end, and in how many seconds it is due again; without a time it waits for a person. */
function after(kind: Kind, attempt: number, outcome: Exclude<Outcome, { state: 'answer' }>) {
  if (outcome.state === 'never') return { state: 'falhou', next: undefined } as const
  const asked = 'waitS' in outcome ? outcome.waitS : undefined
  const polled = 'pollS' in outcome ? outcome.pollS : undefined
  const wait =
    polled !== undefined && attempt < kind.attempts ? polled : nextWait(attempt, Math.random(), asked, kind.attempts)
  if (outcome.state === 'received') return { state: 'recebida', next: wait } as const
  if (outcome.state === 'again') return { state: wait === undefined ? 'falhou' : 'na_fila', next: wait } as const
  if (wait === undefined && kind.ask === 'repeats') return { state: 'falhou', next: undefined } as const
  const next = wait === undefined ? undefined : Math.max(wait, kind.quietS ?? QUIET_S)
  return { state: 'incerta', next } as const
}
