import { sql } from 'drizzle-orm'
import type { ContaCobranca } from '../../../core/banking/account'
import type { Beneficiario, CnabLayout } from '../../../core/banking/cnab/titulo'
import { bareTaxId } from '../../../core/br/tax-id'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Row } from '../../platform/resource'

/** What a bank knows a company's collection by, from the register of collections. */
export interface Collection {
  /** The bank's code, 3 digits; empty where the account says none. */
  readonly banco: string
  readonly layout: CnabLayout
  readonly conta: ContaCobranca
  readonly beneficiario: Beneficiario
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const told = (value: unknown): string | undefined => text(value) || undefined

/** What an agreement of collection says, as the core reads it. */
export function accountOf(setup: Row, banco: string): ContaCobranca {
  return {
    banco,
    agencia: text(setup.agencia),
    agencia_dv: told(setup.agencia_dv),
    conta: text(setup.conta),
    conta_dv: told(setup.conta_dv),
    convenio: told(setup.convenio),
    carteira: told(setup.carteira),
    variacao: told(setup.variacao),
    posto: told(setup.posto),
  }
}

/** What numbers of boletos are of: no two boletos of it have one number. */
export const seriesOf = ({ banco, agencia, conta, convenio = '', carteira = '' }: ContaCobranca): string =>
  [banco, agencia, conta, convenio, carteira].map((one) => one.replace(/^0+/, '')).join('|')

/** Banks of cash accounts, by the number of the account. */
export async function banksOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf(ctx, sql`select id, codigo from banco where id = any (${intArray(ids)}::int[])`)
  return new Map(rows.map((row) => [Number(row.id), text(row.codigo)]))
}

/** Who collects by an agreement: its company, at its bank. */
export async function collectionOf(ctx: Ctx, setup: Row): Promise<Collection> {
  const [row = {}] = await rowsOf(
    ctx,
    sql`select b.codigo, e."xNome", e."CNPJ_CPF" from banco b join empresa e on e.id = b.empresa_id where b.id = ${Number(setup.banco_id)}`,
  )
  const banco = text(row.codigo)
  const conta = accountOf(setup, banco)
  return {
    banco,
    layout: setup.layout === 'CNAB240' ? 'cnab240' : 'cnab400',
    conta,
    beneficiario: {
      nome: text(row.xNome),
      documento: bareTaxId(text(row.CNPJ_CPF)),
      codigo_transmissao: text(setup.codigo_transmissao),
      conta,
    },
  }
}
