import { decimal } from '../../../core/money/decimal'
import { skeletonOf } from '../../../core/reconciliation/memo'
import { badRequest } from '../../platform/errors'
import { type Hooks, refuseRows } from '../../platform/resource'

/** Lines that a person writes, where the bank gives no file, and what stays as the bank said it. */
export const lineHooks: Hooks = {
  prepare: (_ctx, drafts) => {
    for (const { before } of drafts) {
      if (before && before.extrato_arquivo_id !== null)
        throw badRequest('A linha é como o banco a disse: concilie-a ou ignore-a.', 'from_file')
      if (before && Number(before.vConciliado) !== 0)
        throw badRequest('Parte desta linha já foi conciliada: desfaça antes.', 'partly')
    }
    for (const { values } of drafts) if (typeof values.memo === 'string') values.esqueleto = skeletonOf(values.memo)
    refuseRows(drafts, ({ values, before }) =>
      decimal(String(values.amount ?? before?.amount ?? 0)).isZero()
        ? { amount: 'Informe um valor diferente de zero.' }
        : undefined,
    )
  },
  remove: (_ctx, { extrato_arquivo_id, vConciliado }) => {
    if (extrato_arquivo_id !== null)
      throw badRequest('Uma linha que veio do banco não é excluída: ignore-a, com o motivo.', 'from_file')
    if (Number(vConciliado) !== 0) throw badRequest('Parte desta linha já foi conciliada: desfaça antes.', 'partly')
  },
}
