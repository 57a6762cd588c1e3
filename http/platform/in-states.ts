import { type SQL, sql } from 'drizzle-orm'
import type { Life } from '../../core/lifecycle/life'
import { statusIn } from '../../core/lifecycle/standing'

/** SQL that holds for documents in some states of their life. `of` is the alias of their table, where a query has several. */
export const inStates = <S extends string>(life: Life<string, S>, names: readonly S[], of?: string): SQL =>
  sql.raw(statusIn(life, names, of === undefined ? 'status' : `${of}.status`))

/** SQL of the word of the state that a document is in. `of` is the alias of its table. */
export const stateWord = ({ order }: Life, of: string): SQL =>
  sql`case ${sql.raw(`${of}.status`)} ${sql.join(
    order.map(({ n, word }) => sql.raw(`when ${n} then '${word.replaceAll("'", "''")}'`)),
    sql` `,
  )} end`
