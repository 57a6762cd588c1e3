import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { find } from '../../platform/engine/write'
import { shortText } from '../../platform/inputs'
import { ADDRESS_COLUMNS, volumesOf } from '../posicao/delivery-address'
import { rota, rotaVenda } from './rota'
import { LIMITS, ofRoute } from './stops'
import { SALE_WEIGHT, saleSearch, WAITING } from './waiting'

/** The sales that may join a route (E3-010), at most 500, by town and neighbourhood. */
export const getVendas = action(rotaVenda, 'getVendas', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'Vendas que podem entrar na rota: esperam entrega e não estão em outra.',
  input: v.object({ ...ofRoute, q: v.optional(shortText(80)) }),
  run: async ({ ctx, input }) => {
    const record = await find(ctx, rota, input.id)
    if (!record) throw invalid({ id: ['Selecione um registro válido.'] })
    const wanted = [sql`s.empresa_id = ${record.empresa_id}`, ...saleSearch(input.q)]
    const rows = await rowsOf(
      ctx,
      sql`select s.id, s.cliente_id, c."xNome", s."vTotal", s.volumes, s."dEntrega", ${SALE_WEIGHT} as peso, ${ADDRESS_COLUMNS} ${WAITING} and ${sql.join(wanted, sql` and `)}
          order by "xMun", "xBairro", s.id limit ${LIMITS.listed + 1}`,
    )
    const data = rows.slice(0, LIMITS.listed).map((row) => ({
      id: row.id,
      cliente_id: row.cliente_id,
      xNome: row.xNome,
      xBairro: row.xBairro,
      xMun: row.xMun,
      UF: row.UF,
      dEntrega: row.dEntrega,
      volumes: volumesOf(row),
      peso: Number(row.peso),
      vTotal: Number(row.vTotal),
      isSelected: false,
    }))
    return { data, more: rows.length > LIMITS.listed }
  },
})
