import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { decimal, type Decimal, sum } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { badRequest } from '../platform/errors'
import { dateInput, decimalInput, flag, identifier, idList, shortText } from '../platform/inputs'
import { assertMay } from '../platform/rights'
import { keepOffsets } from './compensacao'
import { assertOnePerson, titlesNamed } from './facts'
import { amountOf, titleName } from './payment'
import { type Held, KINDS, type Move, personOf, type Title, type TitleKind, type TitleRef } from './title-kinds'
import { titles } from './titles'

/** Titles that become others: many one (`consolida`), or some a new agreement (`renegocia`). The old ones owe nothing more, and each is there to be undone. */

/** The titles that become others: of one person and company, each with something to settle. Throws 400 `no_rows`, `other_person`, `other_company`. */
async function oldOnes(
  ctx: Ctx,
  kind: TitleKind,
  ids: readonly number[],
  confirma: boolean,
): Promise<readonly [readonly [Title, ...Title[]], readonly TitleRef[]]> {
  if (ids.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
  const wanted = [...new Set(ids)]
  const found = await titlesNamed(ctx, kind, wanted)
  const [first, ...others] = found
  if (!first || others.some((one) => one.empresa_id !== first.empresa_id))
    throw badRequest('As contas são de empresas diferentes.', 'other_company')
  const refs = wanted.map((id) => ({ kind, id }))
  await assertOnePerson(ctx, refs, confirma)
  return [[first, ...others], refs]
}

/** Takes the balance of each title off. Throws 400 `cancelled`, `nothing_settled`. */
function emptied(held: Held, refs: readonly TitleRef[], evento: 'consolidacao' | 'renegociacao'): readonly Move[] {
  return refs.map((ref) => {
    const title = held.get(ref)
    if (title.dhCancelamento !== null) throw badRequest(`A conta ${titleName(title)} está cancelada.`, 'cancelled')
    if (decimal(title.vSaldo).isZero())
      throw badRequest(`A conta ${titleName(title)} não tem saldo.`, 'nothing_settled')
    return { ...ref, evento, valor: decimal(title.vSaldo).neg() }
  })
}

/** What the new title has of the old ones: the account and the centre of all of them, none where they differ, so that no result goes where it was not. */
function inherited(kind: TitleKind, old: readonly [Title, ...Title[]]) {
  const [first] = old
  const same = <K extends 'plano_conta_id' | 'centro_resultado_id'>(name: K): number | null =>
    old.every((one) => one[name] === first[name]) ? first[name] : null
  return {
    [KINDS[kind].person]: personOf(kind, first),
    plano_conta_id: same('plano_conta_id'),
    centro_resultado_id: same('centro_resultado_id'),
    pagamento_id: first.pagamento_id,
  }
}

const consolidaInput = v.object({
  ids: v.optional(idList, []),
  dVencimento: v.optional(v.nullable(dateInput)),
  descricao: v.optional(v.nullable(shortText(200))),
  confirma: v.optional(flag, false),
})

async function consolidate(ctx: Ctx, kind: TitleKind, input: v.InferOutput<typeof consolidaInput>) {
  const { resource } = KINDS[kind]
  assertMay(ctx, resource, 'create')
  const [old, refs] = await oldOnes(ctx, kind, input.ids, input.confirma)
  const [first] = old
  const did = await begin(ctx, {
    documento: resource.name,
    documento_id: first.id,
    empresa_id: first.empresa_id,
    passo: 'consolida',
  })
  const moved: Move[] = []
  await did.post(
    titles.move(refs, 'consolida', (held) => {
      moved.push(...emptied(held, refs, 'consolidacao'))
      return moved
    }),
  )
  const total = sum(moved.map((one) => one.valor)).neg()
  if (total.sign() <= 0) throw badRequest('As contas não têm saldo a consolidar.', 'nothing_settled')
  const [id = 0] = await did.post(
    titles.openRows(kind, [
      {
        ...inherited(kind, old),
        tpConta: TITLE.CONSOLIDADA,
        vDup: '0',
        dVencimento: input.dVencimento ?? first.dVencimento,
        descricao: input.descricao ?? `Consolidação de ${counted(refs.length, 'conta', 'contas')}`,
      },
    ]),
  )
  await did.post(titles.move([{ kind, id }], 'consolida', () => [{ kind, id, evento: 'consolidacao', valor: total }]))
  await keepConsolidated(ctx, kind, { id, lancamento_id: did.entry.id, empresa_id: first.empresa_id }, moved)
  return { id, lancamento_id: did.entry.id }
}

interface Into {
  /** The title that holds what the others owed. */
  readonly id: number
  readonly lancamento_id: number
  readonly empresa_id: number
}

function keepConsolidated(ctx: Ctx, kind: TitleKind, { id, ...fact }: Into, moved: readonly Move[]) {
  const column = kind === 'receber' ? 'conta_receber_id' : 'conta_pagar_id'
  return keepOffsets(
    ctx,
    kind,
    moved.map((one) => ({ ...fact, [column]: one.id, compensacao_id: id, vComp: decimal(one.valor).toFixed(2) })),
  )
}

interface Adding {
  readonly kind: TitleKind
  readonly id: number
  /** The consolidated title that takes it. */
  readonly into: number
  readonly valor: Decimal
}

/** Takes part of what a title owes over to a consolidated one that is there. Answers the numbers of its row and of the fact. Throws 400 `not_consolidated`, `over_balance`, `cancelled`, `other_person`. */
export async function addConsolidated(ctx: Ctx, { kind, id, into, valor }: Adding) {
  const { resource } = KINDS[kind]
  const refs = [id, into].map((one): TitleRef => ({ kind, id: one }))
  const [title, target] = await titlesNamed(ctx, kind, [id, into])
  if (id === into || !title || title.empresa_id !== target?.empresa_id)
    throw badRequest('Selecione uma conta.', 'no_title')
  await assertOnePerson(ctx, refs, false)
  const { empresa_id } = title
  const did = await begin(ctx, { documento: resource.name, documento_id: id, empresa_id, passo: 'consolida' })
  const moved: Move[] = []
  await did.post(
    titles.move(refs, 'consolida', (held) => {
      const [from, to] = [held.get({ kind, id }), held.get({ kind, id: into })]
      if (to.tpConta !== TITLE.CONSOLIDADA)
        throw badRequest(`A conta ${titleName(to)} não é uma conta consolidada.`, 'not_consolidated')
      const gone = [from, to].find((one) => one.dhCancelamento !== null)
      if (gone) throw badRequest(`A conta ${titleName(gone)} está cancelada.`, 'cancelled')
      if (valor.gt(from.vSaldo))
        throw badRequest('O valor a compensar está maior que o saldo da conta.', 'over_balance')
      moved.push({ kind, id, evento: 'consolidacao', valor: valor.neg() })
      return [...moved, { kind, id: into, evento: 'consolidacao', valor }]
    }),
  )
  const [row = 0] = await keepConsolidated(ctx, kind, { id: into, lancamento_id: did.entry.id, empresa_id }, moved)
  return { id: row, lancamento_id: did.entry.id }
}

const consolidaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'consolida', {
    on: 'collection',
    right: 'edit',
    summary: 'Junta o saldo de várias contas de uma pessoa em uma conta nova (tpConta 5).',
    input: consolidaInput,
    answer: v.object({ id: v.number(), lancamento_id: v.number() }),
    run: async ({ ctx, input }) => consolidate(ctx, kind, input),
  })

export const consolidaReceber = consolidaOf('receber')
export const consolidaPagar = consolidaOf('pagar')

const renegociaInput = v.object({
  ids: v.optional(idList, []),
  vJuros: v.optional(v.nullable(decimalInput)),
  vDesc: v.optional(v.nullable(decimalInput)),
  novas: v.pipe(
    v.array(
      v.object({
        dVencimento: dateInput,
        vConta: decimalInput,
        pagamento_id: v.optional(v.nullable(identifier)),
        descricao: v.optional(v.nullable(shortText(200))),
      }),
    ),
    v.maxLength(120, 'São no máximo 120 parcelas.'),
  ),
  confirma: v.optional(flag, false),
})

type Renegotiation = v.InferOutput<typeof renegociaInput>

async function renegotiate(ctx: Ctx, kind: TitleKind, input: Renegotiation) {
  const { resource } = KINDS[kind]
  assertMay(ctx, resource, 'create')
  const [old, refs] = await oldOnes(ctx, kind, input.ids, input.confirma)
  const [first] = old
  const [vJuros, vDesc] = [amountOf('vJuros', input.vJuros), amountOf('vDesc', input.vDesc)]
  const values = input.novas.map((one) => amountOf('vConta', one.vConta))
  const did = await begin(ctx, {
    documento: resource.name,
    documento_id: first.id,
    empresa_id: first.empresa_id,
    passo: 'renegocia',
  })
  await did.post(
    titles.move(refs, 'renegocia', (held) => {
      const [own] = refs
      const off = emptied(held, refs, 'renegociacao')
      const agreed = vJuros.minus(vDesc)
      const total = sum(off.map((one) => one.valor))
        .neg()
        .plus(agreed)
      if (!own || !total.eq(sum(values)) || values.some((one) => one.isZero()))
        throw badRequest(
          'As novas contas precisam somar o saldo das antigas, mais os juros, menos o desconto.',
          'totals_differ',
        )
      const terms: readonly Move[] = [
        { ...own, evento: 'juros', valor: vJuros },
        { ...own, evento: 'desconto', valor: vDesc.neg() },
      ]
      const rest = off.map((one, at) => (at === 0 ? { ...one, valor: decimal(one.valor).minus(agreed) } : one))
      return [...terms, ...rest]
    }),
  )
  const ids = await did.post(
    titles.openRows(
      kind,
      input.novas.map((one, at) => ({
        ...inherited(kind, old),
        tpConta: TITLE.RENEGOCIADA,
        parcela: at + 1,
        vDup: values[at]?.toFixed(2),
        dVencimento: one.dVencimento,
        pagamento_id: one.pagamento_id ?? first.pagamento_id,
        descricao: one.descricao ?? `Renegociação ${at + 1}/${values.length}`,
      })),
    ),
  )
  return { ids, lancamento_id: did.entry.id }
}

const renegociaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'renegocia', {
    on: 'collection',
    right: 'edit',
    summary:
      'Troca contas de uma pessoa por um novo acordo: novas contas que somam os saldos, mais juros, menos desconto.',
    input: renegociaInput,
    answer: v.object({ ids: v.array(v.number()), lancamento_id: v.number() }),
    run: async ({ ctx, input }) => renegotiate(ctx, kind, input),
  })

export const renegociaReceber = renegociaOf('receber')
export const renegociaPagar = renegociaOf('pagar')
