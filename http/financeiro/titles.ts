import { decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import { followReceivables } from '../comercial/comissao/commissions'
import { ledger, type Posting } from '../documents/ledger'
import type { Ctx } from '../platform/context'
import { ApiError } from '../platform/errors'
import { audit } from '../platform/engine/audit'
import { announce, insertRows, loadWhere, patchRows } from '../platform/engine/write'
import type { Row } from '../platform/resource'
import { followTitles } from './boleto/follow'
import { followPayables } from './pagamentos/hold'
import { assertOpenDays } from './period'
import { contasPagar, contasReceber, movimentoFinanceiro } from './registers'
import { tellTitles } from './tell-titles'
import { Held, KINDS, type Move, type Moved, type Part, type Title, type TitleKind, type TitleRef } from './title-kinds'
import { lastPayments, titleProofs } from './title-sums'
import { undoTitles } from './undo-titles'

/** A title to open: amounts as decimal text. */
export interface NewTitle {
  readonly numero: string
  readonly parcela: number
  readonly vDup: string
  readonly dVencimento: string
  readonly pagamento_id: number | null
  /** What it is booked to in the chart of accounts. */
  readonly plano_conta_id?: number | null
  /** Of what is paid by card: kind, numbers of the receipt, who pays, what and when. */
  readonly card?: Row
}

/** To whom, or by whom, titles are owed. */
interface Owing {
  readonly kind: TitleKind
  readonly person_id: number
}

/** What a step does to what is owed. */
export const titles = {
  /** Opens titles of the document, with their first ledger rows; what is worth nothing opens none. Answers their ids, in order. */
  open:
    ({ kind, person_id }: Owing, dues: readonly NewTitle[]): Posting<number[]> =>
    async (ctx, entry) => {
      const { documento, documento_id } = entry
      const rows = dues
        .filter((one) => decimal(one.vDup).cmp(ZERO) > 0)
        .map(({ card, ...one }) => ({ ...one, ...card, documento, documento_id, [KINDS[kind].person]: person_id }))
      return titles.openRows(kind, rows)(ctx, entry)
    },

  /** As `open`, for titles of whatever columns; a title of no value opens with no row. */
  openRows:
    (kind: TitleKind, rows: readonly Row[], { told = true }: Telling = {}): Posting<number[]> =>
    async (ctx, entry) => {
      const opened = await insertTitles(ctx, entry.id, { kind, empresa_id: entry.empresa_id, rows })
      const moves = opened
        .filter(({ vDup }) => !decimal(vDup).isZero())
        .map(({ id, vDup }): Move => ({ kind, id, evento: 'abertura', valor: vDup }))
      const moved = await titleLedger.post(ctx, entry, moves, () => moves.map(rowOf))
      const ids = opened.map((one) => one.id)
      if (!told) return ids
      const { resource } = KINDS[kind]
      const now = new Map(moved.map((one) => [one.id, one.record]))
      await audit(
        ctx,
        opened.map((one) => ({ resource, record: now.get(one.id) ?? one, before: undefined, acao: 'create' })),
      )
      if (opened[0]) await announce(ctx, resource, opened[0].id)
      return ids
    },

  /** Adds rows to titles, which are held in the order of their numbers while `made` says what becomes of them; `acao` in their history, null where the caller writes it. Answers those that moved. */
  move:
    (
      refs: readonly TitleRef[],
      acao: string | null,
      made: (held: Held) => readonly Move[],
    ): Posting<readonly Moved[]> =>
    async (ctx, entry) => {
      const before: Held[] = []
      const moved = await titleLedger.post(ctx, entry, refs, (held) => {
        before.push(held)
        return made(held)
          .filter((one) => !decimal(one.valor).isZero())
          .map(rowOf)
      })
      if (acao === null) return moved
      await audit(
        ctx,
        moved.map((one) => ({
          resource: KINDS[one.kind].resource,
          record: one.record,
          before: before[0]?.get(one),
          acao,
        })),
      )
      for (const kind of kindsOf(moved)) {
        const first = moved.find((one) => one.kind === kind)
        if (first) await announce(ctx, KINDS[kind].resource, first.id)
      }
      return moved
    },

  /** Lowers what is owed: paid (`baixa`), or given up for goods that came back (`devolucao`). Throws 400 `over_balance` for more than is owed. */
  settle: ({ kind, evento }: Settling, parts: readonly Part[]): Posting<readonly Moved[]> =>
    titles.move(
      parts.map(({ id }) => ({ kind, id })),
      evento,
      (held) =>
        parts.map(({ id, valor }) => {
          const { vSaldo, numero } = held.get({ kind, id })
          if (decimal(vSaldo).lt(valor))
            throw new ApiError(400, 'over_balance', `O valor passa do saldo da conta ${numero ?? id}.`)
          return { kind, id, evento, valor: decimal(valor).neg() }
        }),
    ),
}

/** Whether the history is written here: where the engine saves a title, it does. */
export interface Telling {
  readonly told?: boolean
}

interface Settling {
  readonly kind: TitleKind
  readonly evento: 'baixa' | 'devolucao'
}

interface Inserting {
  readonly kind: TitleKind
  readonly empresa_id: number
  readonly rows: readonly Row[]
}

/** New titles as rows of their table. Throws 400 `period_closed` where one belongs to the result of a closed month. */
async function insertTitles(ctx: Ctx, origem_id: number, { kind, empresa_id, rows }: Inserting): Promise<Title[]> {
  const today = ctx.clock.today()
  const complete = rows.map((row): Row => {
    const dEmissao = row.dEmissao ?? today
    const dCompetencia = row.dCompetencia ?? dEmissao
    return { ...row, empresa_id, dEmissao, dCompetencia, origem_id, uuid: crypto.randomUUID() }
  })
  if (complete.length > 0)
    await assertOpenDays(ctx, empresa_id, [...new Set(complete.map((row) => String(row.dCompetencia)))])
  const given = complete.some((row) => row.id !== undefined)
  return insertRows(ctx, KINDS[kind].resource, complete, given ? 'given' : 'new')
}

/** A move as a row of the ledger. */
function rowOf({ kind, id, evento, valor, dMovimento, estorno_de }: Move): Row {
  const day = dMovimento === undefined ? {} : { dMovimento }
  const undone = estorno_de === undefined ? {} : { estorno_de }
  return { [KINDS[kind].column]: id, evento, valor: decimal(valor).toFixed(2), ...day, ...undone }
}

const ORDER: readonly TitleKind[] = ['receber', 'pagar']
const kindsOf = (refs: readonly TitleRef[]): readonly TitleKind[] =>
  ORDER.filter((kind) => refs.some((one) => one.kind === kind))

/** Which rows add up to which column of a title, and with which sign. */
const COLUMNS = {
  vSaldo: { of: () => true, sign: 1 },
  vPago: { of: (evento: unknown) => evento === 'baixa', sign: -1 },
  vJuros: { of: (evento: unknown) => evento === 'juros', sign: 1 },
  vMulta: { of: (evento: unknown) => evento === 'multa', sign: 1 },
  vDesc: { of: (evento: unknown) => evento === 'desconto', sign: -1 },
  vAbatido: {
    of: (evento: unknown) => evento === 'baixa' || evento === 'compensacao' || evento === 'devolucao',
    sign: -1,
  },
} as const

/** What is owed to us and by us: a title is the sum of its rows. */
export const titleLedger = ledger<readonly TitleRef[], Held, readonly Moved[]>({
  name: 'titulos',
  rows: movimentoFinanceiro,
  balances: [
    {
      rule: 'saldo do título a receber = soma do livro',
      table: contasReceber,
      of: { contas_receber_id: 'id' },
      sums: { vSaldo: 'valor' },
    },
    {
      rule: 'saldo do título a pagar = soma do livro',
      table: contasPagar,
      of: { contas_pagar_id: 'id' },
      sums: { vSaldo: 'valor' },
    },
  ],
  comesToNothing: ['valor'],
  proofs: titleProofs,
  dated: (ctx, { empresa_id }, days) => assertOpenDays(ctx, empresa_id, days),
  lock: async (ctx, _entry, refs) => {
    const held = []
    for (const kind of kindsOf(refs)) {
      const ids = [...new Set(refs.filter((one) => one.kind === kind).map((one) => one.id))]
      const found = await loadWhere(ctx, KINDS[kind].resource, 'id', ids, { lock: true })
      held.push(...found.map((title) => ({ kind, id: title.id, title })))
    }
    return new Held(held)
  },
  add: async (ctx, rows, held, stored) => {
    const moved: Moved[] = []
    for (const kind of kindsOf(held.all)) {
      const own = Map.groupBy(
        rows.filter((row) => typeof row[KINDS[kind].column] === 'number'),
        (row) => Number(row[KINDS[kind].column]),
      )
      const locked = held.all.filter((one) => one.kind === kind && own.has(one.id))
      const changed = await changesOf(ctx, kind, locked, own)
      const records = await patchRows(ctx, KINDS[kind].resource, changed)
      moved.push(...records.map((record) => ({ kind, id: record.id, record })))
    }
    await followReceivables(ctx, stored)
    await followTitles(
      ctx,
      moved.filter((one) => one.kind === 'receber'),
    )
    await followPayables(
      ctx,
      moved.filter((one) => one.kind === 'pagar'),
    )
    return moved
  },
  tell: tellTitles,
  undo: (ctx, entry, how) => undoTitles({ ctx, entry, how, move: titles.move }),
})

/** The columns of titles after their rows: sums, the day of the last payment, and since when nothing is owed. */
async function changesOf(
  ctx: Ctx,
  kind: TitleKind,
  locked: Held['all'],
  own: ReadonlyMap<number, readonly Row[]>,
): Promise<(Row & { id: number })[]> {
  const unpaid = [...own].filter(([, rows]) => rows.some((row) => row.evento === 'baixa' && row.estorno_de))
  const last = await lastPayments(
    ctx,
    kind,
    unpaid.map(([id]) => id),
  )
  const now = ctx.clock.now()
  return locked.map(({ id, title }) => {
    const rows = own.get(id) ?? []
    const sums = Object.entries(COLUMNS).map(([name, { of, sign }]): [string, Decimal] => {
      const moved = sum(rows.filter((row) => of(row.evento)).map((row) => String(row.valor))).times(sign)
      return [name, decimal(String(title[nameOf(name)])).plus(moved)]
    })
    const closed = sums.some(([name, value]) => name === 'vSaldo' && value.isZero())
    const paid = rows.filter((row) => row.evento === 'baixa').map((row) => String(row.dMovimento))
    const days = [...paid, ...(title.dPagamento === null ? [] : [title.dPagamento])].toSorted()
    return {
      id,
      ...Object.fromEntries(sums.map(([name, value]) => [name, value.toFixed(2)])),
      dPagamento: last.has(id) ? (last.get(id) ?? null) : (days.at(-1) ?? null),
      dhBaixa: closed ? (title.dhBaixa ?? now) : null,
    }
  })
}

const isColumn = (name: string): name is keyof typeof COLUMNS => Object.hasOwn(COLUMNS, name)
function nameOf(name: string): keyof typeof COLUMNS {
  if (!isColumn(name)) throw new Error(`A title has no sum ${name}.`)
  return name
}
