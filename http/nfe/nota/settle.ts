import { joinProc } from '../../../core/fiscal/services/join'
import type { Problem } from '../../../core/fiscal/issue/problems'
import type { Ctx } from '../../platform/context'
import { find, update } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { letGo } from '../../platform/series'
import { advance } from '../../platform/step'
import { stopSeries } from '../stop-series'
import { guidesFollow } from '../gnre/flow'
import { cancelGuidesOf } from '../gnre/of-cancelled'
import type { NoteAnswer } from './answer'
import { reconcile } from './doubt'
import { tellOrigin, undoOrigin } from './effects'
import { keepXml } from './keep'
import { tellCustomer } from './mail'
import { nfe, type Nfe } from './nfe'
import { refusalProblems } from './refused'
import { numberOf } from './series-of'

const VERBS = {
  autorizada: 'autoriza',
  rejeitada: 'rejeita',
  denegada: 'denega',
  cancelada: 'anula',
  estranha: 'rejeita',
  ausente: 'rejeita',
} as const
/** A note whose place another took is not mended: what the authority does not have, or refused, is over. */
const DOUBT_VERBS = { ...VERBS, rejeitada: 'desiste', ausente: 'desiste' } as const

/** What follows from the authority's answer about a note, in the transaction that ends the exchange: its state, its protocol, and what it was of. */
export async function settleNote(ctx: Ctx, id: number, answer: NoteAnswer, signed: string): Promise<void> {
  const note = await find(ctx, nfe, id, { lock: true })
  if (!note || isOver(note)) return
  const { became, chNFe } = answer
  if (became === 'autorizada' && answer.protNFe !== null)
    await keepXml(ctx, note, { tipo: 'protocolo', xml: joinProc(signed, answer.protNFe), chNFe })
  if (became === 'estranha') await stopSeries(ctx, note.serie_numero_id)
  const inDoubt = note.dhDuvida !== null
  const verb = (inDoubt ? DOUBT_VERBS : VERBS)[became]
  const said = await saidOf(ctx, note, answer, verb)
  // What was refused stays so: a person may ask the authority again, and hear why now.
  if (verb === 'rejeita' && note.dhRejeicao !== null) return void (await update(ctx, nfe, note, said, 'rejeita'))
  await advance(ctx, nfe, note, verb, said)
  if (verb === 'desiste') await letGoOf(ctx, note)
  if (became === 'autorizada' && !inDoubt) {
    await tellOrigin(ctx, note)
    await guidesFollow(ctx, note)
    await tellCustomer(ctx, note, 'autorizada')
  }
  if (became === 'cancelada') {
    await undoOrigin(ctx, note, 'Cancelada na SEFAZ')
    await cancelGuidesOf(ctx, note, 'Cancelada na SEFAZ')
  }
  await reconcile(ctx, note)
}

/** What is final is not answered twice. */
const isOver = ({ dhAutorizacao, dhCancelamento, dhDenegacao, dhAbandono }: Nfe): boolean =>
  [dhAutorizacao, dhCancelamento, dhDenegacao, dhAbandono].some((date) => date !== null)

const GIVEN_UP = 'A SEFAZ não tem esta nota, e outra tomou o lugar dela em contingência.'

/** What the note keeps of what was said of it. */
async function saidOf(ctx: Ctx, note: Nfe, answer: NoteAnswer, verb: string): Promise<Row> {
  const { cStat, xMotivo, nProt } = answer
  return {
    cStat,
    xMotivo,
    ...(nProt === null ? {} : { nProt }),
    ...(verb === 'desiste' ? { xJustAbandono: GIVEN_UP } : {}),
    problemas: verb === 'rejeita' ? await problemsOf(ctx, note, answer) : null,
  }
}

const STRANGE = 'A SEFAZ tem outra nota com a chave desta: a série foi parada. Avise o suporte.'

async function problemsOf(ctx: Ctx, note: Nfe, answer: NoteAnswer): Promise<readonly Problem[]> {
  return answer.became === 'estranha' ? [{ cStat: answer.cStat, message: STRANGE }] : refusalProblems(ctx, note, answer)
}

async function letGoOf(ctx: Ctx, note: Nfe): Promise<void> {
  const number = numberOf(note)
  if (number) await letGo(ctx, number.series, number.nNF)
}
