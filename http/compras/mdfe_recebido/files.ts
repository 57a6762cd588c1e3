import { sql } from 'drizzle-orm'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { nothing } from '../../platform/inputs'
import { papersApart } from '../../nfe/danfe/draw-apart'
import { type MdfeRecebido, mdfeRecebido } from './mdfe-recebido'

/** The manifest as it came (mdfeProc): the first document of it, of which the record was made. */
async function filed(ctx: Ctx, { id }: MdfeRecebido): Promise<string> {
  const [row] = await rowsOf(ctx, sql`select xml from dfe_documento where mdfe_recebido_id = ${id} order by id limit 1`)
  return String(row?.xml)
}

/** The paper of a manifest that was received, drawn apart while nothing of the database is held. Throws 400 `unsupported_modal` for another way than the road. */
export const printDamdfe = action(mdfeRecebido, 'printDamdfe', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O DAMDFE do manifesto recebido, em PDF; só do modal rodoviário.',
  input: nothing,
  answer: 'Arquivo PDF',
  ask: async ({ ctx, record }) => {
    const xml = await filed(ctx, record)
    return () => papersApart([xml], { cancelled: record.dhCancelamento !== null })
  },
  run: ({ record, asked }) => Promise.resolve(new Download(`DAMDFE-${record.chMDFe}`, 'pdf', asked)),
})

/** The file of a manifest that was received, to the byte. */
export const getXml = action(mdfeRecebido, 'getXml', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O XML do MDF-e recebido, com o protocolo.',
  input: nothing,
  answer: 'Arquivo XML',
  run: async ({ ctx, record }) => new Download(`${record.chMDFe}-mdfe`, 'xml', await filed(ctx, record)),
})
