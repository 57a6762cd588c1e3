import * as v from 'valibot'
import { manifestsOf } from '../../nfe/mdfe/of-route'
import { action } from '../../platform/action'
import { flag } from '../../platform/inputs'
import { rota } from './rota'

/**
 * Makes the MDF-e of a route that is under way, one for each state in which it unloads, of the authorised notes of its stops, and sends them (T3-008). `tpEmis` 2: in
 * contingency, printed and sent within 168 hours. Throws 422 with all that is missing, by field and stop: then nothing is made.
 */
export const geraMDFe = action(rota, 'geraMDFe', {
  on: 'record',
  right: 'edit',
  summary: 'Gera o MDF-e da rota, um por UF de descarregamento, das NF-e autorizadas das entregas, e envia à SEFAZ.',
  input: v.object({
    tpEmis: v.optional(v.picklist([1, 2], 'Informe 1 (normal) ou 2 (contingência).')),
    carrega_depois: v.optional(flag),
  }),
  verb: 'geraMDFe',
  answer: v.object({
    mdfe: v.array(v.object({ id: v.number(), nMDF: v.nullable(v.number()), UFFim: v.string(), status: v.number() })),
  }),
  run: async ({ ctx, record, input }) => ({
    mdfe: (await manifestsOf(ctx, record, input)).map(({ id, nMDF, UFFim, status }) => ({ id, nMDF, UFFim, status })),
  }),
})
