import { action } from '../../platform/action'
import { Download } from '../../platform/download'
import { nothing } from '../../platform/inputs'
import { papersApart } from '../../nfe/danfe/draw-apart'
import { nfeCompra } from './nfe-compra'
import { storedXml } from './xml'

/** The paper of a supplier's invoice (E2-053). It is drawn apart, while nothing of the database is held. */
export const printDanfeDFe = action(nfeCompra, 'printDanfeDFe', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O DANFE da nota, em PDF.',
  input: nothing,
  answer: 'Arquivo PDF',
  ask: async ({ ctx, record }) => {
    const xml = await storedXml(ctx, record)
    return () => papersApart([xml], { cancelled: record.dhCancelamento !== null })
  },
  run: ({ record, asked }) => Promise.resolve(new Download(`DANFE-${record.chave}`, 'pdf', asked)),
})
