import type { Ctx } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import type { Session } from './conciliacao'
import { matchApart } from './match-apart'
import { loadMatch } from './propose-load'

/** What the lines of a reconciliation are judged to be of. */
export async function outcomesOf(ctx: Ctx, session: Session) {
  const { input, total, isCut } = await loadMatch(ctx, session)
  const outcomes = await matchApart(input)
  const own = new Set(input.linhas.filter((one) => one.conta === String(session.banco_id)).map((one) => one.id))
  const avisos = isCut ? [CUT] : []
  return {
    input,
    outcomes: outcomes.filter((one) => own.has(one.linha) || (one.par !== undefined && own.has(one.par))),
    own,
    /** Lines that wait, those that are not judged yet among them. */
    total,
    avisos,
    /** Throws 400 `too_many_facts` where a line may be of what was not looked at: nothing acts alone then. */
    assertWhole: (): void => {
      if (isCut) throw badRequest(CUT, 'too_many_facts')
    },
  }
}

const CUT =
  'Há lançamentos demais no caixa com os valores destas linhas, ou linhas demais em outras contas: só os mais novos são comparados, e nada é conciliado por si.'
