import { empresa } from '../../cadastros/empresa'
import { undoAll } from '../../documents/undo'
import { leavePicking } from '../../expedicao/separacao/leave'
import { load } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { stopWork } from '../apontamento/rates'
import { ordemProducao } from './ordem-producao'
import { undoParts } from './parte'

/** Cancels a production order (T3-062): its parts are undone, the last first, and its supplies come back or are free. Throws what the entries refuse. */
export const cancela = step(ordemProducao, 'cancela', {
  summary: 'Cancela a ordem de produção: desfaz o que ela produziu e consumiu.',
  run: async ({ ctx, record, reason }) => {
    const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
    await leavePicking(ctx, 'ordem_producao', record.id)
    await stopWork(ctx, record.id)
    await undoAll(ctx, ordemProducao, record, { allowNegative: !controla_estoque, reason })
    await undoParts(ctx, record.id)
  },
})
