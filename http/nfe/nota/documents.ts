import { MODEL_OF } from '../../../core/fields/nfe/serie-numero'
import { venda } from '../../comercial/venda/venda'
import { vendaDevolucao } from '../../comercial/venda_devolucao/venda-devolucao'
import { devolucao } from '../../estoque/devolucao/devolucao'
import { recipientOf, saida } from '../../estoque/saida/saida'
import { transfArmaz } from '../../estoque/transferencia/transf-armaz'
import type { Ctx } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { notesOf } from './of-document'
import { placedOf } from './source/parts'
import type { Register } from './source/source'

/** The documents that issue notes, and what their notes tell of them. */

export const ofSale = notesOf('venda', venda, {
  model: ({ geraNFe }) => MODEL_OF[geraNFe ?? 0],
  told: (_, { cliente_id, cliente_xNome, vTotal }) => ({ cliente_id, xDest: cliente_xNome, vNF: vTotal }),
  summary: 'Emite a nota fiscal da venda faturada. O que a impede fica na nota, que espera como rascunho.',
})

const asked = ({ geraNFe }: Row): 55 | undefined => (geraNFe === 1 ? 55 : undefined)

const nameOf = async (ctx: Ctx, register: Register, id: unknown): Promise<unknown> =>
  (await placedOf(ctx, register, id))?.xNome

/** A note of goods that go back is to whom the return says, for its total. */
const toWhom = (register: 'cliente' | 'fornecedor') => async (ctx: Ctx, record: Row) => {
  const column = `${register}_id`
  return { [column]: record[column], xDest: await nameOf(ctx, register, record[column]), vNF: record.vTotal }
}

export const ofCustomerReturn = notesOf('venda_devolucao', vendaDevolucao, {
  model: asked,
  told: toWhom('cliente'),
  summary: 'Emite a nota de entrada da devolução finalizada. O que a impede fica na nota, que espera como rascunho.',
})

export const ofSupplierReturn = notesOf('devolucao', devolucao, {
  model: asked,
  told: toWhom('fornecedor'),
  summary: 'Emite a nota da devolução finalizada ao fornecedor. O que a impede fica na nota, que espera como rascunho.',
})

export const ofOutput = notesOf('saida', saida, {
  model: asked,
  told: async (ctx, record) => {
    const { cliente_id, fornecedor_id, vTotal } = record
    const { register, id } = recipientOf(record)
    return { cliente_id, fornecedor_id, xDest: await nameOf(ctx, register, id), vNF: vTotal }
  },
  summary: 'Emite a nota da saída finalizada. O que a impede fica na nota, que espera como rascunho.',
})

export const ofTransfer = notesOf('transf_armaz', transfArmaz, {
  model: ({ emitir_nfe }) => (emitir_nfe ? 55 : undefined),
  told: async (ctx, { empresa_id, empresa_destino_id }) => ({
    xDest: await nameOf(ctx, 'empresa', empresa_destino_id ?? empresa_id),
  }),
  summary: 'Emite a nota da transferência finalizada. O que a impede fica na nota, que espera como rascunho.',
})
