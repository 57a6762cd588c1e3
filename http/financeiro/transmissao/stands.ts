import { type SQL, sql } from 'drizzle-orm'
import { entregaComputed } from '../../../core/fields/financeiro/transmissao'

/** Where files to banks stand, for whoever looks at them: what the exchange says, and once they are delivered what the file keeps. */

/** The exchange's name of such files: stored with each of them. */
export const KIND = 'banco.arquivo'

const ofRequest = (resource: string, column: string): SQL =>
  sql.raw(`(select x.${column} from troca x where x.tipo = '${KIND}' and x.chave = '${resource}-' || t.id)`)

/** Columns of a resource of files `t` (`entregaComputed`). */
export const deliveryOf = (resource: string) => ({
  entrega: {
    meta: entregaComputed.entrega.meta,
    sql: () => sql`case when t."dhEntrega" is not null then 'respondida' else ${ofRequest(resource, 'status')} end`,
  },
  entrega_erro: {
    meta: entregaComputed.entrega_erro.meta,
    sql: () => sql`case when t."dhEntrega" is null then ${ofRequest(resource, 'erro')} end`,
  },
})
