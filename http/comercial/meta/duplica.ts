import * as v from 'valibot'
import { addDays, addMonths, daysBetween, firstDayOfMonth, lastDayOfMonth } from '../../../core/br/civil-date'
import { action } from '../../platform/action'
import { recordOf } from '../../platform/answers'
import { show } from '../../platform/engine/record'
import { insert, insertMany, loadWhere } from '../../platform/engine/write'
import { identifier, nothing } from '../../platform/inputs'
import { save } from '../../platform/engine/save'
import { meta, metaVenda, metaVendedor } from './meta'

/** The period that follows one, as long: whole months are followed by whole months. */
export function nextPeriod(dIni: string, dFim: string): { readonly dIni: string; readonly dFim: string } {
  const start = addDays(dFim, 1)
  const months = monthsOf(dIni, dFim)
  return {
    dIni: start,
    dFim: months === undefined ? addDays(start, daysBetween(dIni, dFim)) : lastDayOfMonth(addMonths(start, months - 1)),
  }
}

function monthsOf(dIni: string, dFim: string): number | undefined {
  if (dIni !== firstDayOfMonth(dIni) || dFim !== lastDayOfMonth(dFim)) return undefined
  const [from, to] = [dIni, dFim].map((date) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)))
  return (to ?? 0) - (from ?? 0) + 1
}

export const duplicaMeta = action(meta, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Copia a meta e as dos vendedores para o período seguinte.',
  input: nothing,
  answer: recordOf('meta'),
  run: async ({ ctx, record }) => {
    const { empresa_id, descricao, vMeta } = record
    const copy = await insert(
      ctx,
      meta,
      { empresa_id, descricao, vMeta, ...nextPeriod(record.dIni, record.dFim) },
      'duplica',
    )
    const goals = await loadWhere(ctx, metaVendedor, 'meta_id', [record.id])
    await insertMany(
      ctx,
      metaVendedor,
      goals.map((goal) => ({ empresa_id, meta_id: copy.id, vendedor_id: goal.vendedor_id, vMeta: goal.vMeta })),
      'duplica',
    )
    return show(ctx, meta, copy.id)
  },
})

export const duplicaMetaVenda = action(metaVenda, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Copia a meta de venda para o período seguinte.',
  input: nothing,
  answer: recordOf('meta_venda'),
  run: async ({ ctx, record }) => {
    const { empresa_id, descricao, vMeta, vendedor_id, categoria_id, dIni, dFim } = record
    const values = { empresa_id, descricao, vMeta, vendedor_id, categoria_id, ...nextPeriod(dIni, dFim) }
    return show(ctx, metaVenda, (await insert(ctx, metaVenda, values, 'duplica')).id)
  },
})

export const duplicaMetaVendedor = action(metaVendedor, 'duplica', {
  on: 'record',
  right: 'create',
  summary: 'Copia a meta do vendedor, se for dito para outro vendedor ou outra meta.',
  input: v.object({ vendedor_id: v.optional(identifier), meta_id: v.optional(identifier) }),
  answer: recordOf('meta_vendedor'),
  run: async ({ ctx, record, input }) => {
    const { meta_id, vendedor_id, vMeta } = record
    return show(
      ctx,
      metaVendedor,
      (await save(ctx, metaVendedor, undefined, { meta_id, vendedor_id, vMeta, ...input })).id,
    )
  },
})
