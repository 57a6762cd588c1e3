import * as v from 'valibot'
import { DIFFERENCES, type Difference, payByLine, type Owed } from '../../../core/reconciliation/difference'
import { decimal, type Decimal } from '../../../core/money/decimal'
import { action } from '../../platform/action'
import type { Ctx } from '../../platform/context'
import { createRecord } from '../../platform/engine/create'
import { loadWhere } from '../../platform/engine/write'
import { badRequest, invalid, notFound } from '../../platform/errors'
import { identifier, shortText } from '../../platform/inputs'
import { assertMay } from '../../platform/rights'
import { settleMany, settleOne } from '../baixa'
import { amountsInput } from '../payment'
import { KINDS, personOf, type Title, type TitleKind } from '../title-kinds'
import { extratoBanco, type StatementLineRecord } from './extrato'
import { holdPending, link, type Link, restOf } from './links'
import { type Offer, offerFor } from './offers'
import { usableRule } from './rules'
import { aboutInput, aboutOf, linesAnswer, linesInput } from './settle-inputs'

/** Lines that pay titles: the match makes the fact, and is its link. */

/** Lines of one account and one direction, held, in the order of their days. Throws 400 `mixed_lines`. */
export async function heldOf(ctx: Ctx, ids: readonly number[]) {
  const lines = await holdPending(ctx, ids)
  const [first] = lines
  if (!first) throw notFound()
  if (lines.some((one) => one.banco_id !== first.banco_id || restOf(one).sign() !== restOf(first).sign()))
    throw badRequest('Selecione linhas de uma só conta e de um só sinal.', 'mixed_lines')
  const kind: TitleKind = restOf(first).sign() > 0 ? 'receber' : 'pagar'
  const sorted = lines.toSorted((a, b) =>
    a.dMovimento < b.dMovimento ? -1 : a.dMovimento > b.dMovimento ? 1 : a.id - b.id,
  )
  return { lines: sorted, first, kind }
}

const hows = Object.keys(DIFFERENCES).filter((one): one is Difference => Object.hasOwn(DIFFERENCES, one))

/** What is agreed on of a title; how much of it is paid, the line says. */
const { vPago: _ofTheLine, ...terms } = amountsInput

const titlesInput = v.object({
  linhas: linesInput,
  titulos: v.pipe(
    v.array(v.strictObject({ id: identifier, ...terms })),
    v.minLength(1, 'Selecione uma conta.'),
    v.maxLength(5_000, 'No máximo 5000 contas por vez.'),
    v.check((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Uma conta aparece mais de uma vez.'),
  ),
  diferenca: v.optional(v.nullable(v.picklist(hows))),
  ...aboutInput,
  /** The rule by which the payer is known. */
  regra_id: v.optional(v.nullable(identifier)),
})

interface Paying {
  readonly kind: TitleKind
  readonly titles: ReadonlyMap<number, Title>
  readonly how: Difference | undefined
}

/** One line pays what is owed: one fact of the line's day and account. Answers its number. */
async function payOne(
  ctx: Ctx,
  line: StatementLineRecord,
  owed: readonly Owed[],
  { kind, titles, how }: Paying,
): Promise<number> {
  const { titulos, vTarifa, excedente } = payByLine(kind, restOf(line).abs(), owed, how)
  const at = { banco_id: line.banco_id, dPagamento: line.dMovimento, vTarifa, confirma: true }
  const [only] = titulos
  const title = only && titles.get(only.id)
  if (only && title && titulos.length === 1) {
    const { lancamento_id } = await settleOne(ctx, kind, title, {
      ...only,
      ...at,
      ...(excedente ? { excedente: 'credito' as const } : {}),
    })
    return lancamento_id
  }
  const { lancamento_id } = await settleMany(ctx, kind, {
    ...at,
    titulos: titulos.map((one) => ({ ...one, banco_id: line.banco_id })),
  })
  return lancamento_id
}

/** What of titles a line takes that others come after: all of it, the oldest first. */
function takeFrom(owed: Owed[], amount: Decimal): Owed[] {
  const taken: Owed[] = []
  let left = amount
  while (left.sign() > 0) {
    const [one] = owed
    if (!one) break
    const part = left.gt(one.vSaldo) ? decimal(one.vSaldo) : left
    taken.push({ ...one, vSaldo: part })
    left = left.minus(part)
    const rest = decimal(one.vSaldo).minus(part)
    if (rest.isZero()) owed.shift()
    else owed[0] = { ...one, vSaldo: rest }
  }
  return taken
}

/**
 * Pays titles by lines, each by a fact of its own day, and links them. Throws 400 `difference` where they do not come to the same and nothing says what the rest is,
 * 409 where somebody was faster, and what a payment throws.
 */
export async function payTitles(
  ctx: Ctx,
  input: v.InferOutput<typeof titlesInput> & { readonly automatico?: boolean },
) {
  const { lines, first, kind } = await heldOf(ctx, input.linhas)
  const used = input.regra_id ? (await usableRule(ctx, input.regra_id, lines)).used : {}
  const { resource } = KINDS[kind]
  assertMay(ctx, resource, 'edit')
  const ids = input.titulos.map((one) => one.id)
  const found = await loadWhere(ctx, resource, 'id', ids, { lock: true })
  if (found.length < ids.length || found.some((one) => one.empresa_id !== first.empresa_id)) throw notFound()
  const titles = new Map<number, Title>(found.map((one) => [one.id, one]))
  if (lines.length > 1 && input.titulos.some((one) => one.vJuros || one.vMulta || one.vDesc))
    throw badRequest('Juros, multa e desconto de várias linhas: concilie uma de cada vez.', 'mixed_lines')
  const owed = input.titulos.map(({ id, vJuros, vMulta, vDesc }): Owed => ({
    id,
    vSaldo: titles.get(id)?.vSaldo ?? 0,
    vJuros: vJuros ?? 0,
    vMulta: vMulta ?? 0,
    vDesc: vDesc ?? 0,
  }))
  const facts: number[] = []
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1
    const own = isLast ? owed : takeFrom(owed, restOf(line).abs())
    if (own.length === 0)
      throw badRequest('As linhas passam do total das contas: diga o que é a diferença.', 'difference')
    const lancamento_id = await payOne(ctx, line, own, {
      kind,
      titles,
      how: isLast ? (input.diferenca ?? undefined) : undefined,
    })
    const one: Link = {
      linha_id: line.id,
      lancamento_id,
      criado: true,
      automatico: input.automatico ?? false,
      ...aboutOf(input, ids.length > 1 ? 'titulos' : 'titulo'),
      ...used,
    }
    await link(ctx, [line], [one])
    facts.push(lancamento_id)
  }
  const [title] = found
  const oferta: Offer | null =
    title && found.length === 1 ? await offerFor(ctx, first, { [KINDS[kind].person]: personOf(kind, title) }) : null
  return { lancamentos: facts, linhas: lines.length, oferta }
}

/** Lines to titles, one or many of either. */
export const conciliaContas = action(extratoBanco, 'conciliaContas', {
  on: 'collection',
  right: 'edit',
  summary:
    'Concilia linhas do extrato com contas: dá a baixa no dia e na conta da linha, com o que for dito da diferença.',
  input: titlesInput,
  answer: linesAnswer,
  run: async ({ ctx, input }) => payTitles(ctx, input),
})

const newTitleInput = v.object({
  linhas: linesInput,
  cliente_id: v.optional(v.nullable(identifier)),
  fornecedor_id: v.optional(v.nullable(identifier)),
  plano_conta_id: v.optional(v.nullable(identifier)),
  centro_resultado_id: v.optional(v.nullable(identifier)),
  numero: v.optional(v.nullable(shortText(60))),
  descricao: v.optional(v.nullable(shortText(200))),
})

/** Makes a title of a line and settles it by the line: both go when the match is undone. */
export const abreConta = action(extratoBanco, 'abreConta', {
  on: 'collection',
  right: 'edit',
  summary: 'Abre uma conta a receber ou a pagar pela linha do extrato e dá baixa nela.',
  input: newTitleInput,
  answer: linesAnswer,
  run: async ({ ctx, input }) => {
    const { lines, first, kind } = await heldOf(ctx, input.linhas)
    if (lines.length > 1) throw badRequest('Selecione um registro', 'one_line')
    const { resource, person, column } = KINDS[kind]
    assertMay(ctx, resource, 'create')
    assertMay(ctx, resource, 'edit')
    const who = input[person]
    if (!who) throw invalid({ [person]: [kind === 'receber' ? 'Selecione o cliente.' : 'Selecione o fornecedor.'] })
    const title = await createRecord(ctx, resource, {
      values: {
        empresa_id: first.empresa_id,
        [person]: who,
        vDup: restOf(first).abs().toFixed(2),
        dEmissao: first.dMovimento,
        dVencimento: first.dMovimento,
        numero: input.numero ?? null,
        descricao: input.descricao ?? first.memo.slice(0, 200),
        plano_conta_id: input.plano_conta_id ?? null,
        centro_resultado_id: input.centro_resultado_id ?? null,
      },
    })
    const lancamento_id = await payOne(ctx, first, [{ id: title.id, vSaldo: title.vSaldo }], {
      kind,
      titles: new Map<number, Title>([[title.id, title]]),
      how: undefined,
    })
    await link(ctx, lines, [{ linha_id: first.id, lancamento_id, criado: true, tipo: 'titulo', [column]: title.id }])
    return { lancamentos: [lancamento_id], linhas: 1, oferta: null }
  },
})
