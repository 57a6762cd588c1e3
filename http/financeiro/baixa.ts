import * as v from 'valibot'
import { counted } from '../../core/br/number'
import { TITLE } from '../../core/fields/financeiro/titulos'
import { type Decimal, sum, ZERO } from '../../core/money/decimal'
import { begin } from '../documents/effect'
import { action } from '../platform/action'
import type { Ctx } from '../platform/context'
import { loadWhere } from '../platform/engine/write'
import { badRequest, notFound } from '../platform/errors'
import { identifier } from '../platform/inputs'
import type { Row } from '../platform/resource'
import { accountOf, feeAccount } from './accounts'
import { cash } from './cash'
import {
  amountOf,
  amountsInput,
  cashRows,
  MOST_SETTLED,
  pay,
  type Paid,
  paymentDay,
  placeInput,
  titleName,
} from './payment'
import { KINDS, personOf, type Title, type TitleKind } from './title-kinds'
import { askOfPayments } from './pagamentos/hold'
import { titles } from './titles'

/** Settling titles (T3-014, T3-018): what is paid of them, with interest, fine, discount and fee as rows of their own, and the money in its account. */

const one = v.object({ ...amountsInput, ...placeInput, excedente: v.optional(v.nullable(v.picklist(['credito']))) })
type One = v.InferOutput<typeof one>

/** What a surplus, or an advance that was paid, becomes: the customer's credit. */
const creditOf = (title: Title, value: Decimal, descricao: string) => ({
  cliente_id: personOf('receber', title),
  tpConta: TITLE.CREDITO,
  numero: title.numero,
  descricao,
  vDup: value.neg().toFixed(2),
  plano_conta_id: title.plano_conta_id,
  centro_resultado_id: title.centro_resultado_id,
})

/** The credits that the payment of a receivable gives: of what was paid beyond it, and of an advance. */
export function creditsOf(title: Title, paid: Paid, dMovimento: string): readonly Row[] {
  const given = [
    [paid.excedente, `Pagamento a mais da conta ${titleName(title)}`],
    [title.tpConta === TITLE.ADIANTAMENTO ? paid.principal : ZERO, `Adiantamento da conta ${titleName(title)}`],
  ] as const
  return given
    .filter(([value]) => value.sign() > 0)
    .map(([value, descricao]) => ({ ...creditOf(title, value, descricao), dVencimento: dMovimento }))
}

/** Settles one title by a fact of its own. */
export async function settleOne(ctx: Ctx, kind: TitleKind, title: Title, input: One) {
  const { empresa_id, id } = title
  const documento = KINDS[kind].resource.name
  const takesSurplus = input.excedente === 'credito'
  const dMovimento = paymentDay(ctx, input)
  const vTarifa = amountOf('vTarifa', input.vTarifa)
  const paying = { kind, id, amounts: input, dMovimento, takesSurplus }
  // Looked at before the account is asked for, and judged again with the title held.
  const banco_id = await accountFor(ctx, kind, title, input)
  if (kind === 'pagar') await askOfPayments(ctx, [id], input.confirma)
  const entered: Paid[] = []
  const did = await begin(ctx, { documento, documento_id: id, empresa_id, passo: 'baixa' })
  await did.post(
    titles.move([{ kind, id }], 'baixa', (held) => {
      const paid = pay(held, paying)
      entered.push(paid)
      return paid.moves
    }),
  )
  const [paid] = entered
  if (!paid) throw new Error('Nothing was paid.')
  if (!paid.excedente.isZero()) await did.note({ excedente: paid.excedente.toFixed(2) })
  const given = kind === 'receber' ? creditsOf(title, paid, dMovimento) : []
  const [credito_id = null] = await did.post(titles.openRows('receber', given))
  const fee = vTarifa.isZero() ? null : await feeAccount(ctx, banco_id)
  const descricao = title.descricao ?? titleName(title)
  const rows = { kind, banco_id, dMovimento, vTarifa, feeAccount: fee, titles: [title], paid: entered, descricao }
  await did.post(cash.move(cashRows(rows)))
  return { message: `Conta #${id} baixada com sucesso`, lancamento_id: did.entry.id, credito_id }
}

/** What forbids a payment whatever its account is told first. */
function accountFor(ctx: Ctx, kind: TitleKind, title: Title, input: One): Promise<number> {
  if (title.dhCancelamento !== null) throw badRequest(`A conta ${titleName(title)} está cancelada.`, 'cancelled')
  const { empresa_id } = title
  return accountOf(ctx, kind, { empresa_id, banco_id: input.banco_id, pagamento_id: input.pagamento_id })
}

const answer = v.object({ message: v.string(), lancamento_id: v.number(), credito_id: v.nullable(v.number()) })

const baixaOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'baixa', {
    on: 'record',
    right: 'edit',
    summary:
      'Dá baixa na conta, toda ou em parte, com juros, multa, desconto e tarifa; o que passa do saldo de um cliente vira crédito (excedente: credito).',
    input: one,
    answer,
    run: async ({ ctx, record, input }) => settleOne(ctx, kind, record, input),
  })

export const baixaReceber = baixaOf('receber')
export const baixaPagar = baixaOf('pagar')

const many = v.object({
  ...placeInput,
  titulos: v.pipe(
    v.array(
      v.object({
        id: identifier,
        ...amountsInput,
        banco_id: placeInput.banco_id,
        pagamento_id: placeInput.pagamento_id,
      }),
    ),
    v.minLength(1, 'Nenhum registro selecionado'),
    v.maxLength(MOST_SETTLED, `No máximo ${MOST_SETTLED} contas por vez.`),
    v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Uma conta aparece mais de uma vez.'),
  ),
})
type Many = v.InferOutput<typeof many>

/** Titles that go to one account: one fact, one row of cash. */
interface Group {
  readonly banco_id: number
  readonly items: Many['titulos'][number][]
}

/** Where each title is settled: as it or the call says, else where it is expected. Throws 400 `no_account` naming the title. */
async function groupsOf(ctx: Ctx, kind: TitleKind, known: ReadonlyMap<number, Title>, input: Many): Promise<Group[]> {
  const places = new Map<string, Promise<number>>()
  const groups = new Map<number, Group>()
  for (const item of input.titulos) {
    const title = known.get(item.id)
    if (!title) throw notFound()
    const own = item.banco_id || item.pagamento_id ? item : input
    const told = own.banco_id || own.pagamento_id ? own : title
    const [banco, pagamento_id] = [told.banco_id ?? null, told.pagamento_id ?? null]
    const key = `${banco} ${pagamento_id}`
    const place =
      places.get(key) ?? accountOf(ctx, kind, { empresa_id: title.empresa_id, banco_id: banco, pagamento_id })
    places.set(key, place)
    const banco_id = await place
    const group = groups.get(banco_id) ?? { banco_id, items: [] }
    group.items.push(item)
    groups.set(banco_id, group)
  }
  return [...groups.values()].toSorted((one, other) => one.banco_id - other.banco_id)
}

interface Settling extends Group {
  readonly known: ReadonlyMap<number, Title>
  readonly dMovimento: string
  readonly vTarifa: Decimal
}

/** Settles titles by one fact. Answers its number and what was paid. */
async function settleGroup(ctx: Ctx, kind: TitleKind, { banco_id, items, known, dMovimento, vTarifa }: Settling) {
  const found = items.flatMap(({ id }) => known.get(id) ?? [])
  const [first] = found
  if (!first) throw notFound()
  const documento = KINDS[kind].resource.name
  const paid: Paid[] = []
  const did = await begin(ctx, {
    documento,
    documento_id: first.id,
    empresa_id: first.empresa_id,
    passo: 'baixaLote',
  })
  await did.post(
    titles.move(
      items.map(({ id }) => ({ kind, id })),
      'baixa',
      (held) => {
        paid.push(
          ...items.map(({ id, ...amounts }) => pay(held, { kind, id, amounts, dMovimento, takesSurplus: false })),
        )
        return paid.flatMap((one) => one.moves)
      },
    ),
  )
  const given = kind === 'receber' ? paid.flatMap((own, at) => creditsOf(found[at] ?? first, own, dMovimento)) : []
  await did.post(titles.openRows('receber', given))
  const fee = vTarifa.isZero() ? null : await feeAccount(ctx, banco_id)
  const descricao = `Baixa de ${counted(items.length, 'conta', 'contas')}`
  await did.post(
    cash.move(cashRows({ kind, banco_id, dMovimento, vTarifa, feeAccount: fee, titles: found, paid, descricao })),
  )
  return { lancamento_id: did.entry.id, valor: sum(paid.map((one) => one.vLancamento)).abs() }
}

/** Settles titles, those of an account by one fact. */
export async function settleMany(ctx: Ctx, kind: TitleKind, input: Many) {
  const { resource } = KINDS[kind]
  const ids = input.titulos.map((one) => one.id)
  const found = await loadWhere(ctx, resource, 'id', ids)
  const [first] = found
  if (!first || found.length < ids.length) throw notFound()
  if (found.some((one) => one.empresa_id !== first.empresa_id))
    throw badRequest('As contas são de empresas diferentes.', 'other_company')
  const dMovimento = paymentDay(ctx, input)
  const vTarifa = amountOf('vTarifa', input.vTarifa)
  if (kind === 'pagar') await askOfPayments(ctx, ids, input.confirma)
  const known = new Map(found.map((one) => [one.id, one]))
  const groups = await groupsOf(ctx, kind, known, input)
  if (groups.length > 1 && !vTarifa.isZero())
    throw badRequest('A tarifa é de uma conta caixa: dê baixa em uma de cada vez.', 'many_accounts')
  // Titles are held in the order of their numbers before any fact is written, whatever their accounts.
  if (groups.length > 1) await loadWhere(ctx, resource, 'id', ids, { lock: true })
  const done = []
  for (const group of groups) done.push(await settleGroup(ctx, kind, { ...group, known, dMovimento, vTarifa }))
  const lancamentos = done.map((one) => one.lancamento_id)
  return {
    lancamento_id: lancamentos[0] ?? 0,
    lancamentos,
    contas: ids.length,
    valor: Number(sum(done.map((one) => one.valor)).toFixed(2)),
  }
}

const baixaLoteOf = (kind: TitleKind) =>
  action(KINDS[kind].resource, 'baixaLote', {
    on: 'collection',
    right: 'edit',
    summary:
      'Dá baixa em várias contas, todas ou nenhuma, com um só lançamento em cada conta caixa: a que é dita, a da forma de pagamento, ou onde cada uma é esperada.',
    input: many,
    answer: v.object({
      lancamento_id: v.number(),
      lancamentos: v.array(v.number()),
      contas: v.number(),
      valor: v.number(),
    }),
    run: async ({ ctx, input }) => settleMany(ctx, kind, input),
  })

export const baixaLoteReceber = baixaLoteOf('receber')
export const baixaLotePagar = baixaLoteOf('pagar')
