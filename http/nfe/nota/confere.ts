import * as v from 'valibot'
import { action } from '../../platform/action'
import { nothing } from '../../platform/inputs'
import { problemAnswer } from '../problem-answer'
import { buildNote, trialOf } from './build'
import { nfe } from './nfe'
import { wayOf } from '../contingencia/way'

/** What would stand in the way of issuing a note now, and what it would come to. Nothing is written, and no number is taken. */
export const confere = action(nfe, 'confere', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'Confere a nota como ela sairia agora: tudo o que a impede, com o lugar onde se corrige, e o total.',
  input: nothing,
  answer: v.object({ problemas: v.array(problemAnswer), vNF: v.nullable(v.string()) }),
  run: async ({ ctx, record }) => {
    const { problems, made } = await buildNote(ctx, record, { ...trialOf(record), ...(await wayOf(ctx, record)) })
    return { problemas: [...problems], vNF: made?.totals.vNF.toFixed(2) ?? null }
  },
})
