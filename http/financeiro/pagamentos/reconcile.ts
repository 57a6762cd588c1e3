import { sql } from 'drizzle-orm'
import { AT_BANK, ITEM, PAY_LINE, RETRIED } from '../../../core/fields/financeiro/remessa-pagamento'
import { decimal } from '../../../core/money/decimal'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, load, loadWhere, updateMany, updateRows } from '../../platform/engine/write'
import { notFound } from '../../platform/errors'
import { reverse } from '../facts'
import { bookingOf } from '../period'
import { contasPagar } from '../registers'
import { type Payable, payItem } from './pay-item'
import type { Item } from './item'
import { remessaPagamento, remessaPagamentoConta } from './remessa-pagamento'
import { type PayLine, retornoPagamentoItem } from './retorno-pagamento'
import { forgetDay } from './send'

/**
 * What items are by all that banks have said of them, in whatever order it came: each payment that was not given back stands as one settlement, each that was given back has none.
 */

const LOST = 'O pagamento que isto devolve foi baixado em lote: estorne a baixa em lote.'

/** Holds items with what they pay: remittances, payables, items, in the order of every verb. */
export async function holdItems(ctx: Ctx, ids: readonly number[]): Promise<Item[]> {
  const found = await loadWhere(ctx, remessaPagamentoConta, 'id', ids)
  const heads = [...new Set(found.map((one) => one.remessa_pagamento_id))]
  await loadWhere(ctx, remessaPagamento, 'id', heads, { lock: true })
  const payables = [...new Set(found.map((one) => one.conta_pagar_id))]
  await loadWhere(ctx, contasPagar, 'id', payables, { lock: true })
  return loadWhere(ctx, remessaPagamentoConta, 'id', ids, { lock: true })
}

const counts = ({ situacao }: PayLine): boolean =>
  situacao !== PAY_LINE.REPETIDA && situacao !== PAY_LINE.IGNORADA && situacao !== PAY_LINE.SEM_PAGAMENTO

/** The payment that a line gives back: of its amount, by the bank's number where both tell one, the last first. */
function givenBack(back: PayLine, pays: readonly PayLine[]): PayLine | undefined {
  const open = pays.filter((one) => one.par_id === null && decimal(one.vEfetivado).eq(back.vEfetivado))
  const same = open.findLast((one) => one.nosso_numero !== null && one.nosso_numero === back.nosso_numero)
  return same ?? open.at(-1)
}

/** What settling asks of the books: on which day what happened on another is booked, and the payable of an item. */
interface Books {
  readonly bookedOn: (day: string | null) => string
  readonly titles: ReadonlyMap<number, Payable>
}

/** Takes back the settlement of a payment that came back. */
async function takeBack(ctx: Ctx, { bookedOn }: Books, pay: PayLine, back: PayLine): Promise<PayLine> {
  const fact = pay.lancamento_id
  const [step] =
    fact === null
      ? []
      : await rowsOf(ctx, sql`select passo, "dhDesfeito" is not null as fim from lancamento where id = ${fact}`)
  if (step?.passo === 'baixaLote') {
    await updateRows(ctx, retornoPagamentoItem, [{ id: back.id, situacao: PAY_LINE.A_BAIXAR, motivo: LOST }])
    return pay
  }
  // The line lets go of its fact first: reversing it would open the payment again.
  const [now = pay] = await updateRows(ctx, retornoPagamentoItem, [
    { id: pay.id, par_id: back.id, situacao: PAY_LINE.DEVOLVIDA, lancamento_id: null, motivo: null },
  ])
  await updateRows(ctx, retornoPagamentoItem, [{ id: back.id, situacao: PAY_LINE.INFORMADA, motivo: null }])
  if (fact !== null && step?.fim === false) await reverse(ctx, fact, bookedOn(back.dEfetivacao))
  return now
}

interface Told {
  readonly lines: readonly PayLine[]
  readonly fresh: ReadonlySet<number>
}

/** Brings the books to what the lines of an item say; `fresh` are lines that are settled by themselves, others wait for a person. Answers its lines then. */
async function settle(ctx: Ctx, books: Books, item: Item, { lines, fresh }: Told): Promise<PayLine[]> {
  let pays = lines.filter((one) => one.evento === 'pago')
  const used = new Set(pays.map((one) => one.par_id))
  for (const back of lines.filter((one) => one.evento === 'devolvido' && !used.has(one.id))) {
    const pay = givenBack(back, pays)
    if (!pay) continue
    const now = await takeBack(ctx, books, pay, back)
    pays = pays.map((one) => (one.id === now.id ? now : one))
  }
  const settled: PayLine[] = []
  for (const pay of pays) {
    const waits = pay.par_id === null && pay.lancamento_id === null && fresh.has(pay.id)
    if (!waits) {
      settled.push(pay)
      continue
    }
    const title = books.titles.get(item.conta_pagar_id)
    if (!title) throw notFound()
    const dMovimento = books.bookedOn(pay.dEfetivacao)
    const lancamento_id = await payItem(ctx, { item, line: pay, title, dMovimento })
    const [now = pay] = await updateRows(ctx, retornoPagamentoItem, [
      { id: pay.id, situacao: PAY_LINE.BAIXADA, lancamento_id, motivo: null },
    ])
    settled.push(now)
  }
  return [...settled, ...lines.filter((one) => one.evento !== 'pago')]
}

/** What an item is by its lines. */
function standing(
  item: Item,
  lines: readonly PayLine[],
): { readonly situacao: number; readonly by: PayLine | undefined } {
  const of = (...events: readonly string[]) => lines.findLast((one) => events.includes(one.evento))
  const open = lines.filter((one) => one.evento === 'pago' && one.par_id === null)
  const paid = open.findLast((one) => one.lancamento_id !== null)
  if (paid) return { situacao: ITEM.PAGO, by: paid }
  if (open.length > 0) return { situacao: item.situacao, by: open.at(-1) }
  const back = of('devolvido')
  if (back) return { situacao: ITEM.DEVOLVIDO, by: back }
  const refused = of('rejeitado', 'cancelado')
  if (refused) return { situacao: ITEM.REJEITADO, by: refused }
  const taken = of('agendado')
  if (taken && AT_BANK.includes(item.situacao)) return { situacao: ITEM.AGENDADO, by: taken }
  return { situacao: item.situacao, by: of('outro') }
}

/** Columns of an item after its lines. */
function columnsOf(item: Item, lines: readonly PayLine[]) {
  const { situacao, by } = standing(item, lines)
  const isPaid = situacao === ITEM.PAGO
  return {
    id: item.id,
    situacao,
    motivo: by?.texto ?? item.motivo,
    nosso_numero: by?.nosso_numero ?? item.nosso_numero,
    autenticacao: isPaid ? (by?.autenticacao ?? null) : null,
    dEfetivacao: isPaid ? (by?.dEfetivacao ?? null) : null,
    vEfetivado: isPaid ? (by?.vEfetivado ?? '0') : '0',
  }
}

/** Brings items, which are held, to what banks have said of them. */
export async function reconcile(ctx: Ctx, items: readonly Item[], fresh: ReadonlySet<number>): Promise<void> {
  const all = await loadWhere(
    ctx,
    retornoPagamentoItem,
    'remessa_pagamento_conta_id',
    items.map((one) => one.id),
    { lock: true },
  )
  const byItem = Map.groupBy(all.filter(counts), (one) => one.remessa_pagamento_conta_id)
  const [first] = items
  if (!first) return
  const payables = await loadWhere(ctx, contasPagar, 'id', [...new Set(items.map((one) => one.conta_pagar_id))])
  const books = {
    bookedOn: await bookingOf(ctx, first.empresa_id),
    titles: new Map(payables.map((one) => [one.id, one])),
  }
  const edits = []
  for (const item of items) {
    const lines = (byItem.get(item.id) ?? []).toSorted(
      (a, b) => (a.dEfetivacao ?? '').localeCompare(b.dEfetivacao ?? '') || a.id - b.id,
    )
    edits.push(columnsOf(item, await settle(ctx, books, item, { lines, fresh })))
  }
  const changed = await updateMany(ctx, remessaPagamentoConta, items, edits, 'retornoBanco')
  await free(ctx, items, changed)
  for (const id of new Set(items.map((one) => one.remessa_pagamento_id))) await announce(ctx, remessaPagamento, id)
}

/** Payables of items that were refused, or came back, are expected when they are due. */
export async function free(ctx: Ctx, before: readonly Item[], after: readonly Item[]): Promise<void> {
  const was = new Map(before.map((one) => [one.id, one.situacao]))
  const freed = after.filter((one) => RETRIED.includes(one.situacao) && was.get(one.id) !== one.situacao)
  for (const [head, own] of Map.groupBy(freed, (one) => one.remessa_pagamento_id)) {
    const { dPagamento } = await load(ctx, remessaPagamento, head)
    await forgetDay(
      ctx,
      own.map((one) => one.conta_pagar_id),
      dPagamento,
    )
  }
}
