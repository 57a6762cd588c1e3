import * as v from 'valibot'
import { readCode } from '../../../core/receiving/reading'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { announce } from '../../platform/engine/write'
import { badRequest, notFound } from '../../platform/errors'
import { identifier, shortText } from '../../platform/inputs'
import { step } from '../../platform/step'
import { type Held, heldBy, heldOf } from './held'
import { moveTo, putOn, takeOff } from './put'
import { type Unit, unitizador } from './unitizador'

/** Labels are put on unit-holders and taken off, and all that one holds moves at once. */

const code = { code: v.pipe(shortText(400), v.minLength(1, 'Leia a etiqueta.')) }
const told = v.object({
  etiqueta_id: v.number(),
  codigo: v.string(),
  xProd: v.string(),
  qMultipla: v.number(),
  unidade: v.nullable(v.string()),
  nLote: v.nullable(v.string()),
})

const shown = ({ label, codigo, xProd, un }: Held): v.InferOutput<typeof told> => ({
  etiqueta_id: label.id,
  codigo,
  xProd,
  qMultipla: Number(label.qMultipla),
  unidade: un,
  nLote: label.nLote,
})

/** The volume whose label was read, of the holder's company. Throws 400 `not_a_volume`, 404 `unknown_label`. */
async function labelRead(ctx: Ctx, { empresa_id }: Unit, text: string): Promise<Held> {
  const read = readCode(text, ctx.clock.today())
  if (read.kind !== 'label' || read.volume === null)
    throw badRequest('Leia a etiqueta de um volume, impressa na entrada dele.', 'not_a_volume')
  const [held] = await heldOf(ctx, [read.volume])
  if (held?.label.empresa_id !== empresa_id) throw notFound()
  return held
}

export const addEtiqueta = action(unitizador, 'addEtiqueta', {
  on: 'record',
  right: 'edit',
  writes: 'etiquetas',
  summary: 'Põe no unitizador o volume cuja etiqueta foi lida; o que está em outro local passa ao dele.',
  input: v.object(code),
  answer: told,
  run: async ({ ctx, record, input }) => {
    const held = await labelRead(ctx, record, input.code)
    await putOn(ctx, record, held)
    return shown(held)
  },
})

export const removeEtiqueta = action(unitizador, 'removeEtiqueta', {
  on: 'record',
  right: 'edit',
  writes: 'etiquetas',
  summary: 'Tira do unitizador o volume cuja etiqueta foi lida; ele fica no local.',
  input: v.object(code),
  answer: told,
  run: async ({ ctx, record, input }) => {
    const held = await labelRead(ctx, record, input.code)
    if (held.label.unitizador_id !== record.id)
      throw badRequest(`A etiqueta ${held.codigo} não está neste unitizador.`, 'not_on_it')
    await takeOff(ctx, [held], 'removeEtiqueta')
    await announce(ctx, unitizador, record.id)
    return shown(held)
  },
})

/** Moves all that it holds, in one transaction. Throws 400 `no_stock`, 422. */
export const move = action(unitizador, 'move', {
  on: 'record',
  right: 'edit',
  verb: 'move',
  summary: 'Passa a outro local tudo o que está no unitizador, de uma vez.',
  input: v.object({ armazenamento_id: identifier }),
  run: ({ ctx, record, input }) => moveTo(ctx, record, input.armazenamento_id),
})

export const fecha = step(unitizador, 'fecha', {
  summary: 'Lacra o unitizador: o que está nele não muda mais.',
  run: async ({ ctx, record }) => {
    if ((await heldBy(ctx, record.id)).length === 0)
      throw badRequest('Ponha ao menos um volume no unitizador antes de lacrar.', 'no_labels')
  },
})

export const reabre = step(unitizador, 'reabre', { summary: 'Reabre um unitizador lacrado ou esvaziado.' })

export const esvazia = step(unitizador, 'esvazia', {
  summary: 'Tira do unitizador todas as etiquetas; o que elas dizem fica no local.',
  run: async ({ ctx, record }) => takeOff(ctx, await heldBy(ctx, record.id), 'esvazia'),
})
