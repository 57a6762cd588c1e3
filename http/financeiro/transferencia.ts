import * as v from 'valibot'
import type { Decimal } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { dateInput, decimalInput, identifier, shortText } from '../platform/inputs'
import { ApiError, badRequest } from '../platform/errors'
import { caixaLancamento } from './caixa'
import { cash } from './cash'
import { amountOf } from './payment'

interface Transfer {
  readonly empresa_id: number
  readonly banco_id: number
  readonly banco_destino_id: number
  /** What goes from the one to the other; negative the other way round. */
  readonly valor: Decimal
  readonly dMovimento?: string | undefined
  readonly descricao?: string | null | undefined
}

/** Posts a transfer between two accounts of a company as a fact of the first. Answers its number. */
export async function postTransfer(ctx: Ctx, { empresa_id, banco_id, banco_destino_id, valor, ...about }: Transfer) {
  const did = await begin(ctx, { documento: 'banco', documento_id: banco_id, empresa_id, passo: 'transferencia' })
  const same = {
    evento: 'transferencia',
    dMovimento: about.dMovimento,
    descricao: about.descricao ?? 'Transferência',
  } as const
  await did.post(
    cash.move([
      { ...same, banco_id, vLancamento: valor.neg() },
      { ...same, banco_id: banco_destino_id, vLancamento: valor },
    ]),
  )
  return did.entry.id
}

/** Moves money from one cash account to another of the company: two rows, one fact (E3-080, T3-032). Throws 400 `same_account`, 422 `invalid_value`. */
export const transferencia = action(caixaLancamento, 'transferencia', {
  on: 'collection',
  right: 'edit',
  summary: 'Transfere dinheiro entre contas caixa da empresa.',
  input: v.object({
    id: v.optional(v.unknown()),
    banco_id: identifier,
    banco_destino_id: identifier,
    valor: decimalInput,
    dMovimento: v.optional(v.nullable(dateInput)),
    descricao: v.optional(v.nullable(shortText(200))),
  }),
  answer: v.object({ lancamento_id: v.number() }),
  run: async ({ ctx, input }) => {
    const { banco_id, banco_destino_id } = input
    if (banco_id === banco_destino_id) throw badRequest('Selecione duas contas diferentes.', 'same_account')
    const valor = amountOf('valor', input.valor)
    if (valor.isZero())
      throw new ApiError(422, 'invalid_value', 'Informe um valor maior que zero.', {
        valor: ['Informe um valor maior que zero.'],
      })
    const { empresa_id } = ctx.actor
    const { descricao } = input
    const dMovimento = input.dMovimento ?? undefined
    return {
      lancamento_id: await postTransfer(ctx, { empresa_id, banco_id, banco_destino_id, valor, dMovimento, descricao }),
    }
  },
})
