import type { Ctx } from '../../platform/context'
import { find, loadWhere, updateMany } from '../../platform/engine/write'
import { advance } from '../../platform/step'
import type { GuideSaid, LotAnswer } from './answer'
import { fieldOf } from './checked'
import { gnre, type Gnre } from './gnre'
import { keepXml } from './keep'
import { leaveCancelled } from './of-cancelled'

/** What follows from what a state said of guides: each is ready or refused, once. A guide that the answer does not tell of was refused with its lot. */
export async function settleGuides(ctx: Ctx, ids: readonly number[], answer: LotAnswer): Promise<void> {
  for (const id of ids) {
    const guide = await find(ctx, gnre, id, { lock: true })
    if (!guide || guide.status !== 1) continue
    const said = answer.guias.find((one) => one.id === id)
    if (said) await keepXml(ctx, guide, 'resposta', said.xml)
    if (said?.state === 'ready') await advance(ctx, gnre, guide, 'aceita', readySet(guide, said))
    else await advance(ctx, gnre, guide, 'recusa', { recibo: null, problemas: problemsIn(guide, answer, said) })
    await leaveCancelled(ctx, id)
  }
}

/** Guides whose lot certainly was not taken, given up for good or for now: refused, and told why. */
export const giveUp = (ctx: Ctx, ids: readonly number[], erro: string): Promise<void> =>
  settleGuides(ctx, ids, { recibo: null, codigo: '', descricao: erro, guias: [] })

/** Guides whose answer nobody asks for any more by itself: they may be at their state, and tell it until somebody asks. */
export async function tellWaiting(ctx: Ctx, ids: readonly number[], erro: string): Promise<void> {
  const guides = (await loadWhere(ctx, gnre, 'id', ids, { lock: true })).filter(({ status }) => status === 1)
  const problemas = [{ message: `O portal da GNRE ainda não respondeu por esta guia: ${erro}` }]
  await updateMany(
    ctx,
    gnre,
    guides,
    guides.map(({ id }) => ({ id, problemas })),
    'ficou sem resposta do portal da GNRE',
  )
}

/** What a ready guide is paid by. What does not hold of its ways to pay is told, and nothing is paid by them. */
function readySet(guide: Gnre, said: GuideSaid) {
  const { situacaoGuia, nossoNumero, linhaDigitavel, codigoBarras, qrcodePayload, warnings } = said
  const holds = warnings.length === 0
  return {
    situacaoGuia,
    nossoNumero,
    valorGNRE: said.valorGNRE ?? guide.valorGNRE,
    linhaDigitavel: holds ? linhaDigitavel : null,
    codigoBarras: holds ? codigoBarras : null,
    qrcodePayload: holds ? qrcodePayload : null,
    dataLimitePagamento: said.dataLimitePagamento,
    informacoes: said.informacoes.join('\n').slice(0, 2_000) || null,
    problemas: holds ? null : warnings.map((message) => ({ message })),
  }
}

function problemsIn({ id }: Gnre, { codigo, descricao }: LotAnswer, said: GuideSaid | undefined) {
  const refusals = said?.refusals ?? []
  if (refusals.length === 0) return [{ ...(codigo === '' ? {} : { cStat: codigo }), message: descricao }]
  return refusals.map(({ codigo: code, descricao: message, campo }) => {
    const field = campo === null ? undefined : fieldOf(campo)
    const told = campo === null || field !== undefined ? message : `${message} (${campo})`
    return { cStat: code, message: told, ...(field === undefined ? {} : { place: { resource: 'gnre', field, id } }) }
  })
}
