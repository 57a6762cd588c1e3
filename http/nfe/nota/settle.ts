import { sql } from 'drizzle-orm'
import { joinProc } from '../../../core/fiscal/services/join'
import type { Problem } from '../../../core/fiscal/issue/problems'
import { cureOf, itemNamed } from '../../../core/fiscal/rejections'
import type { Ctx } from '../../platform/context'
import { find } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import type { NoteAnswer } from './answer'
import { tellOrigin, undoOrigin } from './effects'
import { keepXml } from './keep'
import { tellCustomer } from './mail'
import { nfe, type Nfe } from './nfe'
import { placed } from './placed'
import { sourceOf } from './source/of'

const VERBS = {
  autorizada: 'autoriza',
  rejeitada: 'rejeita',
  denegada: 'denega',
  cancelada: 'anula',
  estranha: 'rejeita',
} as const

/** What follows from the authority's answer about a note, in the transaction that ends the exchange: its state, its protocol, and what it was of. */
export async function settleNote(ctx: Ctx, id: number, answer: NoteAnswer, signed: string): Promise<void> {
  const note = await find(ctx, nfe, id, { lock: true })
  if (!note || isOver(note)) return
  const { became, cStat, chNFe, nProt } = answer
  const said = { cStat, xMotivo: answer.xMotivo, ...(nProt === null ? {} : { nProt }) }
  const set: Row =
    became === 'rejeitada' || became === 'estranha'
      ? { ...said, problemas: await problemsOf(ctx, note, answer) }
      : { ...said, problemas: null }
  if (became === 'autorizada' && answer.protNFe !== null)
    await keepXml(ctx, note, { tipo: 'protocolo', xml: joinProc(signed, answer.protNFe), chNFe })
  if (became === 'estranha') await stopSeries(ctx, note)
  await advance(ctx, nfe, note, VERBS[became], set)
  if (became === 'autorizada') {
    await tellOrigin(ctx, note)
    await tellCustomer(ctx, note, 'autorizada')
  }
  if (became === 'cancelada') await undoOrigin(ctx, note, 'Cancelada na SEFAZ')
}

/** What is final is not answered twice. */
const isOver = ({ dhAutorizacao, dhCancelamento, dhDenegacao, dhAbandono }: Nfe): boolean =>
  [dhAutorizacao, dhCancelamento, dhDenegacao, dhAbandono].some((date) => date !== null)

async function problemsOf(ctx: Ctx, note: Nfe, answer: NoteAnswer): Promise<readonly Problem[]> {
  const { became, cStat, xMotivo } = answer
  if (became === 'estranha')
    return [{ cStat, message: 'A SEFAZ tem outra nota com a chave desta: a série foi parada. Avise o suporte.' }]
  const { says, place } = cureOf(cStat) ?? {}
  const nItem = itemNamed(xMotivo)
  return placed(await sourceOf(ctx, note), [
    {
      cStat,
      message: says ?? xMotivo,
      ...(nItem === undefined ? {} : { nItem }),
      ...(place === undefined ? {} : { place }),
    },
  ])
}

/** Another system writes with our key: nothing more is numbered by the series until somebody has looked. */
async function stopSeries(ctx: Ctx, { serie_numero_id }: Nfe): Promise<void> {
  await ctx.db.execute(sql`update serie_numero set ativo = false, versao = versao + 1 where id = ${serie_numero_id}`)
}
