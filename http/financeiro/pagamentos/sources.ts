import { sql } from 'drizzle-orm'
import type { Favoured } from '../../../core/banking/pagamento/favoured'
import { bareTaxId } from '../../../core/br/tax-id'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import type { Row } from '../../platform/resource'

/** A payable and what is known of whom it is owed to. */
export interface Source extends Favoured {
  readonly id: number
  readonly empresa_id: number
  readonly fornecedor_id: number
  readonly tpConta: number
  readonly tpPagamento: number | null
  readonly vSaldo: string
  readonly dVencimento: string
  readonly isCancelled: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Payables by number. */
export async function sourcesOf(ctx: Ctx, ids: readonly number[]): Promise<ReadonlyMap<number, Source>> {
  const rows = await rowsOf(
    ctx,
    sql`select p.id, p.empresa_id, p.fornecedor_id, p."tpConta", p."tpPagamento", p."vSaldo"::text as "vSaldo", p."dVencimento"::text as "dVencimento",
          p."dhCancelamento" is not null as fim, p.linha_digitavel, p.pix, o."xNome", o."CNPJ_CPF", o."cBanco", o."xAgencia", o."xConta", o.pix_chave
        from contas_pagar p join fornecedor o on o.id = p.fornecedor_id where p.id = any (${intArray(ids)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.id), sourceOf(row)]))
}

function sourceOf(row: Row): Source {
  return {
    id: Number(row.id),
    empresa_id: Number(row.empresa_id),
    fornecedor_id: Number(row.fornecedor_id),
    tpConta: Number(row.tpConta),
    tpPagamento: typeof row.tpPagamento === 'number' ? row.tpPagamento : null,
    vSaldo: String(row.vSaldo),
    dVencimento: String(row.dVencimento),
    isCancelled: row.fim === true,
    nome: text(row.xNome),
    documento: bareTaxId(text(row.CNPJ_CPF)),
    banco: text(row.cBanco),
    agencia: text(row.xAgencia),
    conta: text(row.xConta),
    pix: text(row.pix) || text(row.pix_chave),
    linha_digitavel: text(row.linha_digitavel),
  }
}
