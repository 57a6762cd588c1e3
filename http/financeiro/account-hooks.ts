import { saldoInicialFields } from '../../core/fields/financeiro/caixa'
import { can } from '../../core/access'
import { forbidden, invalid } from '../platform/errors'
import { parseField } from '../platform/parse'
import { assertMayReroute, checkTransmission } from './transmissao/account'
import type { Hooks, Row } from '../platform/resource'

/** A cash account begins with what was in it, once: later its balance is corrected by an entry. */
export const accountHooks: Hooks = {
  // The limit above which another person approves payments is set by who manages them.
  typed: (ctx, drafts) => {
    for (const draft of drafts) {
      assertMayReroute(ctx, draft)
      const { before, values } = draft
      const [was, now] = [before?.limite_aprovacao ?? null, values.limite_aprovacao]
      if (now === undefined || String(now) === String(was) || can(ctx.actor, 'manage', 'remessa_retorno')) continue
      throw forbidden('Só quem gerencia remessas muda o limite de aprovação.')
    }
  },
  prepare: (ctx, drafts) => {
    for (const draft of drafts) {
      checkTransmission(ctx, draft)
      const { before, values, input } = draft
      const given = input?.vSaldoInicial
      const isGiven = given !== undefined && given !== null && given !== ''
      if (before && isGiven)
        throw invalid({ vSaldoInicial: ['O saldo inicial é dado na inclusão: lance a diferença no caixa.'] })
      if (!before && isGiven) Object.assign(values, opening(given, input?.dSaldoInicial))
    }
  },
}

/** What is in the account when it begins, in stored form. */
function opening(vSaldoInicial: unknown, dSaldoInicial: unknown): Row {
  const [value, day] = [
    parseField(saldoInicialFields.vSaldoInicial.meta, vSaldoInicial),
    parseField(saldoInicialFields.dSaldoInicial.meta, dSaldoInicial ?? null),
  ]
  if ('error' in value) throw invalid({ vSaldoInicial: [value.error] })
  if ('error' in day) throw invalid({ dSaldoInicial: [day.error] })
  return { vSaldoInicial: value.ok, dSaldoInicial: day.ok }
}
