import * as v from 'valibot'
import { sql } from 'drizzle-orm'
import { action } from '../../platform/action'
import { rowsOf } from '../../platform/context'
import { nothing } from '../../platform/inputs'
import { datesOf, ITEM_LIMIT } from './hooks'
import { previsao } from './previsao'

/**
 * All products of a forecast with all their periods, small: `datas` once, and for each item its quantities in that order (`q`); where somebody
 * wrote over a cell, which ones (`alterados`) and what the forecast was (`originais`). One query.
 */
export const grade = action(previsao, 'grade', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'A previsão inteira em forma compacta: produtos por períodos.',
  input: nothing,
  answer: v.object({
    previsao_id: v.number(),
    versao: v.number(),
    periodo: v.string(),
    datas: v.array(v.string()),
    itens: v.array(v.looseObject({ id: v.number(), alterados: v.array(v.number()) })),
  }),
  run: async ({ ctx, record }) => {
    const rows = await rowsOf(
      ctx,
      sql`select i.id, i.versao, i.mercadoria_id, i.metodo, i.classe, i."xAviso", m.codigo, m."xProd", u.un, coalesce(u.decimal, 0) as decimais,
            jsonb_path_query_array(i.previsao, '$[*].qPrevista') as q,
            case when i.previsao @> '[{"changed": true}]' then jsonb_path_query_array(i.previsao, '$[*].qOriginal') end as o,
            case when i.previsao @> '[{"changed": true}]' then jsonb_path_query_array(i.previsao, '$[*].changed') end as c
          from previsao_item i join mercadoria m on m.id = i.mercadoria_id left join unidade u on u.id = m.unidade_id
          where i.previsao_id = ${record.id} order by prumo_busca(m."xProd"), i.id limit ${ITEM_LIMIT}`,
    )
    return {
      previsao_id: record.id,
      versao: record.versao,
      periodo: record.periodo,
      datas: datesOf(record),
      itens: rows.map(({ o, c, ...row }) => {
        const alterados = listOf(c).flatMap((changed, at) => (changed === true ? [at] : []))
        const originals = listOf(o)
        return { ...row, alterados, originais: alterados.map((at) => originals[at] ?? 0) }
      }),
    }
  },
})

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
