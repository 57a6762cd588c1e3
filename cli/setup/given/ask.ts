import { empresaFields } from '../../../core/fields/cadastros/empresa'
import { armazenamentoFields } from '../../../core/fields/estoque/registers'
import type { Field } from '../../../core/fields/field'
import { pagamentoFields } from '../../../core/fields/financeiro/registers'
import { userFields } from '../../../core/fields/sis/user'
import { parseField } from '../../../http/platform/parse'
import type { Row } from '../../../http/platform/resource'
import { CommandError } from '../../exit'
import type { Entry, Given } from './shape'
import { roleNamed } from './users'

/** Who answers. */
export interface Terminal {
  /** A line that was typed, without its end. */
  ask(question: string): Promise<string>
  tell(text: string): void
}

/** What is there already. */
export interface Standing {
  readonly empresa: Row
  readonly locais: readonly string[]
  readonly pagamentos: readonly string[]
  readonly usuarios: readonly string[]
}

type LookUp = (cnpj: string) => Promise<Entry | string>

const ADDRESS = ['CEP', 'xLgr', 'nro', 'xCpl', 'xBairro', 'UF'] as const

/** Asks for what a company begins with, one field at a time. An empty answer keeps what stands; a wrong one is told and asked for again. */
export async function askGiven(terminal: Terminal, standing: Standing, lookUp: LookUp): Promise<Given> {
  terminal.tell('Enter mantém o que está entre colchetes. Nada é gravado antes do fim.')
  return {
    empresa: await askCompany(terminal, standing.empresa, lookUp),
    locais: await askPlaces(terminal, standing.locais),
    pagamentos: await askPayments(terminal, standing.pagamentos),
    usuarios: await askUsers(terminal, standing.usuarios),
  }
}

async function askCompany(terminal: Terminal, before: Row, lookUp: LookUp): Promise<Entry> {
  terminal.tell('\nEmpresa')
  const CNPJ_CPF = await askField(terminal, empresaFields.CNPJ_CPF, before.CNPJ_CPF)
  const found = typeof CNPJ_CPF === 'string' ? await lookUp(CNPJ_CPF) : {}
  if (typeof found === 'string') terminal.tell(found)
  const offered: Entry = typeof found === 'string' ? {} : found
  const values: Record<string, Entry[string]> = { ...(CNPJ_CPF === undefined ? {} : { CNPJ_CPF }), ...offered }
  for (const name of ['xNome', 'xFant', 'IE', 'CRT', 'fone', 'email', ...ADDRESS] as const) {
    const typed = await askField(terminal, empresaFields[name], offered[name] ?? before[name])
    if (typed !== undefined) values[name] = typed
  }
  if (offered.cMun !== undefined || (before.cMun ?? null) !== null) return values
  const municipio = (await terminal.ask('Município: ')).trim()
  return municipio === '' ? values : { ...values, municipio }
}

async function askPlaces(terminal: Terminal, there: readonly string[]): Promise<Entry[]> {
  terminal.tell(`\nLocais de estoque: ${there.length === 0 ? 'nenhum' : there.join(', ')}`)
  const { codigo, xArmazenamento } = armazenamentoFields
  return askList(terminal, 'Código de outro local (Enter segue)', codigo, async (code) => ({
    codigo: code,
    xArmazenamento: (await askField(terminal, xArmazenamento, code)) ?? code,
  }))
}

async function askPayments(terminal: Terminal, there: readonly string[]): Promise<Entry[]> {
  terminal.tell(`\nFormas de pagamento: ${there.length === 0 ? 'nenhuma' : there.join(', ')}`)
  return askList(terminal, 'Outra forma de pagamento (Enter segue)', pagamentoFields.descricao, async (descricao) => ({
    descricao,
    tPag: (await askField(terminal, pagamentoFields.tPag, '99')) ?? '99',
    maxInstallments: (await askField(terminal, pagamentoFields.maxInstallments, 1)) ?? 1,
  }))
}

async function askUsers(terminal: Terminal, there: readonly string[]): Promise<Given['usuarios']> {
  terminal.tell(`\nUsuários: ${there.length === 0 ? 'nenhum' : there.join(', ')}`)
  return askList(terminal, 'E-mail de outro usuário (Enter segue)', userFields.email, async (email) => ({
    email,
    nome: String((await askField(terminal, userFields.name, undefined)) ?? email),
    regras: await askRoles(terminal),
  }))
}

async function askRoles(terminal: Terminal): Promise<string[]> {
  for (;;) {
    const typed = await terminal.ask('Regras de acesso, separadas por vírgula (vendedor, estoquista, …): ')
    try {
      return typed
        .split(',')
        .filter((one) => one.trim() !== '')
        .map((one) => roleNamed(one, 'regras'))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      terminal.tell(error.message)
    }
  }
}

/** Asks until the answer is empty. */
async function askList<T>(
  terminal: Terminal,
  question: string,
  { meta }: Field,
  more: (first: string) => Promise<T>,
): Promise<T[]> {
  const list: T[] = []
  for (;;) {
    const typed = (await terminal.ask(`${question}: `)).trim()
    if (typed === '') return list
    const parsed = parseField(meta, typed)
    if ('error' in parsed) terminal.tell(parsed.error)
    else list.push(await more(String(parsed.ok)))
  }
}

/** One field; undefined when what stands is kept. */
async function askField(terminal: Terminal, { meta }: Field, stands: unknown): Promise<Entry[string] | undefined> {
  const words = meta.words === undefined ? '' : ` (${Object.values(meta.words).join('; ')})`
  const shown = stands === null || stands === undefined || stands === '' ? '' : ` [${String(stands)}]`
  for (;;) {
    const typed = (await terminal.ask(`${meta.label}${words}${shown}: `)).trim()
    if (typed === '') return undefined
    const parsed = parseField(meta, meta.kind === 'integer' && /^\d+$/.test(typed) ? Number(typed) : typed)
    if ('error' in parsed) terminal.tell(parsed.error)
    else if (meta.words !== undefined && !Object.hasOwn(meta.words, String(parsed.ok)))
      terminal.tell(`Responda um destes${words}.`)
    else return typeof parsed.ok === 'object' ? null : plain(parsed.ok)
  }
}

const plain = (value: unknown): Entry[string] =>
  typeof value === 'number' || typeof value === 'boolean' ? value : String(value)
