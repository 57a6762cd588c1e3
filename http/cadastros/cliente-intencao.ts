import { clienteIntencaoFields } from '../../core/fields/cadastros/cliente-intencao'
import * as v from 'valibot'
import { action } from '../platform/action'
import { row } from '../platform/answers'
import { show } from '../platform/engine/record'
import { announce, deleteRows, loadWhere } from '../platform/engine/write'
import { invalid } from '../platform/errors'
import { identifier } from '../platform/inputs'
import { resource } from '../platform/resource'
import { cliente } from './pessoas'

/** What a customer means to buy: noted by the seller, to come back to. */
export const clienteIntencao = resource({
  name: 'cliente_intencao',
  paths: ['cadastros/cliente_intencao'],
  title: 'Intenção de compra',
  right: 'cliente',
  company: 'none',
  fields: clienteIntencaoFields,
  search: ['descricao'],
  display: ['descricao'],
  parent: { resource: 'cliente', field: 'cliente_id', list: 'intencao_compra_list' },
})

/** Removes one intention; answers the ones that are left. */
export const deleteIntencaoCliente = action(cliente, 'deleteIntencaoCliente', {
  on: 'record',
  right: 'edit',
  summary: 'Exclui uma intenção de compra do cliente.',
  input: v.object({ intencao_id: identifier }),
  answer: v.object({ intencao_compra_list: v.array(row) }),
  run: async ({ ctx, record, input }) => {
    const own = await loadWhere(ctx, clienteIntencao, 'cliente_id', [record.id], { lock: true })
    const gone = own.filter((one) => one.id === input.intencao_id)
    if (gone.length === 0) throw invalid({ intencao_id: ['Selecione um registro válido.'] })
    await deleteRows(ctx, clienteIntencao, gone)
    await announce(ctx, cliente, record.id)
    const { intencao_compra_list } = await show(ctx, cliente, record.id)
    return { intencao_compra_list }
  },
})
