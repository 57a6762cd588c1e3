import { sql } from 'drizzle-orm'
import { rootOf } from '../../../core/banking/dda-match'
import { type Ctx, rowsOf } from '../../platform/context'
import { insertMany } from '../../platform/engine/write'
import { boletoDdaAlias, type Slip } from './boleto-dda'

/** Learns from a slip that somebody linked that its issuer collects for that supplier: a factoring company, or another company of the same house. */
export async function learnAlias(ctx: Ctx, { empresa_id, raiz, xEmissor }: Slip, fornecedor_id: number): Promise<void> {
  if (raiz === null) return
  const [supplier] = await rowsOf(
    ctx,
    sql`select "CNPJ_CPF", exists (select 1 from boleto_dda_alias where empresa_id = ${empresa_id} and raiz = ${raiz} and fornecedor_id = ${fornecedor_id}) as sabido from fornecedor where id = ${fornecedor_id}`,
  )
  if (!supplier || supplier.sabido === true) return
  const own = typeof supplier.CNPJ_CPF === 'string' ? supplier.CNPJ_CPF : null
  if (rootOf(own) !== raiz) await insertMany(ctx, boletoDdaAlias, [{ empresa_id, raiz, xEmissor, fornecedor_id }])
}
