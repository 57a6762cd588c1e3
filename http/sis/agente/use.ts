import { Buffer } from 'node:buffer'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { PAPER_BASE64_LIMIT, PAPER_LIMIT, PAPER_TOO_LARGE } from '../../../core/agent'
import { PRINT_STATES } from '../../../core/fields/sis/agente'
import type { Pool } from '../../db/pool'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { insert, load } from '../../platform/engine/write'
import { ApiError, badRequest, invalid } from '../../platform/errors'
import { flag, shortText } from '../../platform/inputs'
import type { RecordOf } from '../../platform/resource'
import { agente, agenteImpressao } from './agente'
import { printAgain } from './again'
import { askAgent, tellAgent } from './channel'
import { isAlive } from './presence'

/** A weight is there within two seconds, or it is said why not (document 3, section 8); the agent has a little less, so that its reason comes in time. */
const WEIGH_MS = 2_000
const SCALE_MS = 1_700
/** Papers that may wait for one agent. */
const MOST_WAITING = 500

type Agent = RecordOf<typeof agente>

const away = ({ nome }: Pick<Agent, 'nome'>): ApiError =>
  new ApiError(503, 'agent_away', `O agente “${nome}” não está conectado: ligue o computador dele.`)

/** Refuses one that was revoked. Throws 400. */
export function assertPaired({ nome, dhRevogacao }: Agent): void {
  if (dhRevogacao) throw badRequest(`O agente “${nome}” foi revogado.`, 'revoked')
}

async function weigh(pool: Pool, record: Agent, balanca: string | null): Promise<number> {
  const question = { agente: record.id, tipo: 'pesa', balanca, limiteMs: SCALE_MS } as const
  const answer = await askAgent(pool, question, WEIGH_MS)
  if (!answer) throw new ApiError(503, 'agent_away', `O agente “${record.nome}” não respondeu a tempo.`)
  if (answer.peso !== undefined) return Number(answer.peso)
  throw new ApiError(answer.status ?? 400, 'no_weight', answer.motivo ?? 'A balança não informou o peso.')
}

/** The weight that lies on a scale of the agent, in kilograms. 400 with the scale's reason, 404 for no such scale, 503 while the agent or the scale is away. */
export const balanca = action(agente, 'balanca', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O peso parado na balança, em quilogramas: 400 com o motivo da balança, 503 se o agente estiver desligado.',
  input: v.object({ nome: v.optional(shortText(60)) }),
  answer: v.object({ peso: v.number() }),
  ask: async ({ ctx, record, input: { nome } }) => {
    assertPaired(record)
    if (!(await isAlive(ctx.db, record.id))) throw away(record)
    return ({ pool }) => weigh(pool, record, nome || null)
  },
  run: ({ asked }) => Promise.resolve({ peso: asked }),
})

const told = v.object({
  id: v.string(),
  impressao_id: v.number(),
  situacao: v.picklist(Object.keys(PRINT_STATES)),
  motivo: v.nullable(v.string()),
  conectado: v.boolean(),
  message: v.string(),
})

const paper = v.object({
  id: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/, 'Use letras, números, - e _, até 80.'))),
  printer: v.pipe(shortText(60), v.minLength(1, 'Escolha a impressora.')),
  filename: v.optional(shortText(200), ''),
  bartender_filename: v.optional(shortText(500), ''),
  contents: v.pipe(
    v.string(),
    v.minLength(1, 'Não há o que imprimir.'),
    v.maxLength(PAPER_BASE64_LIMIT, PAPER_TOO_LARGE),
  ),
  base64: v.optional(flag, false),
  /** It was printed, or nobody knows: print it once more. */
  reimprime: v.optional(flag, false),
})

const BASE64 = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/

function bytesOf({ contents, base64 }: v.InferOutput<typeof paper>): Buffer {
  if (base64 && !BASE64.test(contents)) throw invalid({ contents: ['Não é base64.'] })
  const bytes = Buffer.from(contents, base64 ? 'base64' : 'utf8')
  if (bytes.length > PAPER_LIMIT) throw invalid({ contents: [PAPER_TOO_LARGE] })
  return bytes
}

/** Refuses a printer that the agent does not have. An agent that has not said yet what it has is believed to have it. */
function assertPrinter({ nome, impressoras }: Agent, printer: string): void {
  const names = Array.isArray(impressoras) ? impressoras.map((one: unknown) => nameOf(one)) : []
  if (names.length > 0 && !names.includes(printer))
    throw new ApiError(404, 'no_printer', `Não há impressora “${printer}” no agente “${nome}”.`)
}

const nameOf = (one: unknown): unknown => (typeof one === 'object' && one !== null && 'nome' in one ? one.nome : null)

/** Takes a paper for a printer of the agent: it is stored here, and waits for the agent where that is away. The same number again is the same paper. */
export const print = action(agente, 'print', {
  on: 'record',
  right: 'read',
  summary: 'Imprime num agente: a impressão fica guardada até que ele a leve. O mesmo número é a mesma impressão.',
  input: paper,
  answer: told,
  run: async ({ ctx, record, input }) => {
    assertPaired(record)
    const { id: chave = crypto.randomUUID(), printer, filename, bartender_filename } = input
    const known = await paperBy(ctx, record.id, chave)
    if (known && input.reimprime) await printAgain(ctx, await load(ctx, agenteImpressao, Number(known.id)))
    if (known) return answerOf(ctx, record, (await paperBy(ctx, record.id, chave)) ?? known)
    assertPrinter(record, printer)
    const bytes = bytesOf(input)
    await assertRoom(ctx, record)
    const made = await insert(ctx, agenteImpressao, {
      empresa_id: record.empresa_id,
      agente_id: record.id,
      chave,
      impressora: printer,
      arquivo: filename || null,
      bartender: bartender_filename || null,
      conteudo: bytes.toString('base64'),
      bytes: bytes.length,
    })
    await tellAgent(ctx.db, { agente: record.id, tipo: 'ha' })
    return answerOf(ctx, record, made)
  },
})

async function paperBy(ctx: Ctx, agenteId: number, chave: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await rowsOf(
    ctx,
    sql`select id, chave, situacao, motivo, impressora from agente_impressao where agente_id = ${agenteId} and chave = ${chave}`,
  )
  return row
}

async function assertRoom(ctx: Ctx, { id, nome }: Agent): Promise<void> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from agente_impressao where agente_id = ${id} and situacao = 'aguarda'`,
  )
  if (Number(row?.n) >= MOST_WAITING)
    throw badRequest(`A fila do agente “${nome}” está cheia: ${MOST_WAITING} impressões esperam por ele.`, 'queue_full')
}

async function answerOf(
  ctx: Ctx,
  record: Agent,
  one: Readonly<Record<string, unknown>>,
): Promise<v.InferOutput<typeof told>> {
  const conectado = await isAlive(ctx.db, record.id)
  const situacao = String(one.situacao)
  const waits = situacao === 'aguarda'
  const message = !waits
    ? `Situação da impressão: ${stateWord(situacao)}.`
    : conectado
      ? `Enviada para “${String(one.impressora)}”.`
      : `O agente “${record.nome}” está desligado: a impressão sai quando ele voltar.`
  const motivo = one.motivo === null ? null : String(one.motivo)
  return { id: String(one.chave), impressao_id: Number(one.id), situacao, motivo, conectado, message }
}

export const stateWord = (situacao: string): string =>
  Object.entries(PRINT_STATES)
    .find(([name]) => name === situacao)?.[1]
    .toLowerCase() ?? situacao
