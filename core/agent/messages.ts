import * as v from 'valibot'

/**
 * What a local agent and its server say to each other on the one socket that the agent opens (docs/adr, "The agents' road"). JSON texts, `tipo` first. Weights are kilograms as
 * decimal text, so that none is rounded on its way.
 */

/** A text, without what a database takes for none: half a letter, NUL. */
const text = (most: number) =>
  v.pipe(
    v.string(),
    v.maxLength(most),
    v.transform((told) => told.replaceAll('\0', '').toWellFormed()),
  )
const name = v.pipe(text(60), v.minLength(1))

/** How a scale stands: there to be asked, or away and why. */
const scale = v.object({ nome: name, estado: v.picklist(['pronta', 'ausente']), motivo: v.optional(text(300)) })

/** How a printer stands: taking papers, or held up and why. */
const printer = v.object({
  nome: name,
  tipo: v.picklist(['rede', 'ipp', 'pasta', 'fila']),
  estado: v.picklist(['pronta', 'parada']),
  motivo: v.optional(text(300)),
})

/** Where a paper stands at the agent; `recusada` for one that it cannot print, `desconhecida` for one that it knows nothing of. */
const AGENT_PAPER_STATES = [
  'na_fila',
  'enviando',
  'impressa',
  'duvida',
  'cancelada',
  'recusada',
  'desconhecida',
] as const
export type AgentPaperState = (typeof AGENT_PAPER_STATES)[number]

const job = v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/))
const question = text(40)

const hello = v.object({
  tipo: v.literal('ola'),
  programa: text(40),
  sistema: text(100),
  maquina: text(100),
  balancas: v.pipe(v.array(scale), v.maxLength(16)),
  impressoras: v.pipe(v.array(printer), v.maxLength(32)),
})
/** What an agent says of itself, when it comes and whenever that changes. */
export type Hello = v.InferOutput<typeof hello>

const weighed = v.object({
  tipo: v.literal('peso'),
  pergunta: question,
  /** The weight, or why there is none; `status` is 400 of a scale that gives none, 404 where none has that name, 503 of one that is away. */
  peso: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,9}(\.\d{1,6})?$/))),
  status: v.optional(v.picklist([400, 404, 503])),
  motivo: v.optional(text(300)),
})

const paper = v.object({
  tipo: v.literal('situacao'),
  trabalho: job,
  situacao: v.picklist(AGENT_PAPER_STATES),
  motivo: v.optional(text(300)),
  /** Of the question that it answers, where it answers one. */
  pergunta: v.optional(question),
})

/** What an agent may say. */
const fromAgent = v.variant('tipo', [
  hello,
  weighed,
  paper,
  v.object({ tipo: v.literal('sinal') }),
  v.object({ tipo: v.literal('pronto') }),
])
export type FromAgent = v.InferOutput<typeof fromAgent>

const welcome = v.object({
  tipo: v.literal('bem_vindo'),
  agente: v.number(),
  nome: v.string(),
  /** Papers whose end the server does not know: the agent says of each where it stands. */
  abertas: v.array(job),
})

/** What the server may say. */
const fromServer = v.variant('tipo', [
  welcome,
  v.object({ tipo: v.literal('sinal') }),
  v.object({ tipo: v.literal('ha') }),
  v.object({ tipo: v.literal('pesa'), pergunta: question, balanca: v.nullable(v.string()), limiteMs: v.number() }),
  v.object({ tipo: v.literal('cancela'), pergunta: question, trabalho: job }),
  v.object({
    tipo: v.literal('imprime'),
    trabalho: job,
    impressora: v.string(),
    arquivo: v.string(),
    bartender: v.string(),
    /** Base64. */
    conteudo: v.string(),
  }),
])
export type FromServer = v.InferOutput<typeof fromServer>

function readBy<S extends v.GenericSchema>(schema: S, told: string): v.InferOutput<S> | undefined {
  try {
    const { success, output } = v.safeParse(schema, JSON.parse(told))
    return success ? output : undefined
  } catch {
    return undefined
  }
}

/** Reads what an agent said; undefined for what is none of it. */
export const readFromAgent = (told: string): FromAgent | undefined => readBy(fromAgent, told)
/** Reads what a server said; undefined for what is none of it (a newer server). */
export const readFromServer = (told: string): FromServer | undefined => readBy(fromServer, told)

/** Most characters that an agent says at once. */
export const AGENT_MESSAGE_LIMIT = 32_768
/** An agent gives a sign of life so often; whoever hears none for `GONE_S` takes the other for gone. Seconds. */
export const SIGN_S = 15
export const GONE_S = 45
/** How the server ends a socket: the key is not good any more; the same agent has come anew. */
export const REVOKED = 4401
export const REPLACED = 4409
/** Where the road is, below the server's address. */
export const ROAD_PATH = '/ws/agente'

/** Letters of a pairing code: none that looks like another, and none that makes words easy. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPRSTWXYZ'
export const CODE_LENGTH = 6
/** A code is good for so long, in seconds, and once. */
export const CODE_S = 600

/** A code as it was typed: small letters, spaces and dashes do not matter. Null for what can be none. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '')
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter)) ? code : null
}
