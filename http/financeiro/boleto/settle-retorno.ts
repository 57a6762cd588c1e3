import { sql } from 'drizzle-orm'
import { counted } from '../../../core/br/number'
import { LINE } from '../../../core/fields/financeiro/boleto'
import { TITLE } from '../../../core/fields/financeiro/titulos'
import { decimal, type Decimal, sum, ZERO } from '../../../core/money/decimal'
import { settlement } from '../../../core/settlement/payment'
import { begin, type Did } from '../../documents/effect'
import { type Ctx, rowsOf } from '../../platform/context'
import { badRequest } from '../../platform/errors'
import { announce, loadWhere, setRows } from '../../platform/engine/write'
import type { Row } from '../../platform/resource'
import { feeAccount } from '../accounts'
import { creditsOf } from '../baixa'
import { cash } from '../cash'
import { cashRows, MOST_SETTLED, type Paid } from '../payment'
import { bookingOf } from '../period'
import { contasReceber } from '../registers'
import type { Held, Move, Title } from '../title-kinds'
import { titles } from '../titles'
import { recount, retorno, retornoBoleto, type ReturnLine } from './retorno'

/**
 * Settling what banks say was paid: the lines of a day become one fact, whose sum less the fees is the deposit of the statement. What was paid beyond what is owed, twice, or of a
 * receivable that is cancelled is in cash all the same, and is the customer's credit; what the bank takes back is owed again.
 */

export interface Settled {
  readonly linhas: number
  readonly lancamentos: readonly number[]
  readonly vPago: string
  readonly vTarifa: string
  readonly vCredito: string
}

/** Settles lines that wait, of one file, which is held. Throws 400 `no_rows`. */
export async function settleLines(
  ctx: Ctx,
  head: { readonly id: number; readonly empresa_id: number },
  ids: readonly number[],
): Promise<Settled> {
  const all = await loadWhere(ctx, retornoBoleto, 'id', ids, { lock: true })
  const open = all.filter((one) => one.retorno_id === head.id && one.situacao === LINE.A_BAIXAR)
  if (open.length === 0) throw badRequest('Nenhum registro selecionado', 'no_rows')
  const lancamentos: number[] = []
  const surplus: Decimal[] = []
  const dayOf = await bookingOf(ctx, head.empresa_id)
  const byDay = Map.groupBy(open, (one) => `${dayOf(one.dCredito)} ${one.banco_id}`)
  for (const [, lines] of [...byDay].toSorted(([a], [b]) => a.localeCompare(b)))
    for (let at = 0; at < lines.length; at += MOST_SETTLED) {
      const part = lines.slice(at, at + MOST_SETTLED)
      const [first] = part
      if (!first) continue
      const day = { empresa_id: head.empresa_id, banco_id: Number(first.banco_id), dMovimento: dayOf(first.dCredito) }
      const done = await settleDay(ctx, day, part)
      lancamentos.push(done.lancamento_id)
      surplus.push(done.surplus)
    }
  await recount(ctx, [head.id])
  await announce(ctx, retorno, head.id)
  return {
    linhas: open.length,
    lancamentos,
    vPago: sum(open.map((one) => (isTakenBack(one) ? decimal(one.vPago).neg() : one.vPago))).toFixed(2),
    vTarifa: sum(open.map((one) => one.vTarifa)).toFixed(2),
    vCredito: sum(surplus).toFixed(2),
  }
}

interface Day {
  readonly empresa_id: number
  readonly banco_id: number
  readonly dMovimento: string
}

const isTakenBack = ({ evento }: ReturnLine): boolean => evento === 'pagamento_cancelado'
const pays = (one: ReturnLine): boolean =>
  one.contas_receber_id !== null && decimal(one.vPago).sign() > 0 && !isTakenBack(one)

/** One fact: what lines of a day pay, take back and cost. */
async function settleDay(ctx: Ctx, day: Day, lines: readonly ReturnLine[]) {
  const { empresa_id, banco_id } = day
  const paying = lines.filter(pays)
  const known = new Map(
    (
      await loadWhere(
        ctx,
        contasReceber,
        'id',
        lines.flatMap((one) => one.contas_receber_id ?? []),
        { lock: true },
      )
    ).map((one) => [one.id, one]),
  )
  const [first] = paying
  const of = first
    ? { documento: 'contas_receber', documento_id: Number(first.contas_receber_id) }
    : { documento: 'banco', documento_id: banco_id }
  const did = await begin(ctx, { ...of, empresa_id, passo: 'baixaLote', dados: { retorno: true } })
  const paid = await payTitles(did, day, paying, known)
  const owners = paying.map((one) => known.get(one.contas_receber_id ?? 0))
  const given = owners.flatMap((title, at) => (title && paid[at] ? creditsOf(title, paid[at], day.dMovimento) : []))
  await did.post(titles.openRows('receber', given))
  const surplus = sum(paid.map((one) => one.excedente))
  if (!surplus.isZero()) await did.note({ excedente: surplus.toFixed(2) })
  await reopen(did, day, lines.filter(isTakenBack), known)
  await postCash(ctx, did, day, { lines, paid, owners: owners.filter((one) => one !== undefined) })
  await setRows(
    ctx,
    retornoBoleto,
    lines.map((one) => one.id),
    { situacao: LINE.BAIXADA, lancamento_id: did.entry.id },
  )
  await tellPaid(ctx, paying, paid)
  return { lancamento_id: did.entry.id, surplus }
}

/** Receivables that are settled now were paid when their payers paid, whenever that was credited. */
async function tellPaid(ctx: Ctx, lines: readonly ReturnLine[], paid: readonly Paid[]): Promise<void> {
  const idsOf = (own: readonly ReturnLine[]) => [...new Set(own.map((one) => Number(one.contas_receber_id)))]
  await setRows(ctx, contasReceber, idsOf(lines), { dhPreBaixa: null })
  const moved = lines.filter((one, at) => one.dOcorrencia !== null && paid[at]?.moves.length !== 0)
  const days = Map.groupBy(moved, (one) => String(one.dOcorrencia))
  for (const [dPagamento, own] of [...days].toSorted(([a], [b]) => a.localeCompare(b)))
    await setRows(ctx, contasReceber, idsOf(own), { dPagamento })
}

/** What lines pay of their receivables, one after the other: a second payment finds what the first left. */
async function payTitles(
  did: Did,
  { dMovimento }: Day,
  lines: readonly ReturnLine[],
  known: ReadonlyMap<number, Title>,
): Promise<readonly Paid[]> {
  const paid: Paid[] = []
  const ids = [...new Set(lines.flatMap((one) => one.contas_receber_id ?? []))].filter((id) => known.has(id))
  await did.post(
    titles.move(
      ids.map((id) => ({ kind: 'receber', id })),
      'baixa',
      (held) => {
        const left = new Map<number, Decimal>()
        for (const line of lines) paid.push(payOne(held, left, line, dMovimento))
        return paid.flatMap((one) => one.moves)
      },
    ),
  )
  return paid
}

function payOne(held: Held, left: Map<number, Decimal>, line: ReturnLine, dMovimento: string): Paid {
  const vPago = decimal(line.vPago)
  const id = Number(line.contas_receber_id)
  const title = held.get({ kind: 'receber', id })
  const saldo = left.get(id) ?? (title.tpConta === TITLE.CREDITO ? ZERO : decimal(title.vSaldo))
  if (saldo.sign() <= 0) return { moves: [], excedente: vPago, vLancamento: vPago, principal: ZERO }
  const [vJuros, vMulta] = [decimal(line.vJuros), decimal(line.vMulta)]
  const told = decimal(line.vDesc)
  const vDesc = told.gt(saldo) ? saldo : told
  const { pago, excedente } = settlement(saldo, { vJuros, vMulta, vDesc, vPago })
  left.set(id, saldo.plus(vJuros).plus(vMulta).minus(vDesc).minus(pago))
  const rows = [
    ['juros', vJuros],
    ['multa', vMulta],
    ['desconto', vDesc.neg()],
    ['baixa', pago.neg()],
  ] as const
  return {
    moves: rows.map(([evento, valor]): Move => ({ kind: 'receber', id, evento, valor, dMovimento })),
    excedente,
    vLancamento: vPago,
    principal: pago.minus(vJuros).minus(vMulta),
  }
}

/** What the bank took back is owed again, by a receivable of its own: the payment that it was part of stands with the others of its day. */
async function reopen(
  did: Did,
  { dMovimento }: Day,
  lines: readonly ReturnLine[],
  known: ReadonlyMap<number, Title>,
): Promise<void> {
  const rows = lines.flatMap((line): Row[] => {
    const title = known.get(line.contas_receber_id ?? 0)
    if (!title || !('cliente_id' in title)) return []
    const { cliente_id, numero, pagamento_id, plano_conta_id, centro_resultado_id, banco_id } = title
    return [
      {
        cliente_id,
        numero,
        pagamento_id,
        plano_conta_id,
        centro_resultado_id,
        banco_id,
        vDup: line.vPago,
        dVencimento: line.dVencimento ?? dMovimento,
        descricao: `Pagamento do boleto ${line.nosso_numero ?? ''} devolvido pelo banco`,
      },
    ]
  })
  await did.post(titles.openRows('receber', rows))
}

interface Moved {
  readonly lines: readonly ReturnLine[]
  readonly paid: readonly Paid[]
  readonly owners: readonly Title[]
}

async function postCash(
  ctx: Ctx,
  did: Did,
  { banco_id, dMovimento }: Day,
  { lines, paid, owners }: Moved,
): Promise<void> {
  const back = sum(lines.filter(isTakenBack).map((one) => one.vPago))
  const vTarifa = sum(lines.map((one) => one.vTarifa))
  const fee = vTarifa.isZero() ? null : await feeAccount(ctx, banco_id)
  const descricao = paid.length > 0 ? `Cobrança: ${counted(paid.length, 'boleto', 'boletos')}` : 'Cobrança'
  const rows = cashRows({
    kind: 'receber',
    banco_id,
    dMovimento,
    vTarifa,
    feeAccount: fee,
    titles: owners,
    paid,
    descricao,
  })
  const given = {
    banco_id,
    dMovimento,
    evento: 'reembolso' as const,
    vLancamento: back.neg(),
    plano_conta_id: null,
    descricao: 'Cobrança devolvida pelo banco',
  }
  await did.post(cash.move([...rows, given].filter((one) => !decimal(one.vLancamento).isZero())))
}

/** The lines of a file that wait. */
export async function openLines(ctx: Ctx, retorno_id: number): Promise<number[]> {
  const rows = await rowsOf(
    ctx,
    sql`select id from retorno_boleto where retorno_id = ${retorno_id} and situacao = ${LINE.A_BAIXAR} order by id`,
  )
  return rows.map((row) => Number(row.id))
}
