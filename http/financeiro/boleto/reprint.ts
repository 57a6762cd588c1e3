import { addDays } from '../../../core/br/civil-date'
import type { Ctx } from '../../platform/context'
import { load, update } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { contasReceber } from '../registers'
import { banksOf } from './account'
import { bancoCnab } from './banco-cnab'
import { printed } from './issue'

/** A boleto that the bank does not have yet follows its receivable: due day, amount, barcode; its number stays. */
export async function reprinted(ctx: Ctx, boleto: Row & { readonly id: number }, { id }: Row): Promise<void> {
  const title = await load(ctx, contasReceber, Number(id))
  const setup = await load(ctx, bancoCnab, Number(boleto.banco_cnab_id))
  const banco = (await banksOf(ctx, [setup.banco_id])).get(setup.banco_id) ?? ''
  const { dVencimento, valor, codigo_barras, linha_digitavel } = printed(
    setup,
    banco,
    title,
    String(boleto.nosso_numero),
  )
  const dDesconto = boleto.dDesconto === null ? null : addDays(title.dVencimento, -(setup.diasDesconto ?? 0))
  const kind = resourceNamed('boleto')
  await update(ctx, kind, await load(ctx, kind, boleto.id, { lock: true }), {
    dVencimento,
    valor,
    codigo_barras,
    linha_digitavel,
    dDesconto,
  })
}
