import * as v from 'valibot'
import { decimal, type Decimal } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { badRequest } from '../platform/errors'
import { decimalInput, flag, identifier } from '../platform/inputs'
import type { Row } from '../platform/resource'
import { assertMay } from '../platform/rights'
import { keepOffsets } from './compensacao'
import { assertOnePerson, titlesNamed } from './facts'
import { type Held, KINDS, type Move, type TitleKind, type TitleRef } from './title-kinds'
import { titleName } from './payment'
import { titles } from './titles'

/** Offsetting: what one title owes is taken off another, and no money moves (R3-081 to R3-084). */

const given = v.optional(v.nullable(identifier))
const input = v.object({
  id: identifier,
  conta_receber_id: given,
  conta_pagar_id: given,
  compensacao_id: given,
  vComp: v.optional(v.nullable(decimalInput)),
  confirma: v.optional(flag, false),
})

/** What a title owes us: a payable the other way round. */
const owedToUs = (held: Held, ref: TitleRef): Decimal => {
  const saldo = decimal(held.get(ref).vSaldo)
  return ref.kind === 'receber' ? saldo : saldo.neg()
}

/** The rows of an offset of two titles that are held. Throws 400 `cancelled`, `same_side`, `zero_offset`, `over_balance`. */
function offset(held: Held, pair: readonly [TitleRef, TitleRef], vComp: string | null | undefined): readonly Move[] {
  for (const ref of pair) {
    const title = held.get(ref)
    if (title.dhCancelamento !== null) throw badRequest(`A conta ${titleName(title)} está cancelada.`, 'cancelled')
  }
  const [one, other] = [owedToUs(held, pair[0]), owedToUs(held, pair[1])]
  const most = one.abs().lt(other.abs()) ? one.abs() : other.abs()
  const value = decimal(vComp ?? most)
  if (value.sign() <= 0) throw badRequest('Saldo a compensar igual a zero.', 'zero_offset')
  if (one.sign() * other.sign() > 0)
    throw badRequest(
      'As duas contas são do mesmo lado: só se compensa o que se deve com o que se tem a receber.',
      'same_side',
    )
  if (value.gt(most) || !value.round(2).eq(value))
    throw badRequest('O valor a compensar está maior que o saldo da conta.', 'over_balance')
  return pair.map((ref): Move => {
    const saldo = decimal(held.get(ref).vSaldo)
    return { ...ref, evento: 'compensacao', valor: saldo.sign() < 0 ? value : value.neg() }
  })
}

interface Offset {
  readonly own: TitleRef
  readonly other: TitleRef
  readonly vComp: string | null | undefined
  readonly confirma: boolean
}

/** Offsets two titles of one person. Answers the numbers of its row and of the fact. Throws what `offset` and `assertOnePerson` throw. */
export async function compensate(ctx: Ctx, { own, other, vComp, confirma }: Offset) {
  const [title] = await titlesNamed(ctx, own.kind, [own.id])
  const [contra] = await titlesNamed(ctx, other.kind, [other.id])
  if (!title || !contra || title.empresa_id !== contra.empresa_id || (own.kind === other.kind && own.id === other.id))
    throw badRequest('Selecione uma conta.', 'no_title')
  assertMay(ctx, KINDS[other.kind].resource, 'edit')
  await assertOnePerson(ctx, [own, other], confirma)
  const documento = KINDS[own.kind].resource.name
  const { empresa_id } = title
  const did = await begin(ctx, { documento, documento_id: own.id, empresa_id, passo: 'compensa' })
  const moved: Move[] = []
  await did.post(
    titles.move([own, other], 'compensa', (held) => {
      moved.push(...offset(held, [own, other], vComp))
      return moved
    }),
  )
  const row = {
    empresa_id,
    lancamento_id: did.entry.id,
    vComp: decimal(moved[0]?.valor ?? 0)
      .abs()
      .toFixed(2),
  }
  const [id = 0] = await keepOffsets(ctx, own.kind, [{ ...row, ...sidesOf(own, other) }])
  if (other.kind !== own.kind) await keepOffsets(ctx, other.kind, [{ ...row, ...sidesOf(other, own) }])
  return { id, lancamento_id: did.entry.id }
}

/** The columns of an offset, seen from one of its titles. */
const sidesOf = (own: TitleRef, other: TitleRef): Row => ({
  [OFFSET_COLUMNS[own.kind]]: own.id,
  [own.kind === other.kind ? 'compensacao_id' : OFFSET_COLUMNS[other.kind]]: other.id,
})
const OFFSET_COLUMNS = { receber: 'conta_receber_id', pagar: 'conta_pagar_id' } as const

/** The title that one is offset by. Throws 400 `no_title`. */
export function otherOf(kind: TitleKind, row: Row): TitleRef {
  const crossed: TitleKind = kind === 'receber' ? 'pagar' : 'receber'
  const across = row[OFFSET_COLUMNS[crossed]]
  if (typeof across === 'number') return { kind: crossed, id: across }
  if (typeof row.compensacao_id === 'number') return { kind, id: row.compensacao_id }
  throw badRequest('Selecione uma conta.', 'no_title')
}

const compensaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'compensa', {
    on: 'collection',
    right: 'edit',
    summary: 'Compensa a conta com outra da mesma pessoa: com um crédito (compensacao_id), ou a receber com a pagar.',
    input,
    answer: v.object({ lancamento_id: v.number() }),
    run: async ({ ctx, input: asked }) => {
      const same = asked.compensacao_id ?? asked[OFFSET_COLUMNS[kind]]
      const { vComp, confirma } = asked
      const other = otherOf(kind, { ...asked, compensacao_id: same })
      const { lancamento_id } = await compensate(ctx, { own: { kind, id: asked.id }, other, vComp, confirma })
      return { lancamento_id }
    },
  })

export const compensaReceber = compensaOf('receber')
export const compensaPagar = compensaOf('pagar')
