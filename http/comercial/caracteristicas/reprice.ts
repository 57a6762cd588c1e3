import { sql } from 'drizzle-orm'
import { decimal } from '../../../core/money/decimal'
import { type Choice, choiceAdds, choicesAdd, priceWith } from '../../../core/pricing/made-to-order'
import { sumUp } from '../../documents/totals'
import { type Ctx, rowsOf } from '../../platform/context'
import { find, load, patchRows } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { type DocumentKind, lineHooks } from '../hooks'

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

interface Stored extends Choice {
  readonly id: number
  readonly vAcrescimo: string
}

/** The characteristics of a line as they are kept, with what they draw. */
async function chosenOf(ctx: Ctx, kind: DocumentKind, line: number): Promise<readonly Stored[]> {
  const crt = `${kind}_mercadoria_crt`
  const rows = await rowsOf(
    ctx,
    sql`select c.id, c.custo_un::text as custo_un, c."vAcrescimoFixo"::text as fixo, c."vAcrescimo"::text as "vAcrescimo",
          coalesce((select json_agg(json_build_object('quantidade', i.quantidade::text, 'vCusto', i."vCusto"::text) order by i.id)
            from ${sql.raw(`${crt}_insumo`)} i where i.${sql.raw(`${crt}_id`)} = c.id), '[]') as insumos
        from ${sql.raw(crt)} c where c.${sql.raw(`${kind}_mercadoria_id`)} = ${line} order by c.id`,
  )
  return rows.map((row) => ({
    id: Number(row.id),
    custo_un: text(row.custo_un),
    vAcrescimoFixo: text(row.fixo),
    vAcrescimo: String(row.vAcrescimo),
    insumos: (Array.isArray(row.insumos) ? row.insumos : []).map((one: Row) => ({
      quantidade: String(one.quantidade),
      vCusto: text(one.vCusto),
    })),
  }))
}

/**
 * A line of which characteristics were chosen costs and is priced by what they come to now: its base price and what they add. The price is judged
 * again, and the document's totals follow.
 */
export async function reprice(ctx: Ctx, kind: DocumentKind, id: number): Promise<void> {
  const lines = resourceNamed(`${kind}_mercadoria`)
  const line: Row | undefined = await find(ctx, lines, id)
  if (!line) return
  const chosen = await chosenOf(ctx, kind, id)
  const decimals = Number(line.decimal_preco ?? 2)
  const told = chosen.map((one) => ({ one, vAcrescimo: choiceAdds(one, decimals).vAcrescimo }))
  await patchRows(
    ctx,
    resourceNamed(`${kind}_mercadoria_crt`),
    told
      .filter(({ one, vAcrescimo }) => !vAcrescimo.eq(one.vAcrescimo))
      .map(({ one, vAcrescimo }) => ({ id: one.id, vAcrescimo: vAcrescimo.toFixed(4) })),
  )
  const added = choicesAdd(chosen, decimals)
  const was = String(line.vAcrescimo ?? '0')
  if (added.vAcrescimo.eq(was) && added.custo.eq(String(line.vCustoCrt ?? '0'))) return
  const vUnTrib = priceWith({ vUnTrib: String(line.vUnTrib), vAcrescimo: was }, added.vAcrescimo).toFixed(4)
  const vAcrescimo = added.vAcrescimo.toFixed(4)
  const promoted = text(line.vPromocao)
  // What a promotion gave is given still: to another sum.
  const vPromocao = promoted === null ? null : decimal(promoted).minus(was).plus(added.vAcrescimo).toFixed(4)
  const document: Row = await load(ctx, resourceNamed(kind), Number(line[`${kind}_id`]))
  const draft = {
    before: { ...line, vUnTrib, vAcrescimo, vPromocao },
    values: { vUnTrib, vAcrescimo, vCustoCrt: added.custo.toFixed(10) },
  }
  await lineHooks(kind).prepare?.(ctx, [draft], document)
  await patchRows(ctx, lines, [{ ...draft.values, id }])
  await sumUp(ctx, kind, Number(document.id))
}
