import { addDays } from '../../../core/br/civil-date'
import type { Ctx } from '../../platform/context'
import { load, update } from '../../platform/engine/write'
import { resourceNamed, type Row } from '../../platform/resource'
import { contasReceber } from '../registers'
import { banksOf } from './account'
import { bancoCnab } from './banco-cnab'
import { printed } from './issue'

/** What a boleto says anew; its number stays. */
interface Said {
  readonly dVencimento: string
  readonly valor: string
}

/** A boleto that the bank does not have yet follows its receivable: due day, amount, barcode. */
export async function reprinted(ctx: Ctx, boleto_id: number, title: Row): Promise<void> {
  const { dVencimento, vSaldo } = await load(ctx, contasReceber, Number(title.id))
  await say(ctx, boleto_id, () => ({ dVencimento, valor: vSaldo }))
}

/** A boleto whose new due day the bank has confirmed says that day from now on. */
export async function redated(ctx: Ctx, boleto_id: number, dVencimento: string): Promise<void> {
  await say(ctx, boleto_id, ({ valor }) => ({ dVencimento, valor: String(valor) }))
}

async function say(ctx: Ctx, boleto_id: number, anew: (before: Row) => Said): Promise<void> {
  const kind = resourceNamed('boleto')
  const boleto = await load(ctx, kind, boleto_id, { lock: true })
  const title = await load(ctx, contasReceber, Number(boleto.contas_receber_id))
  const setup = await load(ctx, bancoCnab, Number(boleto.banco_cnab_id))
  const banco = (await banksOf(ctx, [setup.banco_id])).get(setup.banco_id) ?? ''
  const { dVencimento, valor } = anew(boleto)
  const own = printed(setup, banco, { ...title, dVencimento, vSaldo: valor }, String(boleto.nosso_numero))
  await update(ctx, kind, boleto, {
    dVencimento,
    valor,
    codigo_barras: own.codigo_barras,
    linha_digitavel: own.linha_digitavel,
    dDesconto: boleto.dDesconto === null ? null : addDays(dVencimento, -(setup.diasDesconto ?? 0)),
  })
}
