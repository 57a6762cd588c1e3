import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { FACTS } from '../../core/fields/financeiro/fatos'
import { lancamento } from '../documents/lancamento'
import { action } from '../platform/action'
import { load } from '../platform/engine/write'
import { badRequest } from '../platform/errors'
import { dateInput, flag, identifier } from '../platform/inputs'
import { caixaLancamento } from './caixa'
import { cancelTitle, factsOn, reverse } from './facts'
import { KINDS, type TitleKind } from './title-kinds'

/** Undoing: a fact whole, by its number, by one of its titles or by one of its rows of cash; and a title that is cancelled. */

const day = { dMovimento: v.optional(v.nullable(dateInput)) }

/** Reverses a fact by its number. Who may is judged by what it moved. */
export const estornaLancamento = action(lancamento, 'estorna', {
  on: 'collection',
  right: 'own',
  summary: 'Estorna um fato inteiro: contas e caixa voltam ao que eram, por linhas opostas.',
  input: v.object({ id: identifier, ...day }),
  answer: v.object({ lancamento_id: v.number() }),
  run: async ({ ctx, input }) => {
    await reverse(ctx, input.id, input.dMovimento ?? undefined)
    return { lancamento_id: input.id }
  },
})

/** Reverses the fact that a row of cash is of (E3-079, T3-031). */
export const estornaCaixa = action(caixaLancamento, 'estorna', {
  on: 'collection',
  right: 'edit',
  summary: 'Estorna o fato deste lançamento: o que ele baixou volta a estar em aberto.',
  input: v.object({ id: identifier, ...day }),
  answer: v.object({ lancamento_id: v.number() }),
  run: async ({ ctx, input }) => {
    const { lancamento_id } = await load(ctx, caixaLancamento, input.id)
    await reverse(ctx, lancamento_id, input.dMovimento ?? undefined)
    return { lancamento_id }
  },
})

const titleEstorna = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'estorna', {
    on: 'collection',
    right: 'edit',
    summary:
      'Estorna o último fato desta conta (baixa, compensação, perda, renegociação), ou o que lancamento_id nomeia.',
    input: v.object({ id: identifier, lancamento_id: v.optional(v.nullable(identifier)), ...day }),
    answer: v.object({ lancamento_id: v.number() }),
    run: async ({ ctx, input }) => {
      const { id } = await load(ctx, KINDS[kind].resource, input.id)
      const facts = await factsOn(ctx, { kind, id })
      const wanted = input.lancamento_id ?? facts.findLast(({ passo }) => Object.hasOwn(FACTS, String(passo)))?.id
      if (wanted === undefined) throw badRequest('Não há o que estornar nesta conta.', 'not_done')
      await reverse(ctx, Number(wanted), input.dMovimento ?? undefined)
      return { lancamento_id: Number(wanted) }
    },
  })

export const estornaReceber = titleEstorna('receber')
export const estornaPagar = titleEstorna('pagar')

const cancelInput = v.object({
  cancelaRecorrencia: v.optional(flag, false),
  estornaBaixas: v.optional(flag, false),
})

const cancelaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'cancela', {
    on: 'record',
    right: 'edit',
    summary:
      'Cancela a conta; com cancelaRecorrencia também as seguintes em aberto da série, com estornaBaixas também as baixas dela.',
    input: cancelInput,
    run: async ({ ctx, record, input }) => {
      await cancelTitle(ctx, { kind, id: record.id }, { withPayments: input.estornaBaixas })
      if (!input.cancelaRecorrencia || record.recorrencia_id === null) return
      const later = await ctx.db.execute(
        sql`select id from ${sql.raw(KINDS[kind].resource.name)} where recorrencia_id = ${record.recorrencia_id}
            and recorrencia_n > ${record.recorrencia_n ?? 0} and status = 0 order by id`,
      )
      for (const { id } of later) await cancelTitle(ctx, { kind, id: Number(id) }, { withPayments: false })
    },
  })

export const cancelaReceber = cancelaOf('receber')
export const cancelaPagar = cancelaOf('pagar')
