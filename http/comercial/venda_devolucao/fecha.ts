import { step } from '../../platform/step'
import { settle } from './settle'
import { vendaDevolucao } from './venda-devolucao'

/** Closes a return: its quantities count for every other return of the sale. Throws `no_items`, `not_invoiced`, `too_much` (T2-018). */
export const fecha = step(vendaDevolucao, 'fecha', {
  summary: 'Fecha a devolução: as quantidades dela já contam para outras da mesma venda.',
  run: async ({ ctx, record }) => {
    await settle(ctx, record)
  },
})
