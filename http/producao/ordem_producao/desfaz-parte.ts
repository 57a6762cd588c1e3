import { empresa } from '../../cadastros/empresa'
import { liveSteps, undo } from '../../documents/undo'
import { load } from '../../platform/engine/write'
import { step } from '../../platform/step'
import { ordemProducao } from './ordem-producao'
import { undoParts } from './parte'

/** Undoes what was finished last: its goods leave, its supplies are back, and the account is as it was. Throws 400 `not_done`, and what its entry refuses. */
export const desfazParte = step(ordemProducao, 'desfazParte', {
  summary: 'Desfaz a última parte: as mercadorias saem do estoque e os insumos voltam.',
  run: async ({ ctx, record }) => {
    const { controla_estoque } = await load(ctx, empresa, record.empresa_id)
    const [last] = await liveSteps(ctx, ordemProducao, record.id)
    await undo(ctx, ordemProducao, record, {
      passo: 'finaliza',
      allowNegative: !controla_estoque,
      reason: 'A parte foi desfeita na ordem de produção.',
    })
    await undoParts(ctx, record.id, last?.id)
  },
})
