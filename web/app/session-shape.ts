import {
  array,
  boolean,
  fallback,
  nullable,
  nullish,
  number,
  object,
  optional,
  parse,
  record,
  string,
  type InferOutput,
} from 'valibot'

const Named = object({ id: number(), name: string() })

const User = object({
  id: number(),
  name: string(),
  email: string(),
  restoreId: nullish(string()),
  empresa_id: nullish(number()),
  roles: fallback(array(Named), []),
  permissions: fallback(array(Named), []),
})

const Company = object({
  id: number(),
  xNome: string(),
  xFant: nullish(string()),
  cor: nullish(string()),
  controla_estoque: fallback(boolean(), true),
})

/** The overdue subscription, as who can pay is warned of it. */
const Account = object({
  qDiasDevedor: number(),
  qParcelasDevedor: number(),
  segundos: number(),
  boleto_url: nullable(string()),
})
export type Overdue = InferOutput<typeof Account>

const SessionShape = object({
  user: User,
  empresas: fallback(array(Company), []),
  empresa_id: nullable(number()),
  versao: optional(string(), ''),
  configuracao: fallback(record(string(), nullable(string())), {}),
  assinante: fallback(nullable(Account), null),
  /** A role demands a second factor that was not set up: nothing else answers before. */
  falta_fator: fallback(boolean(), false),
  /** What this person's drafts are encrypted with; kept in memory alone. */
  chave_rascunhos: fallback(string(), ''),
})

export type SessionUser = InferOutput<typeof User>
export type Company = InferOutput<typeof Company>
export type SessionAnswer = InferOutput<typeof SessionShape>

/** What the server says of the session. Throws for what is none. */
export const readSession = (answer: unknown): SessionAnswer => parse(SessionShape, answer)
