import * as v from 'valibot'
import { action } from '../../platform/action'
import { identifier, idList } from '../../platform/inputs'
import { mercadoria } from '../mercadoria'
import { ownCompany } from './ask'
import { productLabels } from './products'

/** What labels of products would say, so that they are looked at before they are printed. */
export const camposEtiqueta = action(mercadoria, 'camposEtiqueta', {
  on: 'collection',
  right: 'read',
  reads: true,
  summary: 'O que as etiquetas de mercadorias dizem, por campo.',
  input: v.object({
    id_list: idList,
    tabela_preco_id: v.optional(v.nullable(identifier), null),
    empresa_id: v.optional(identifier),
  }),
  answer: v.object({
    data: v.array(v.object({ mercadoria_id: v.number(), nome: v.string(), campos: v.record(v.string(), v.string()) })),
  }),
  run: async ({ ctx, input: { id_list, tabela_preco_id, empresa_id } }) => {
    const asked = id_list.map((mercadoria_id) => ({
      mercadoria_id,
      qEtiquetas: 1,
      qMultipla: null,
      armazenamento_id: null,
      indexVol: null,
    }))
    const labels = await productLabels(ctx, asked, { tabela_preco_id, empresa_id: ownCompany(ctx, empresa_id) })
    return {
      data: labels.map(({ name, record }, at) => ({ mercadoria_id: id_list[at] ?? 0, nome: name, campos: record })),
    }
  },
})
