import * as v from 'valibot'
import { action } from '../../platform/action'
import { Download } from '../../platform/download'
import { badRequest } from '../../platform/errors'
import { idListOf } from '../../platform/inputs'
import { boletosBody, MOST_BOLETOS } from '../boleto-paper/draw-apart'
import { boleto } from './boleto'
import { papersOf } from './paper-of'

/** Boletos on paper, one or thousands in a file: drawn apart, while nothing of the database is held. Throws 404, 400 `cancelled`, `written_off`, `no_rows`. */
export const imprime = action(boleto, 'imprime', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: `Imprime boletos num só PDF, na ordem pedida: uma folha para cada, ou em carnê, três por folha. Até ${MOST_BOLETOS}.`,
  input: v.object({
    ids: idListOf(MOST_BOLETOS),
    forma: v.optional(v.picklist(['folha', 'carne'], 'Informe folha ou carne.'), 'folha'),
  }),
  answer: 'PDF',
  ask: async ({ ctx, input: { ids, forma } }) => {
    if (ids.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
    const papers = await papersOf(ctx, ids)
    return () => boletosBody(papers, forma)
  },
  run: ({ input: { ids, forma }, asked }) => {
    const name = forma === 'carne' ? 'carne' : 'boleto'
    return Promise.resolve(new Download(`${name}-${ids.length === 1 ? ids[0] : 'lote'}`, 'pdf', asked))
  },
})
