import * as v from 'valibot'
import { action } from '../../platform/action'
import { recordOf } from '../../platform/answers'
import { list } from '../../platform/engine/list'
import { identifier, shortText } from '../../platform/inputs'
import { janelaHorario, setWeek } from './janela-horario'

/** Writes the whole week of a record, Monday to Sunday, at once. Throws 403 without the right to change the record, 422. */
export const semana = action(janelaHorario, 'semana', {
  on: 'collection',
  right: 'own',
  summary: 'Grava a semana inteira de um registro.',
  input: v.object({ model_type: shortText(60), model_id: identifier, janelas: v.array(v.unknown()) }),
  answer: v.looseObject({ data: v.array(recordOf('janela_horario')) }),
  run: async ({ ctx, input: { model_type, model_id, janelas } }) => {
    await setWeek(ctx, { model_type, model_id }, janelas)
    return list(ctx, janelaHorario, { where: JSON.stringify({ model_type, model_id }), perPage: '100' })
  },
})
