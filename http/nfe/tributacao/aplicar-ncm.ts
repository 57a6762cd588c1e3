import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { showNcm } from '../../../core/br/fields'
import { mercadoria } from '../../estoque/mercadoria'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { assertMay } from '../../platform/rights'
import { tributacao } from './tributacao'

/** NCMs and goods at once. */
const MOST_NCMS = 500
const MOST_GOODS = 20_000
const AT_ONCE = 1_000

const code = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.trim(), v.maxLength(60))
const input = v.object({
  ncm: v.pipe(
    v.union([
      v.array(code),
      v.pipe(
        code,
        v.transform((text) => text.split(/[\s,;]+/)),
      ),
    ]),
    v.transform((list) => [...new Set(list.map((one) => one.replaceAll('.', '')).filter(Boolean))]),
    v.minLength(1, 'Informe o NCM.'),
    v.maxLength(MOST_NCMS, `No máximo ${MOST_NCMS} NCMs.`),
  ),
})

/**
 * Gives the rule to all goods of some NCMs (`mercadoria.tributacao_id`), whatever rule they had: nothing brings the old ones back. Needs the right to edit
 * goods, too. Throws 422 with `errors.ncm`, one text for each NCM that is none, that no product has, or that the rule is not for.
 */
export const aplicarNcm = action(tributacao, 'aplicarNcm', {
  on: 'record',
  right: 'edit',
  summary: 'Dá a regra a todas as mercadorias dos NCM. Não pode ser desfeito.',
  input,
  answer: v.object({ message: v.string(), mercadorias: v.number() }),
  run: async ({ ctx, record, input: { ncm } }) => {
    assertMay(ctx, mercadoria, 'edit')
    const goods = await goodsOf(ctx, ncm)
    const faults = ncm.flatMap((one) => faultOf(one, record.NCM, goods) ?? [])
    if (faults.length > 0) throw invalid({ ncm: faults })
    const ids = [...goods.values()].flat()
    if (ids.length > MOST_GOODS)
      throw invalid({ ncm: [`São mais de ${MOST_GOODS.toLocaleString('pt-BR')} mercadorias: aplique por partes.`] })
    let mercadorias = 0
    for (let from = 0; from < ids.length; from += AT_ONCE)
      mercadorias += await apply(ctx, ids.slice(from, from + AT_ONCE), record.id)
    if (mercadorias > 0) await announce(ctx, mercadoria, 0)
    const counted = mercadorias === 1 ? '1 mercadoria' : `${mercadorias.toLocaleString('pt-BR')} mercadorias`
    return { message: `Tributação aplicada a ${counted}.`, mercadorias }
  },
})

/** The numbers of the goods of each NCM, in order. */
async function goodsOf(ctx: Ctx, ncm: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await rowsOf(
    ctx,
    sql`select id, "NCM" from mercadoria where "NCM" in (select jsonb_array_elements_text(${JSON.stringify(ncm)}::jsonb)) order by id limit ${MOST_GOODS + 1}`,
  )
  const found = Map.groupBy(rows, ({ NCM }) => String(NCM))
  return new Map([...found].map(([NCM, of]) => [NCM, of.map(({ id }) => Number(id))]))
}

function faultOf(ncm: string, limit: string | null, goods: ReadonlyMap<string, unknown>): string | undefined {
  if (!/^\d{8}$/.test(ncm)) return `NCM inválido: ${ncm.slice(0, 20)}`
  if (limit !== null && !ncm.startsWith(limit)) return `${showNcm(ncm)}: a regra é do NCM ${showNcm(limit)}.`
  return goods.has(ncm) ? undefined : `${showNcm(ncm)}: nenhuma mercadoria tem este NCM.`
}

/** Locked in the order of their numbers; those that have the rule already stay as they are. Answers how many changed. */
async function apply(ctx: Ctx, ids: readonly number[], tributacao_id: number): Promise<number> {
  const rows = await loadWhere(ctx, mercadoria, 'id', ids, { lock: true })
  const others = rows.filter((one) => one.tributacao_id !== tributacao_id)
  await updateMany(
    ctx,
    mercadoria,
    others,
    others.map(({ id }) => ({ id, tributacao_id })),
    'aplicarNcm',
  )
  return others.length
}
