import { badRequest } from '../../platform/errors'
import { type Hooks, refuseRows } from '../../platform/resource'

/** What the forms of reconciliations and rules may say. */

export const sessionHooks: Hooks = {
  prepare: (_ctx, drafts) =>
    refuseRows(drafts, ({ before, values }) => {
      const now = { ...before, ...values }
      return String(now.dInicio) > String(now.dFim) ? { dFim: 'O fim vem antes do início.' } : undefined
    }),
}

const TARGETS = ['plano_conta_id', 'cliente_id', 'fornecedor_id'] as const

export const ruleHooks: Hooks = {
  prepare: (_ctx, drafts) =>
    refuseRows(drafts, ({ before, values }): Readonly<Record<string, string>> | undefined => {
      const now = { ...before, ...values }
      if (now.padrao === '') return { padrao: 'Informe palavras do histórico, sem números.' }
      return TARGETS.filter((one) => typeof now[one] === 'number').length === 1
        ? undefined
        : { plano_conta_id: 'Informe a conta de resultado, o cliente ou o fornecedor: um só.' }
    }),
  remove: () => {
    throw badRequest('Uma regra é removida, não excluída: assim não volta a ser oferecida.', 'kept')
  },
}
