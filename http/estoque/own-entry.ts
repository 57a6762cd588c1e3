import { sql } from 'drizzle-orm'
import { type Ctx, rowsOf } from '../platform/context'
import { badRequest } from '../platform/errors'

/** What goods that come from nobody come in by, as operations say it (`padrao`), and what people call it. */
interface Own {
  readonly padrao: number
  readonly name: string
}
export const PRODUCTION: Own = { padrao: 2, name: 'produção' }
export const ADJUSTMENT: Own = { padrao: 3, name: 'ajuste' }

/** The operation of entries of a kind, which moves stock and brings no payables: the usual one of its kind, else any. Throws 400 `no_operation`. */
export async function ownEntryOperation(ctx: Ctx, { padrao, name }: Own): Promise<number> {
  const [found] = await rowsOf(
    ctx,
    sql`select id from tipo_entrada_saida where tipo = 0 and ativo and movimenta_estoque and gera_financeiro = 'NAO_GERA'
        order by padrao = ${padrao} desc nulls last, id limit 1`,
  )
  if (!found)
    throw badRequest(
      `Cadastre um tipo de operação de entrada de ${name}, que movimente estoque e não gere financeiro.`,
      'no_operation',
    )
  return Number(found.id)
}
