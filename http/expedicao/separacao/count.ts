import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { CHECKING } from '../../../core/fields/expedicao/separacao'
import { decimal, type Decimal, sum } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import { type Ctx, rowsOf } from '../../platform/context'
import { announce, load } from '../../platform/engine/write'
import { ApiError, badRequest, forbidden, invalid } from '../../platform/errors'
import { decimalInput, identifier, scannedCode } from '../../platform/inputs'
import { armazem } from '../../estoque/registers'
import { type Task, tasksOf, writeLines } from './order'
import { answeredBefore, keepReading, readingKey } from './readings'
import { quantityOf, scanned } from './scanned'
import { type Separacao, separacao } from './separacao'

/** Somebody else counts what was fetched, box by box, and is not told how much there should be. */

/** Whoever fetched anything of an order does not check it, where its warehouse asks for another person. Throws 403 `forbidden`. */
export async function assertOther(ctx: Ctx, order: Separacao): Promise<void> {
  const { confere_segunda_pessoa } = await load(ctx, armazem, order.armazem_id)
  if (!confere_segunda_pessoa) return
  const [own] = await rowsOf(
    ctx,
    sql`select 1 from separacao_mercadoria l join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null
        where l.separacao_id = ${order.id} and l.user_id = ${ctx.actor.id} limit 1`,
  )
  if (own) throw forbidden('Quem separou não confere: peça a outra pessoa.')
}

/**
 * A reading counts for what was fetched (a second time over each): of which document, where it is told, and in which box. Throws 403, 404 `unknown_code`, 400
 * `not_in_order` and `too_many`, which tells no figure.
 */
export const conta = action(separacao, 'conta', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Conta de novo o que foi separado, sem dizer quanto devia ser.',
  input: v.object({
    code: scannedCode,
    chave: v.optional(readingKey),
    separacao_venda_id: v.optional(v.nullable(identifier)),
    nVolume: v.optional(v.nullable(identifier)),
    qTrib: v.optional(v.nullable(decimalInput)),
    qVolumes: v.optional(v.nullable(decimalInput)),
  }),
  answer: v.object({
    xProd: v.string(),
    un: v.nullable(v.string()),
    qTrib: v.number(),
    qContada: v.number(),
    restam: v.number(),
  }),
  run: async ({ ctx, record, input }) => {
    const chave = input.chave ?? crypto.randomUUID()
    const before = await answeredBefore(ctx, record, chave)
    if (before) return before
    await assertOther(ctx, record)
    const read = await scanned(ctx, record, input.code)
    if (read.kind === 'place') throw badRequest('Na conferência, leia as mercadorias.', 'place')
    const tasks = await tasksOf(ctx, record.id, { products: read.products.map((one) => one.mercadoria_id) })
    const mine = tasks.filter(
      (one) =>
        (!input.separacao_venda_id || one.separacao_venda_id === input.separacao_venda_id) &&
        decimal(one.qSeparada).sign() > 0,
    )
    const [first] = mine
    if (!first) throw badRequest(`${read.products[0]?.xProd ?? 'A mercadoria'} não foi separada aqui.`, 'not_in_order')
    const product = read.products.find((one) => one.mercadoria_id === first.mercadoria_id)
    const quantity = quantityOf(read, product, { qTrib: input.qTrib, times: input.qVolumes ?? '1', unit: first })
    if (quantity.sign() <= 0) throw invalid({ qTrib: ['Quantidade inválida.'] })
    const lines = mine.filter((one) => one.mercadoria_id === first.mercadoria_id)
    await writeLines(ctx, shared(lines, quantity))
    const answer = {
      xProd: first.xProd ?? '',
      un: first.un,
      qTrib: Number(quantity.toFixed(4)),
      qContada: Number(
        sum(lines.map((one) => one.qConferida))
          .plus(quantity)
          .toFixed(4),
      ),
      restam: await uncounted(ctx, record.id),
    }
    const nVolume = input.nVolume ?? null
    await keepReading(
      ctx,
      record,
      { chave, fase: CHECKING, codigo: input.code, quantity, line: first.id, nVolume },
      answer,
    )
    await announce(ctx, separacao, record.id)
    return answer
  },
})

/** What is counted, over the lines that it may be of. Throws 400 `too_many`. */
function shared(lines: readonly Task[], quantity: Decimal) {
  let left = quantity
  const edits = lines.flatMap((line) => {
    const open = decimal(line.qSeparada).minus(line.qConferida)
    const part = open.lt(left) ? open : left
    left = left.minus(part)
    return part.sign() > 0 ? [{ id: line.id, qConferida: decimal(line.qConferida).plus(part).toFixed(4) }] : []
  })
  if (left.sign() > 0)
    throw new ApiError(
      400,
      'too_many',
      `Não confere: há mais ${lines[0]?.xProd ?? ''} do que foi separado. Conte de novo.`,
    )
  return edits
}

/** Lines that were fetched and are not counted to the end. */
async function uncounted(ctx: Ctx, id: number): Promise<number> {
  const [row] = await rowsOf(
    ctx,
    sql`select count(*)::int as n from separacao_mercadoria l join separacao_venda d on d.id = l.separacao_venda_id and d."dhCancelamento" is null
        where l.separacao_id = ${id} and l."qSeparada" <> l."qConferida"`,
  )
  return Number(row?.n ?? 0)
}

/** The count begins anew. */
export const recontar = action(separacao, 'recontar', {
  on: 'record',
  right: 'edit',
  writes: 'separacao_mercadoria',
  summary: 'Apaga o que foi contado na conferência, para contar de novo.',
  input: v.object({ separacao_venda_id: v.optional(v.nullable(identifier)) }),
  run: async ({ ctx, record, input }) => {
    await assertOther(ctx, record)
    const tasks = await tasksOf(ctx, record.id)
    const counted = tasks.filter(
      (one) =>
        decimal(one.qConferida).sign() > 0 &&
        (!input.separacao_venda_id || one.separacao_venda_id === input.separacao_venda_id),
    )
    await writeLines(
      ctx,
      counted.map(({ id }) => ({ id, qConferida: '0' })),
    )
    await announce(ctx, separacao, record.id)
  },
})
