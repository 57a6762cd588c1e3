import { type SQL, sql } from 'drizzle-orm'
import { ordemProducaoLife } from '../../../core/lifecycle/ordem-producao'
import { inStates } from '../../platform/in-states'

/** SQL: does a production order that was not cancelled make the line `l` of a sale? */
export const isMade: SQL = sql`exists (select 1 from ordem_producao_mercadoria g join ordem_producao o on o.id = g.ordem_producao_id
  where g.venda_mercadoria_id = l.id and not ${inStates(ordemProducaoLife, ['cancelada'], 'o')})`
