import { sql } from 'drizzle-orm'
import { isAdmin } from '../../../core/access'
import { type Ctx, rowsOf } from '../../platform/context'
import { tableName } from '../../platform/engine/columns'
import { visibleFilter, whereOf } from '../../platform/engine/query'
import { contains } from '../../platform/engine/search-text'
import { find, loadWhere } from '../../platform/engine/write'
import { forbidden, invalid, notFound } from '../../platform/errors'
import type { RecordOf, Resource, Row } from '../../platform/resource'
import { user } from '../../sis/user'
import { colaborador } from '../colaborador'
import { motorista } from '../motorista'
import { cliente, fornecedor, transportadora, vendedor } from '../pessoas'

/** A register that holds people, and what of it is theirs. */
export interface PersonRegister {
  readonly resource: Resource
  /** The fields that hold their name and their address for mails. */
  readonly name: 'xNome' | 'name'
  /** What stands in a record once its person is anonymised; every field that may tell who it was. */
  readonly blank: (id: number) => Row
}

const EMPTY_PERSON = {
  CNPJ_CPF: null,
  xFant: null,
  IE: null,
  fone: null,
  email: null,
  CEP: null,
  xLgr: null,
  nro: null,
  xCpl: null,
  xBairro: null,
  ativo: false,
}

const person = (resource: Resource, more: Row = {}): PersonRegister => ({
  resource,
  name: 'xNome',
  // State and city stay: alone they point to nobody, and figures by region go on adding up.
  blank: (id) => ({ ...EMPTY_PERSON, xNome: `${resource.title} anonimizado ${id}`, ...more }),
})

/** The registers of people. */
export const REGISTERS: readonly PersonRegister[] = [
  person(cliente, { ISUF: null, email_list: null, has_whatsapp: false, obs: null, limite_credito: null }),
  person(fornecedor, { pix_chave: null, cBanco: null, xAgencia: null, xConta: null }),
  person(transportadora, { xEnder: null }),
  person(motorista, { CNH: null, dValidadeCNH: null }),
  person(vendedor),
  person(colaborador, { dAdmissao: null, cracha: null }),
  {
    resource: user,
    name: 'name',
    blank: (id) => ({
      name: `Usuário anonimizado ${id}`,
      email: `anonimizado-${id}@anonimo.invalid`,
      password: null,
      ativo: false,
    }),
  },
]

/** A record of a person. */
export interface PersonRecord {
  readonly register: PersonRegister
  readonly record: RecordOf<Resource>
}

/** What is known to be one person: all of their records. */
export interface Subject {
  readonly name: string
  /** CPF, without punctuation; null where no record has one. */
  readonly cpf: string | null
  readonly emails: readonly string[]
  readonly records: readonly PersonRecord[]
  /** There is more of them that only administrators reach: a user, or mails to an address that a user has. */
  readonly withheld: boolean
}

/** Users are for administrators, whatever right on personal data others hold: what is known of one is sign-ins, addresses and mails. */
const mayReach = (ctx: Ctx, { resource }: PersonRegister): boolean => resource !== user || isAdmin(ctx.actor)

/** The register of a name. Throws 422. */
export function registerNamed(name: string): PersonRegister {
  const found = REGISTERS.find(({ resource }) => resource.name === name)
  if (!found)
    throw invalid({ recurso: [`Informe um de: ${REGISTERS.map(({ resource }) => resource.name).join(', ')}.`] })
  return found
}

const CPF_LENGTH = 11

/** Everything of the person of a record: records with the same CPF, and the user and the register that name each other. Throws 404, and 403 for a user to whoever is no administrator. */
export async function subjectOf(ctx: Ctx, recurso: string, id: number): Promise<Subject> {
  const register = registerNamed(recurso)
  if (!mayReach(ctx, register))
    throw forbidden('Só administradores atendem pedidos sobre usuários do sistema (só administradores).')
  const record = await find(ctx, register.resource, id)
  if (!record) throw notFound()
  const records = new Map<string, PersonRecord>()
  await gather(ctx, { register, record }, records)
  const reached = [...records.values()]
  const all = reached.filter((one) => mayReach(ctx, one.register))
  const texts = (name: string) => all.map(({ record: one }) => one[name]).filter((value) => typeof value === 'string')
  const emails = [...new Set(texts('email').map((value) => value.toLowerCase()))]
  const open = await openAddresses(ctx, emails)
  return {
    name: String(record[register.name]),
    cpf: texts('CNPJ_CPF').find((value) => value.length === CPF_LENGTH) ?? null,
    emails: open,
    records: all,
    withheld: all.length < reached.length || open.length < emails.length,
  }
}

/** The addresses whose mails and sign-ins the caller may be given: anybody can write a user's into a register, to be shown that user's mails. */
async function openAddresses(ctx: Ctx, emails: readonly string[]): Promise<readonly string[]> {
  if (isAdmin(ctx.actor) || emails.length === 0) return emails
  const rows = await rowsOf(
    ctx,
    sql`select lower(u.email) as email from "user" u where lower(u.email) in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))`,
  )
  const users = new Set(rows.map((row) => String(row.email)))
  return emails.filter((email) => !users.has(email))
}

/** Goes from record to record of one person. Companies have registers too, but are no person: they are not gone on from. */
async function gather(ctx: Ctx, one: PersonRecord, found: Map<string, PersonRecord>): Promise<void> {
  const key = `${one.register.resource.name}:${one.record.id}`
  if (found.has(key)) return
  found.set(key, one)
  for (const next of [...(await sameTaxId(ctx, one.record)), ...(await sameUser(ctx, one))])
    await gather(ctx, next, found)
}

async function sameTaxId(ctx: Ctx, record: Row): Promise<PersonRecord[]> {
  const cpf = record.CNPJ_CPF
  if (typeof cpf !== 'string' || cpf.length !== CPF_LENGTH) return []
  const records: PersonRecord[] = []
  for (const register of REGISTERS.filter(({ resource }) => 'CNPJ_CPF' in resource.fields))
    for (const { id } of await rowsOf(
      ctx,
      sql`select id from ${tableName(register.resource)} where "CNPJ_CPF" = ${cpf} order by id limit 100`,
    )) {
      const same = await find(ctx, register.resource, Number(id))
      if (same) records.push({ register, record: same })
    }
  return records
}

async function sameUser(ctx: Ctx, { register, record }: PersonRecord): Promise<PersonRecord[]> {
  if (register.resource === user) {
    const linked = REGISTERS.filter(({ resource }) => resource.fields.user_id?.meta.ref === 'user')
    const lists = await Promise.all(
      linked.map(async (one) =>
        (await loadWhere(ctx, one.resource, 'user_id', [record.id])).map((found) => ({ register: one, record: found })),
      ),
    )
    return lists.flat()
  }
  const owner = typeof record.user_id === 'number' ? await find(ctx, user, record.user_id) : undefined
  return owner ? [{ register: registerNamed('user'), record: owner }] : []
}

/** People whose CPF, e-mail, number or name a text is, at most fifty. */
export async function searchPeople(ctx: Ctx, text: string): Promise<Row[]> {
  const wanted = text.trim()
  const digits = wanted.replaceAll(/\D/g, '')
  const found: Row[] = []
  for (const { resource, name } of REGISTERS.filter((one) => mayReach(ctx, one))) {
    const column = sql.raw(`t."${name}"`)
    const taxId =
      'CNPJ_CPF' in resource.fields && digits.length >= CPF_LENGTH ? sql`t."CNPJ_CPF" = ${digits}` : sql`false`
    const number = /^\d{1,9}$/.test(wanted) ? sql`t.id = ${Number(wanted)}` : sql`false`
    const byName = wanted.length >= 3 ? contains(sql`t.busca`, wanted) : sql`false`
    const matching = sql`(lower(t.email) = lower(${wanted}) or ${taxId} or ${number} or ${byName})`
    const rows = await rowsOf(
      ctx,
      sql`select t.id, ${column} as nome, ${'CNPJ_CPF' in resource.fields ? sql.raw('t."CNPJ_CPF"') : sql`null`} as cpf, t.email
          from ${tableName(resource)} t ${whereOf([matching, ...visibleFilter(ctx, resource)])} order by t.id limit 10`,
    )
    for (const row of rows) found.push({ recurso: resource.name, titulo: resource.title, ...row })
  }
  return found.slice(0, 50)
}
