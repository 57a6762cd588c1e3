import { can } from '../../../core/access'
import { lacksRight } from '../../../core/access/why-not'
import type { Ctx } from '../../platform/context'
import { forbidden } from '../../platform/errors'
import { loadWhere } from '../../platform/engine/write'
import { refuseRows } from '../../platform/resource'
import { contasPagar } from '../registers'
import { whyNotPaid } from './hooks'
import { type Source, sourcesOf } from './favoured'
import type { Item } from './item'
import { remessaPagamentoConta } from './remessa-pagamento'

/** Items of a remittance that stand in a state, held, with what they pay. The remittance is held by the caller; payables come before items. */
export async function heldItems(
  ctx: Ctx,
  remessa_pagamento_id: number,
  situacao: number,
): Promise<{ readonly items: readonly Item[]; readonly sources: ReadonlyMap<number, Source> }> {
  const all = await loadWhere(ctx, remessaPagamentoConta, 'remessa_pagamento_id', [remessa_pagamento_id])
  const ids = all.filter((one) => one.situacao === situacao).map((one) => one.conta_pagar_id)
  await loadWhere(ctx, contasPagar, 'id', ids, { lock: true })
  const held = await loadWhere(
    ctx,
    remessaPagamentoConta,
    'id',
    all.map((one) => one.id),
    { lock: true },
  )
  // A payable that was settled meanwhile has taken its item along.
  return { items: held.filter((one) => one.situacao === situacao), sources: await sourcesOf(ctx, ids) }
}

/** Throws 422 by item where a payable does not owe any more what an item pays. */
export function assertOwed(items: readonly Item[], sources: ReadonlyMap<number, Source>): void {
  const drafts = items.map((item, at) => ({
    before: undefined,
    values: item,
    place: `remessa_pagamento_conta_list.${at}`,
  }))
  refuseRows(drafts, ({ values }) => {
    const source = sources.get(values.conta_pagar_id)
    return source && whyNotPaid(source, values)
  })
}

/** Throws 403 for who does not manage remittances: administrators and managers do. */
export function assertManages({ actor }: Pick<Ctx, 'actor'>): void {
  if (!can(actor, 'manage', 'remessa_retorno'))
    throw forbidden(`Você não tem permissão para esta ação (${lacksRight('manage remessa_retorno')}).`)
}
