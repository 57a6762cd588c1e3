import { sql } from 'drizzle-orm'
import { opMercadoriaEtiquetaComputed, opMercadoriaEtiquetaFields } from '../../../core/fields/producao/etiqueta'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { badRequest } from '../../platform/errors'
import { type RecordOf, refuseRows, resource, type Row } from '../../platform/resource'

/** Labels of the volumes that goods of an order are packed in (N3-044): no more than what is to be made. */
export const opMercadoriaEtiqueta = resource({
  name: 'op_mercadoria_etiqueta',
  paths: ['producao/op_mercadoria_etiqueta'],
  title: 'Etiqueta de produção',
  right: 'ordem_producao',
  company: 'own',
  fields: opMercadoriaEtiquetaFields,
  search: [],
  display: ['quantidade', 'qVolumes'],
  parent: {
    resource: 'ordem_producao_mercadoria',
    field: 'ordem_producao_mercadoria_id',
    list: 'op_mercadoria_etiqueta_list',
    apart: true,
  },
  computed: {
    codigo: {
      meta: opMercadoriaEtiquetaComputed.codigo.meta,
      sql: () => sql`('002' || lpad(t.id::text, 12, '0'))`,
    },
  },
  hooks: {
    prepare: (_, drafts) =>
      refuseRows(drafts, ({ before, values }): Readonly<Record<string, string>> | undefined => {
        const { quantidade, pesoBruto }: Row = { ...before, ...values }
        if (!(Number(quantidade) > 0)) return { quantidade: 'Quantidade inválida' }
        return (pesoBruto ?? null) !== null && Number(pesoBruto) <= 0 ? { pesoBruto: 'Peso zerado' } : undefined
      }),
    after: (ctx, records) =>
      assertWithin(
        ctx,
        records.map((row) => Number(row.ordem_producao_mercadoria_id)),
      ),
  },
})

export type ProductionLabels = RecordOf<typeof opMercadoriaEtiqueta>

/** All volumes of goods together are no more than what is made of them. The goods are held: two who add labels at once wait for each other. Throws 400 `too_much`. */
async function assertWithin(ctx: Ctx, goods: readonly number[]): Promise<void> {
  const ids = intArray([...new Set(goods)].sort((a, b) => a - b))
  await ctx.db.execute(
    sql`select 1 from ordem_producao_mercadoria where id = any (${ids}::int[]) order by id for update`,
  )
  const [over] = await rowsOf(
    ctx,
    sql`select 1 from ordem_producao_mercadoria g where g.id = any (${ids}::int[])
        and (select sum(t.quantidade * t."qVolumes") from op_mercadoria_etiqueta t where t.ordem_producao_mercadoria_id = g.id) > g."qTrib" limit 1`,
  )
  if (over) throw badRequest('O total inserido excedeu o saldo restante!', 'too_much')
}
