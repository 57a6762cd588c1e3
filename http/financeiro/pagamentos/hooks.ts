import { sql } from 'drizzle-orm'
import { LAYOUTS_PAGAMENTO } from '../../../core/banking/pagamento/layouts/layouts'
import { formaOf } from '../../../core/banking/pagamento/favoured'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { LIVE_ITEM, NONE_CHOSEN } from '../../../core/fields/financeiro/remessa-pagamento'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { intArray } from '../../platform/engine/query'
import { load, loadWhere } from '../../platform/engine/write'
import { ApiError, invalid } from '../../platform/errors'
import { type Draft, faultName, refuseRows, resourceNamed, type Row } from '../../platform/resource'
import { contasPagar } from '../registers'
import { banco } from '../caixa'
import { deliveryOf } from '../transmissao/stands'
import { type Source, sourcesOf } from './favoured'

/** What remittances of payments and their items may say. */

/** The account is one of the company at a bank that takes files of payments, and the day has not gone by. */
export async function checkHeads(ctx: Ctx, drafts: readonly Draft[]): Promise<void> {
  for (const { before, values } of drafts) {
    if (values.banco_id !== undefined && values.banco_id !== before?.banco_id) {
      const account = await load(ctx, banco, Number(values.banco_id))
      const empresa_id = Number(values.empresa_id ?? before?.empresa_id ?? ctx.actor.empresa_id)
      if (account.empresa_id !== empresa_id) throw invalid({ banco_id: ['Selecione um registro válido.'] })
      if (!LAYOUTS_PAGAMENTO.has(account.codigo ?? ''))
        throw invalid({ banco_id: ['O banco desta conta caixa não tem arquivo de pagamentos conhecido.'] })
    }
    const { dPagamento } = values
    if (typeof dPagamento === 'string' && dPagamento !== before?.dPagamento && dPagamento < ctx.clock.today())
      throw invalid({ dPagamento: ['A data do pagamento já passou.'] })
  }
}

/** Payables that are in another item which may still be paid: its remittance by payable. */
async function takenBy(ctx: Ctx, payables: readonly number[], own: readonly number[]) {
  const rows = await rowsOf(
    ctx,
    sql`select conta_pagar_id, remessa_pagamento_id from remessa_pagamento_conta where conta_pagar_id = any (${intArray(payables)}::int[])
        and situacao = any (${intArray(LIVE_ITEM)}::int[]) and id <> all (${intArray(own)}::int[])`,
  )
  return new Map(rows.map((row) => [Number(row.conta_pagar_id), Number(row.remessa_pagamento_id)]))
}

/** What of a payable cannot be paid by an item, by field; undefined where all may be. */
export function whyNotPaid(
  title: Pick<Source, 'vSaldo' | 'tpConta' | 'isCancelled'>,
  item: Row,
): Readonly<Record<string, string>> | undefined {
  if (title.isCancelled) return { conta_pagar_id: 'Esta conta está cancelada.' }
  if (title.tpConta === TITLE.CREDITO || title.tpConta === TITLE.PREVISAO)
    return { conta_pagar_id: 'Créditos e previsões não são pagos.' }
  if (decimal(title.vSaldo).sign() <= 0) return { conta_pagar_id: 'Esta conta não tem saldo a pagar.' }
  const valor = decimal(String(item.valor))
  if (valor.sign() <= 0) return { valor: 'Informe um valor maior que zero.' }
  const principal = valor.minus(String(item.vJuros ?? 0)).plus(String(item.vDesc ?? 0))
  if (principal.gt(title.vSaldo) || principal.sign() <= 0) return { valor: 'O valor passa do saldo da conta.' }
  return undefined
}

const idOf = ({ before, values }: Draft): number => Number(values.conta_pagar_id ?? before?.conta_pagar_id)

/** The remittances of items by number, and the bank that each pays from. */
async function headsOf(ctx: Ctx, drafts: readonly Draft[], parent: Row | undefined) {
  const own = drafts.map(({ before, values }) => Number(values.remessa_pagamento_id ?? before?.remessa_pagamento_id))
  const heads: readonly Row[] = parent
    ? [parent]
    : await loadWhere(ctx, resourceNamed('remessa_pagamento'), 'id', [...new Set(own)])
  const accounts = await loadWhere(ctx, banco, 'id', [...new Set(heads.map((one) => Number(one.banco_id)))])
  const codes = new Map(accounts.map((one) => [one.id, one.codigo ?? '']))
  const known = new Map(
    heads.map((one) => [Number(one.id), { empresa_id: one.empresa_id, payer: codes.get(Number(one.banco_id)) ?? '' }]),
  )
  return (at: number) => known.get(parent ? Number(parent.id) : (own[at] ?? 0))
}

/** Payables are held while they are looked at: of each there is one item that may be paid. Throws 422 by field. */
export async function checkItems(ctx: Ctx, drafts: readonly Draft[], parent: Row | undefined): Promise<void> {
  const ids = drafts.map(idOf)
  await loadWhere(ctx, contasPagar, 'id', ids, { lock: true })
  const sources = await sourcesOf(ctx, ids)
  const own = drafts.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  const taken = await takenBy(ctx, ids, own)
  const headOf = await headsOf(ctx, drafts, parent)
  const seen = new Set<number>()
  for (const [at, draft] of drafts.entries()) {
    const [source, head] = [sources.get(idOf(draft)), headOf(at)]
    if (!source || !head || source.empresa_id !== Number(head.empresa_id))
      throw invalid({ [faultName(draft, 'conta_pagar_id')]: [NONE_CHOSEN] })
    const other = taken.get(source.id)
    if (other !== undefined || seen.has(source.id)) refuseTaken(draft, source, other)
    seen.add(source.id)
    fill(ctx, draft, source, head.payer)
  }
  refuseRows(drafts, (draft) => {
    const source = sources.get(idOf(draft))
    return source && whyNotPaid(source, { ...draft.before, ...draft.values })
  })
}

function refuseTaken(draft: Draft, { nome }: Source, other: number | undefined): never {
  const where = other === undefined ? 'mais de uma vez nesta remessa' : `na remessa de pagamentos ${other}`
  const message = `A conta de ${nome} já está ${where}.`
  throw new ApiError(409, 'in_payment', message, { [faultName(draft, 'conta_pagar_id')]: [message] })
}

/** What the payable says stands where nobody said otherwise; whoever asks for a payment is remembered. */
function fill({ actor }: Ctx, { before, values }: Draft, source: Source, payer: string): void {
  const isNew = !before || before.conta_pagar_id !== source.id
  Object.assign(values, {
    empresa_id: source.empresa_id,
    fornecedor_id: source.fornecedor_id,
    dVencimento: source.dVencimento,
    fav_xNome: source.nome.slice(0, 120),
  })
  if (isNew && !values.forma) values.forma = formaOf(source.tpPagamento, source, payer) ?? null
  const given = values.valor
  if (isNew && (given === undefined || given === null || decimal(String(given)).isZero()))
    values.valor = decimal(source.vSaldo)
      .plus(String(values.vJuros ?? 0))
      .minus(String(values.vDesc ?? 0))
      .toFixed(2)
  const names = ['conta_pagar_id', 'forma', 'valor', 'vJuros', 'vDesc']
  const isChanged = names.some((name) => values[name] !== undefined && String(values[name]) !== String(before?.[name]))
  if (actor.id && (isNew || isChanged)) values.pedido_por_id = actor.id
}

const delivery = deliveryOf('remessa_pagamento_arquivo')

/** The files of a remittance, the last first, without their bytes. */
export async function filesOf(ctx: Ctx, id: number): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select t.id, sequencia, arquivo, "qPagamentos", "vTotal"::text as "vTotal", "dhDescarte" is not null as descartado, "xEntrega",
          ${delivery.entrega.sql()} as entrega, ${delivery.entrega_erro.sql()} as entrega_erro
        from remessa_pagamento_arquivo t where remessa_pagamento_id = ${id} order by t.id desc`,
  )
  return rows.map(({ vTotal, ...row }) => ({ ...row, vTotal: Number(vTotal) }))
}
