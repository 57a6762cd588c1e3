import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { EVENTS } from '../../../core/fields/nfe/nfe'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { Download } from '../../platform/download'
import { badRequest } from '../../platform/errors'
import { identifier } from '../../platform/inputs'
import { papersApart } from '../danfe/draw-apart'
import { type Nfe, nfe } from './nfe'

const LETTER = '110110'

/** A letter of a note by its number, else the last. */
const whichLetter = v.object({ nSeqEvento: v.optional(identifier) })
const whichEvent = v.object({
  tpEvento: v.optional(v.picklist(Object.keys(EVENTS), 'Este evento não é de uma nota emitida.'), LETTER),
  nSeqEvento: v.optional(identifier),
})
type Which = v.InferOutput<typeof whichEvent>

interface Registered {
  readonly xml: string
  readonly nSeqEvento: number
}

/** An event of a note with the protocol of its registration. Throws 400 `no_event` where the note has none such. */
async function registered(ctx: Ctx, note: Nfe, { tpEvento, nSeqEvento }: Which): Promise<Registered> {
  const [row] = await rowsOf(
    ctx,
    sql`select xml, "nSeqEvento" from nfe_xml where nfe_id = ${note.id} and tipo = 'evento_protocolo' and "tpEvento" = ${tpEvento}
          and ("nSeqEvento" = ${nSeqEvento ?? null} or ${nSeqEvento === undefined}) order by "nSeqEvento" desc, id desc limit 1`,
  )
  if (row) return { xml: String(row.xml), nSeqEvento: Number(row.nSeqEvento) }
  const what = tpEvento === LETTER ? 'carta de correção registrada' : 'este evento registrado'
  const number = nSeqEvento === undefined ? '' : ` com a sequência ${nSeqEvento}`
  throw badRequest(`Esta nota não tem ${what}${number}.`, 'no_event')
}

/** The paper of a letter of correction: of the last, or of the one that is asked for. Drawn apart, while nothing of the database is held. Throws 400 `no_event`. */
export const printCCe = action(nfe, 'printCCe', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'A carta de correção da nota, em PDF: a última, ou a da sequência informada.',
  input: whichLetter,
  answer: 'Arquivo PDF',
  ask: async ({ ctx, record, input }) => {
    const { xml, nSeqEvento } = await registered(ctx, record, { tpEvento: LETTER, ...input })
    return async () => ({ pdf: await papersApart([xml]), nSeqEvento })
  },
  run: ({ record, asked }) =>
    Promise.resolve(new Download(`CCe-${record.chNFe}-${asked.nSeqEvento}`, 'pdf', asked.pdf)),
})

/** A registered event of a note as its file (procEventoNFe): letters of correction unless another kind is asked for. Throws 400 `no_event`. */
export const getXmlEvento = action(nfe, 'getXmlEvento', {
  on: 'record',
  right: 'read',
  reads: true,
  summary: 'O XML de um evento registrado da nota: a última carta de correção, ou o evento informado.',
  input: whichEvent,
  answer: 'Arquivo XML',
  run: async ({ ctx, record, input }) => {
    const { xml, nSeqEvento } = await registered(ctx, record, input)
    return new Download(`${record.chNFe}-${input.tpEvento}-${nSeqEvento}`, 'xml', xml)
  },
})
