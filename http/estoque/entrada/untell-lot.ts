import * as v from 'valibot'
import { action } from '../../platform/action'
import { deleteRows } from '../../platform/engine/write'
import { nothing } from '../../platform/inputs'
import { entradaMercadoriaRastreio } from './rastreio'

/** Takes a lot off its item again (E3-195): what lies of it is without a lot again. */
export const cancela = action(entradaMercadoriaRastreio, 'cancela', {
  on: 'record',
  right: 'edit',
  writes: 'rastreio_list',
  summary: 'Desfaz o lote informado: a quantidade volta a ser sem lote.',
  input: nothing,
  answer: v.object({ message: v.string() }),
  run: async ({ ctx, record }) => {
    await entradaMercadoriaRastreio.hooks?.remove?.(ctx, record)
    await deleteRows(ctx, entradaMercadoriaRastreio, [record])
    return { message: `Lote ${record.nLote} desfeito.` }
  },
})
