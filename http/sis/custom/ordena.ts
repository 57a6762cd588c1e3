import * as v from 'valibot'
import { CUSTOM_LIMITS } from '../../../core/custom/kinds'
import { action } from '../../platform/action'
import { save } from '../../platform/engine/save'
import { loadWhere } from '../../platform/engine/write'
import { invalid } from '../../platform/errors'
import { idListOf } from '../../platform/inputs'
import { customField } from './custom-field'

/** Puts the fields of a resource into an order given by hand, all or none. */
export const ordena = action(customField, 'ordena', {
  on: 'collection',
  right: 'edit',
  summary: 'Põe os campos de um cadastro na ordem dos ids.',
  input: v.object({ alias: v.pipe(v.string(), v.maxLength(60)), ids: idListOf(CUSTOM_LIMITS.fields) }),
  answer: v.object({ ids: v.array(v.number()) }),
  run: async ({ ctx, input: { alias, ids } }) => {
    const fields = await loadWhere(ctx, customField, 'id', ids, { lock: true })
    const places = new Map(ids.map((id, at) => [id, at]))
    if (places.size !== ids.length || fields.length !== ids.length || fields.some((one) => one.alias !== alias))
      throw invalid({ ids: ['Os campos deste cadastro mudaram: atualize e tente de novo.'] })
    for (const { id, order } of fields)
      if (order !== places.get(id)) await save(ctx, customField, id, { order: places.get(id) })
    return { ids }
  },
})
