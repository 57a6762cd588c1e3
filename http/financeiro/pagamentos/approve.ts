import * as v from 'valibot'
import { formatCurrency } from '../../../core/br/number'
import { ITEM, NONE_CHOSEN } from '../../../core/fields/financeiro/remessa-pagamento'
import { type Decimal, sum } from '../../../core/money/decimal'
import type { Ctx } from '../../platform/context'
import { load, setRows, updateRows } from '../../platform/engine/write'
import { badRequest } from '../../platform/errors'
import { flag } from '../../platform/inputs'
import { step } from '../../platform/step'
import { banco } from '../caixa'
import { suspectedOf } from '../dda/suspected'
import { type Changed, changedLately, frozenOf, redirectedBy } from './favoured'
import { assertManages, assertOwed, heldItems } from './held-items'
import { type Account, assertTaken, orderOf, payerOf } from './order'
import type { Item } from './item'
import { remessaPagamento, remessaPagamentoConta } from './remessa-pagamento'
import { writeApart } from './write-apart'

/** Approving payments: their bank data is frozen, what the bank would refuse is said, and large ones are approved by another person than who asked for them. */

/**
 * Above the account's limit another person approves than those who asked for the payments, or changed where the money goes, and one who manages remittances.
 * Throws 403, 400 `same_person`.
 */
function assertOther(ctx: Ctx, { limite_aprovacao }: Account, total: Decimal, asked: readonly (number | null)[]): void {
  if (limite_aprovacao === null || total.lte(limite_aprovacao)) return
  assertManages(ctx)
  if (asked.includes(ctx.actor.id))
    throw badRequest(
      `A remessa passa de ${formatCurrency(limite_aprovacao)}: quem pediu os pagamentos não os aprova, peça a outra pessoa.`,
      'same_person',
    )
}

/** Throws 400 `confirm` naming suppliers whose bank data changed not long ago. */
function assertSeen(items: readonly Item[], changed: readonly Changed[], confirma: boolean): void {
  if (confirma || changed.length === 0) return
  const names = changed.map(({ fornecedor_id, aviso }) => {
    const name = items.find((one) => one.fornecedor_id === fornecedor_id)?.fav_xNome ?? `fornecedor ${fornecedor_id}`
    return `${name}: ${aviso.toLowerCase()}`
  })
  throw badRequest(
    `${names.slice(0, 5).join('; ')}. Confira por outro meio antes de aprovar. Aprovar assim mesmo?`,
    'confirm',
  )
}

/** A payable whose slip may be a fraud is never approved among others, and alone by who has read why. Throws 400 `suspected`, `confirm`. */
async function assertUnsuspected(ctx: Ctx, items: readonly Item[], confirma: boolean): Promise<void> {
  const suspected = await suspectedOf(
    ctx,
    items.map((one) => one.conta_pagar_id),
  )
  const item = items.find((one) => suspected.has(one.conta_pagar_id))
  if (!item) return
  const why = `O boleto da conta ${item.conta_pagar_id}, de ${item.fav_xNome ?? 'fornecedor'}, pode ser fraude. ${suspected.get(item.conta_pagar_id) ?? ''}`
  if (items.length > 1) throw badRequest(`${why} Aprove-a sozinha, em outra remessa.`, 'suspected')
  if (!confirma) throw badRequest(`${why} Aprovar assim mesmo?`, 'confirm')
}

export const aprova = step(remessaPagamento, 'aprova', {
  summary:
    'Aprova os pagamentos: os dados bancários dos favorecidos ficam como estão agora. Acima do limite da conta caixa, aprova quem gerencia remessas e não pediu os pagamentos.',
  input: { confirma: v.optional(flag, false) },
  run: async ({ ctx, record, input }) => {
    const { items: asked, sources } = await heldItems(ctx, record.id, ITEM.RASCUNHO)
    if (asked.length === 0) throw badRequest(NONE_CHOSEN, 'no_rows')
    assertOwed(asked, sources)
    await assertUnsuspected(ctx, asked, input.confirma)
    const account = await load(ctx, banco, record.banco_id)
    const changed = await changedLately(ctx, [...new Set(asked.flatMap((one) => one.fornecedor_id ?? []))])
    const redirected = await redirectedBy(
      ctx,
      asked.map((one) => one.conta_pagar_id),
    )
    const people = [...asked.map((one) => one.pedido_por_id), ...changed.map((one) => one.user_id), ...redirected]
    assertOther(ctx, account, sum(asked.map((one) => one.valor)), people)
    const items = asked.map((item) => {
      const source = sources.get(item.conta_pagar_id)
      return source ? frozenOf(item, source, account.codigo ?? '') : item
    })
    const pagador = await payerOf(ctx, account)
    const sequencia = account.pagamento_sequencia + 1
    const { faltas } = await writeApart(orderOf(ctx, record, items, { pagador, sequencia }))
    assertTaken(faltas, items)
    assertSeen(items, changed, input.confirma)
    await freeze(ctx, items, changed)
    return { set: { aprovado_por_id: ctx.actor.id || null } }
  },
})

/** Stores items as they were approved. */
async function freeze(ctx: Ctx, items: readonly Item[], changed: readonly Changed[]): Promise<void> {
  const notices = new Map(changed.map((one) => [one.fornecedor_id, one.aviso]))
  await updateRows(
    ctx,
    remessaPagamentoConta,
    items.map((one) => ({
      id: one.id,
      forma: one.forma,
      fav_xNome: one.fav_xNome,
      fav_CNPJ_CPF: one.fav_CNPJ_CPF,
      fav_cBanco: one.fav_cBanco,
      fav_xAgencia: one.fav_xAgencia,
      fav_xConta: one.fav_xConta,
      fav_pix: one.fav_pix,
      linha_digitavel: one.linha_digitavel,
      dVencimento: one.dVencimento,
      situacao: ITEM.APROVADO,
      aviso: notices.get(one.fornecedor_id ?? 0) ?? null,
    })),
  )
}

/** Takes an approval back: payments may be changed, and ask for a new one. */
export const reabre = step(remessaPagamento, 'reabre', {
  summary: 'Desfaz a aprovação: os pagamentos voltam a rascunho.',
  run: async ({ ctx, record }) => {
    const { items } = await heldItems(ctx, record.id, ITEM.APROVADO)
    await setRows(
      ctx,
      remessaPagamentoConta,
      items.map(({ id }) => id),
      { situacao: ITEM.RASCUNHO },
    )
    return { set: { aprovado_por_id: null } }
  },
})
