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

/** Payables are held while they are looked at: of each there is one item that may be paid. Throws 422 by field. */
export async function checkItems(ctx: Ctx, drafts: readonly Draft[], parent: Row | undefined): Promise<void> {
  const ids = drafts.map(idOf)
  await loadWhere(ctx, contasPagar, 'id', ids, { lock: true })
  const sources = await sourcesOf(ctx, ids)
  const own = drafts.flatMap(({ before }) => (before ? [Number(before.id)] : []))
  const taken = await takenBy(ctx, ids, own)
  const heads = resourceNamed('remessa_pagamento')
  const seen = new Set<number>()
  for (const draft of drafts) {
    const { before, values } = draft
    const head = parent ?? (await load(ctx, heads, Number(values.remessa_pagamento_id ?? before?.remessa_pagamento_id)))
    const source = sources.get(idOf(draft))
    if (!source || source.empresa_id !== Number(head.empresa_id))
      throw invalid({ [faultName(draft, 'conta_pagar_id')]: [NONE_CHOSEN] })
    const other = taken.get(source.id)
    if (other !== undefined || seen.has(source.id)) refuseTaken(draft, source, other)
    seen.add(source.id)
    await fill(ctx, draft, source, head)
  }
  refuseRows(drafts, ({ before, values, place }) => {
    const source = sources.get(idOf({ before, values, ...(place === undefined ? {} : { place }) }))
    return source && whyNotPaid(source, { ...before, ...values })
  })
}

function refuseTaken(draft: Draft, { nome }: Source, other: number | undefined): never {
  const where = other === undefined ? 'mais de uma vez nesta remessa' : `na remessa de pagamentos ${other}`
  const message = `A conta de ${nome} já está ${where}.`
  throw new ApiError(409, 'in_payment', message, { [faultName(draft, 'conta_pagar_id')]: [message] })
}

/** What the payable says stands where nobody said otherwise; whoever asks for a payment is remembered. */
async function fill(ctx: Ctx, { before, values }: Draft, source: Source, head: Row): Promise<void> {
  const isNew = !before || before.conta_pagar_id !== source.id
  Object.assign(values, {
    empresa_id: source.empresa_id,
    fornecedor_id: source.fornecedor_id,
    dVencimento: source.dVencimento,
    fav_xNome: source.nome.slice(0, 120),
  })
  if (isNew && !values.forma) {
    const account = await load(ctx, banco, Number(head.banco_id))
    values.forma = formaOf(source.tpPagamento, source, account.codigo ?? '') ?? null
  }
  const given = values.valor
  if (isNew && (given === undefined || given === null || decimal(String(given)).isZero()))
    values.valor = decimal(source.vSaldo)
      .plus(String(values.vJuros ?? 0))
      .minus(String(values.vDesc ?? 0))
      .toFixed(2)
  const names = ['conta_pagar_id', 'forma', 'valor', 'vJuros', 'vDesc']
  const isChanged = names.some((name) => values[name] !== undefined && String(values[name]) !== String(before?.[name]))
  if (ctx.actor.id && (isNew || isChanged)) values.pedido_por_id = ctx.actor.id
}

/** The files of a remittance, the last first, without their bytes. */
export async function filesOf(ctx: Ctx, id: number): Promise<Row[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id, sequencia, arquivo, "qPagamentos", "vTotal"::text as "vTotal", "dhDescarte" is not null as descartado from remessa_pagamento_arquivo where remessa_pagamento_id = ${id} order by id desc`,
  )
  return rows.map(({ vTotal, ...row }) => ({ ...row, vTotal: Number(vTotal) }))
}
