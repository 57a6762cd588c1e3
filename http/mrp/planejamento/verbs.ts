import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { addDays, daysBetween } from '../../../core/br/civil-date'
import { copyable } from '../../documents/copy'
import { action } from '../../platform/action'
import { made } from '../../platform/answers'
import { rowsOf } from '../../platform/context'
import { invalid } from '../../platform/errors'
import { createRecord } from '../../platform/engine/create'
import { intArray } from '../../platform/engine/query'
import { announce, update } from '../../platform/engine/write'
import { idList, nothing } from '../../platform/inputs'
import { planejamento, planejamentoMercadoria } from './planejamento'

const items = v.object({ mercadoria_id_list: v.optional(idList, []) })

/** Chooses products by hand: from then on the plan tells them, and what goes into them, alone (E3-096). */
export const addItens = action(planejamento, 'addItens', {
  on: 'record',
  right: 'edit',
  summary: 'Inclui mercadorias no planejamento, que passa a tratar só das escolhidas e do que entra nelas.',
  input: items,
  verb: 'addItens',
  run: async ({ ctx, record, input }) => {
    const wanted = [...new Set(input.mercadoria_id_list)]
    if (wanted.length === 0) throw invalid({ mercadoria_id_list: ['Nenhum item selecionado.'] })
    const known = await rowsOf(ctx, sql`select id from mercadoria where id = any (${intArray(wanted)}::int[])`)
    if (known.length < wanted.length) throw invalid({ mercadoria_id_list: ['Selecione um registro válido.'] })
    await ctx.db.execute(sql`
      insert into planejamento_mercadoria (planejamento_id, empresa_id, mercadoria_id, escolhido)
      select ${record.id}, ${record.empresa_id}, id, true from mercadoria where id = any (${intArray(wanted)}::int[])
      on conflict (planejamento_id, mercadoria_id) do update set escolhido = true`)
    await update(ctx, planejamento, record, { escopo: 1 }, 'addItens')
    await announce(ctx, planejamentoMercadoria, record.id)
  },
})

/** A new plan from the same sources, from today on, over as many days. */
export const duplica = action(planejamento, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Cria um planejamento com as mesmas fontes, a partir de hoje.',
  verb: 'duplica',
  input: nothing,
  answer: made('planejamento'),
  run: async ({ ctx, record }) => {
    const today = ctx.clock.today()
    const start = record.dInicio ?? today
    const moved = (date: string | null) => (date === null ? null : addDays(today, daysBetween(start, date)))
    const copy = await createRecord(ctx, planejamento, {
      values: {
        ...copyable(planejamento, record),
        dInicio: today,
        dFim: moved(record.dFim),
        dPedidoAte: moved(record.dPedidoAte),
      },
      acao: 'duplica',
    })
    await ctx.db.execute(sql`
      insert into planejamento_mercadoria (planejamento_id, empresa_id, mercadoria_id, escolhido)
      select ${copy.id}, empresa_id, mercadoria_id, true from planejamento_mercadoria
      where planejamento_id = ${record.id} and escolhido`)
    return { planejamento: { id: copy.id } }
  },
})
