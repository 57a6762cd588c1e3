import { sql } from 'drizzle-orm'
import { counted } from '../../../core/br/number'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { trialOf } from '../../platform/trial'

/** Numbers that a warning names. */
const NAMED = 5

/** Warns, where somebody asks what releasing goods would do, of guides of their notes that nobody has paid: the goods may be held at the border. `sales`: what leaves. */
export async function warnOfUnpaidGuides(ctx: Ctx, sales: readonly number[]): Promise<void> {
  const notes = trialOf(ctx)?.notes
  if (!notes) return
  const rows = await rowsOf(
    ctx,
    sql`select g.id, n."nNF" from gnre g join nfe n on n.id = g.nfe_id
        where n.venda_id = any (${intArray(sales)}::int[]) and n.status = 3 and g.status in (0, 1, 2, 3, 4) order by n."nNF", g.id`,
  )
  if (rows.length === 0) return
  const numbers = [...new Set(rows.map(({ nNF }) => Number(nNF)))]
  const named = numbers.slice(0, NAMED).join(', ') + (numbers.length > NAMED ? '…' : '')
  const frase = `${counted(rows.length, 'guia GNRE', 'guias GNRE')} sem pagamento, das notas ${named}: a mercadoria pode ficar retida na divisa.`
  notes.push({ frase, guias: rows.length })
}
