import { decimal } from '../../../core/money/decimal'
import { contasPagar } from '../../financeiro/registers'
import { afterAudit } from '../../platform/engine/audit'
import { find } from '../../platform/engine/write'
import type { Ctx } from '../../platform/context'
import type { Row } from '../../platform/resource'
import { advance } from '../../platform/step'
import { gnre } from './gnre'

const PAYABLE = 4
const PAID: ReadonlySet<number> = new Set([6, 7])

/** Guides follow their payables, by whatever way these are paid or reversed: every change of one is audited. Called once, when the server is put together. */
export function watchPaidGuides(): void {
  afterAudit(async (ctx, entries) => {
    for (const { resource, record } of entries)
      if (resource === contasPagar && record.documento === gnre.name) await follow(ctx, record)
  })
}

async function follow(ctx: Ctx, { documento_id, dhCancelamento, vSaldo, vPago }: Row): Promise<void> {
  if (dhCancelamento !== null) return
  const guide = await find(ctx, gnre, Number(documento_id), { lock: true })
  if (!guide) return
  const paid = decimal(String(vSaldo)).isZero() && decimal(String(vPago)).sign() > 0
  if (paid && guide.status === PAYABLE) await advance(ctx, gnre, guide, 'paga')
  if (!paid && PAID.has(guide.status)) await advance(ctx, gnre, guide, 'estornaPagamento')
}
