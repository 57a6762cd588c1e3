import { sql } from 'drizzle-orm'
import { readTaxId } from '../../../core/br/tax-id'
import { SYSTEM } from '../../../http/db/pool'
import { systemCtx } from '../../../http/platform/app'
import { type Ctx, rowsOf } from '../../../http/platform/context'
import type { Row } from '../../../http/platform/resource'
import type { Settings } from '../../../http/settings'
import type { Opened } from '../../local'
import { PAYMENTS } from '../first-day'
import { type Installed, installInto } from '../install'
import { applyGiven, type Outcome } from './apply'
import type { Standing } from './ask'
import { lookUpCompany } from './look-up'
import type { Entry, Given } from './shape'

/** What was done, and how to sign in where the database was empty before. */
export interface SetUp extends Outcome {
  readonly installed: Installed | undefined
}

interface RunOptions {
  readonly dryRun: boolean
  readonly warn: (text: string) => void
}

/** Ends the transaction without keeping anything, and carries what would be done. */
class GiveUp extends Error {
  constructor(readonly result: SetUp) {
    super('dry run')
  }
}

/**
 * Does what is given in one transaction, on an empty database after what any company begins with. What the public register knows of the company's CNPJ fills
 * what neither the file nor the register says. Throws exit code 1 naming the field; nothing is kept then.
 */
export async function runSetup(
  { services }: Pick<Opened, 'services'>,
  settings: Settings,
  given: Given,
  { dryRun, warn }: RunOptions,
): Promise<SetUp> {
  const stored = await services.pool.read(SYSTEM, (db) => companyOf({ db }, given.empresa?.CNPJ_CPF))
  const empresa = await lookedUp(given.empresa ?? {}, stored, (cnpj) => lookUpCompany(settings.cnpjUrl, cnpj), warn)
  try {
    return await services.pool.transaction(SYSTEM, async (db) => {
      const adminEmail = given.usuarios.find(({ regras }) => regras.includes('admin'))?.email ?? settings.adminEmail
      const installed = await installInto(systemCtx(services, db, [], 0), { ...settings, adminEmail }, { demo: false })
      const rows = await rowsOf({ db }, sql`select id from empresa order by id`)
      const empresas = rows.map((row) => Number(row.id))
      const done = await applyGiven(systemCtx(services, db, empresas, empresas[0] ?? 0), { ...given, empresa })
      const result = { ...done, installed }
      if (dryRun) throw new GiveUp(result)
      return result
    })
  } catch (error) {
    if (error instanceof GiveUp) return error.result
    throw error
  }
}

/** The company that a CNPJ is for: that of the same, else the one that has none yet. */
async function companyOf(ctx: Pick<Ctx, 'db'>, typed: unknown): Promise<Row> {
  const digits = typeof typed === 'string' ? readTaxId(typed).digits : null
  const [row] = await rowsOf(
    ctx,
    sql`select * from empresa where ${digits}::text is null or "CNPJ_CPF" = ${digits} or "CNPJ_CPF" is null
        order by "CNPJ_CPF" is null, id limit 1`,
  )
  return row ?? {}
}

/** What a company is called before it is told. */
const UNNAMED = 'Minha empresa'
const LOOKED_UP = ['xNome', 'xFant', 'CEP', 'xLgr', 'nro', 'xBairro', 'UF', 'cMun'] as const

async function lookedUp(
  given: Entry,
  stored: Row,
  lookUp: (cnpj: string) => Promise<Entry | string>,
  warn: (text: string) => void,
): Promise<Entry> {
  const { CNPJ_CPF } = given
  const isOpen = (name: string) =>
    given[name] === undefined &&
    !(name === 'cMun' && given.municipio !== undefined) &&
    ((stored[name] ?? null) === null || stored[name] === UNNAMED)
  if (typeof CNPJ_CPF !== 'string' || !LOOKED_UP.some(isOpen)) return given
  const found = await lookUp(CNPJ_CPF)
  if (typeof found === 'string') {
    warn(found)
    return given
  }
  return { ...Object.fromEntries(Object.entries(found).filter(([name]) => isOpen(name))), ...given }
}

/** What is there, to be told before it is asked for. */
export async function standingOf({ services }: Pick<Opened, 'services'>): Promise<Standing> {
  return services.pool.read(SYSTEM, async (db) => {
    const ctx = { db }
    const empresa = await companyOf(ctx, null)
    const names = async (query: ReturnType<typeof sql>) => (await rowsOf(ctx, query)).map(({ nome }) => String(nome))
    const [locais, pagamentos, usuarios] = await Promise.all([
      names(
        sql`select "xArmazenamento" as nome from armazenamento where empresa_id = ${Number(empresa.id ?? 0)} order by id`,
      ),
      names(sql`select descricao as nome from pagamento where ativo order by id`),
      names(sql`select email as nome from "user" where ativo order by id`),
    ])
    if (empresa.id !== undefined) return { empresa, locais, pagamentos, usuarios }
    return {
      empresa: {},
      locais: ['Estoque geral'],
      pagamentos: PAYMENTS.map((one) => String(one.descricao)),
      usuarios,
    }
  })
}
