import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { MANIFEST_EVENTS } from '../../../core/fields/nfe/mdfe'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { badRequest } from '../../platform/errors'
import { identifier, nothing } from '../../platform/inputs'
import { papersApart } from '../danfe/draw-apart'
import { type Mdfe, mdfe } from './mdfe'

/** The file of a manifest: with its protocol, or what was signed while there is none. Throws 400 for one that was not issued. */
async function filed(ctx: Ctx, { id }: Mdfe): Promise<string> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml from mdfe_xml where mdfe_id = ${id} and tipo in ('assinada', 'protocolo') order by tipo = 'protocolo' desc, id desc limit 1`,
  )
  if (!row) throw badRequest('O MDF-e ainda não foi emitido.', 'not_issued')
  return String(row.xml)
}

/** The paper that goes with the cargo (E3-121), with its QR-Code. Drawn apart, while nothing of the database is held. Throws 400 `not_issued`. */
export const printDamdfe = action(mdfe, 'printDamdfe', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O DAMDFE, que acompanha a carga, em PDF.',
  input: nothing,
  answer: 'Arquivo PDF',
  ask: async ({ ctx, record }) => {
    const xml = await filed(ctx, record)
    return () => papersApart([xml], { cancelled: record.dhCancelamento !== null })
  },
  run: ({ record, asked }) => Promise.resolve(new Download(`DAMDFE-${record.chMDFe}`, 'pdf', asked)),
})

/** The file of a manifest: mdfeProc, or what was signed while there is no protocol. Throws 400 `not_issued`. */
export const getXml = action(mdfe, 'getXml', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O XML do MDF-e, com o protocolo quando autorizado.',
  input: nothing,
  answer: 'Arquivo XML',
  run: async ({ ctx, record }) => new Download(`${record.chMDFe}-mdfe`, 'xml', await filed(ctx, record)),
})

/** A registered event of a manifest as its file (procEventoMDFe). Throws 400 `no_event`. */
export const getXmlEvento = action(mdfe, 'getXmlEvento', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O XML de um evento registrado do MDF-e.',
  input: v.object({
    tpEvento: v.picklist(Object.keys(MANIFEST_EVENTS), 'Este evento não é de um MDF-e emitido.'),
    nSeqEvento: v.optional(identifier, 1),
  }),
  answer: 'Arquivo XML',
  run: async ({ ctx, record, input: { tpEvento, nSeqEvento } }) => {
    const [row] = await rowsOf(
      ctx,
      sql`select xml from mdfe_xml where mdfe_id = ${record.id} and tipo = 'evento_protocolo' and "tpEvento" = ${tpEvento} and "nSeqEvento" = ${nSeqEvento} order by id desc limit 1`,
    )
    if (!row) throw badRequest('Este MDF-e não tem este evento registrado.', 'no_event')
    return new Download(`${record.chMDFe}-${tpEvento}-${nSeqEvento}`, 'xml', String(row.xml))
  },
})
