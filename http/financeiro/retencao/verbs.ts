import * as v from 'valibot'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { announce, loadWhere, updateMany } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { dateInput, idListOf, shortText } from '../../platform/inputs'
import type { Row } from '../../platform/resource'
import { contasReceber } from '../registers'
import { retencao, type Retencao } from './retencao'

const MOST = 500
const chosen = v.pipe(idListOf(MOST), v.minLength(1, 'Nenhum registro selecionado'))
const answer = v.object({ retencoes: v.number() })

/** Retentions that are meant, held. Throws 404, and 400 `undone` where the note of one is no more. */
async function held(ctx: Ctx, ids: readonly number[]): Promise<readonly Retencao[]> {
  const rows = await loadWhere(ctx, retencao, 'id', ids, { lock: true })
  if (rows.length < new Set(ids).size) throw notFound()
  if (rows.some(({ dhCancelamento }) => dhCancelamento !== null))
    throw badRequest('Esta retenção foi desfeita com a sua nota.', 'undone')
  return rows
}

async function change(ctx: Ctx, rows: readonly Retencao[], values: Row, acao: string) {
  await updateMany(
    ctx,
    retencao,
    rows,
    rows.map(({ id }) => ({ id, ...values })),
    acao,
  )
  const [first] = rows
  if (first) {
    await announce(ctx, retencao, first.id)
    await announce(ctx, contasReceber, first.conta_receber_id)
  }
  return { retencoes: rows.length }
}

/** Notes the proof that payers paid what they kept back: of one tax, or of many that one document tells of. Throws 400 `proved`, 422 for a day to come. */
export const comprova = action(retencao, 'comprova', {
  on: 'collection',
  right: 'edit',
  summary: 'Anota o comprovante de quem reteve: data e número da guia ou do informe. O papel vai nos anexos da conta.',
  input: v.object({
    id_list: chosen,
    dComprovante: dateInput,
    nComprovante: v.pipe(shortText(60), v.trim(), v.minLength(1, 'Informe o número do comprovante.')),
  }),
  answer,
  run: async ({ ctx, input: { id_list, dComprovante, nComprovante } }) => {
    if (dComprovante > ctx.clock.today()) throw invalid({ dComprovante: ['Este dia ainda não chegou.'] })
    const rows = await held(ctx, id_list)
    if (rows.some(({ dhComprovacao }) => dhComprovacao !== null))
      throw badRequest('Há retenção já comprovada: desfaça o comprovante antes.', 'proved')
    return change(ctx, rows, { dComprovante, nComprovante, dhComprovacao: ctx.clock.now() }, 'comprova')
  },
})

/** Takes a noted proof back: the tax waits for it again. Throws 400 `not_proved`. */
export const desfazComprova = action(retencao, 'desfazComprova', {
  on: 'collection',
  right: 'edit',
  summary: 'Desfaz o comprovante da retenção: ela volta a esperar por ele.',
  input: v.object({ id_list: chosen }),
  answer,
  run: async ({ ctx, input: { id_list } }) => {
    const rows = await held(ctx, id_list)
    if (rows.some(({ dhComprovacao }) => dhComprovacao === null))
      throw badRequest('Há retenção sem comprovante.', 'not_proved')
    return change(ctx, rows, { dComprovante: null, nComprovante: null, dhComprovacao: null }, 'desfazComprova')
  },
})
