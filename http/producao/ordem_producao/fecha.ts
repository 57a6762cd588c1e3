import { step } from '../../platform/step'
import { ordemProducao } from './ordem-producao'

/** Closes an order that is finished (T3-063): what it made and what that cost are final. */
export const fecha = step(ordemProducao, 'fecha', {
  summary: 'Encerra a ordem de produção: nada mais dela se desfaz.',
  run: ({ ctx }) => Promise.resolve({ set: { dhFechamento: ctx.clock.now() } }),
})
