import { sql } from 'drizzle-orm'
import { type Amount, decimal, sum, ZERO } from '../../core/money/decimal'
import type { Lancamento } from '../documents/lancamento'
import { ledger, type Posting } from '../documents/ledger'
import { type Ctx, rowsOf } from '../platform/context'
import { ApiError } from '../platform/errors'
import { announce, insertRows, loadWhere, patchRows, updateRows } from '../platform/engine/write'
import { audit } from '../platform/engine/audit'
import type { RecordOf, Row } from '../platform/resource'
import { contasPagar, contasReceber, movimentoFinanceiro } from './registers'
import { tellTitles } from './tell-titles'

/** Receivables or payables; each has its own register and one ledger column. */
const KINDS = {
  receber: { resource: contasReceber, person: 'cliente_id', column: 'contas_receber_id' },
  pagar: { resource: contasPagar, person: 'fornecedor_id', column: 'contas_pagar_id' },
} as const

export type TitleKind = keyof typeof KINDS
/** What both kinds have. */
type Title = RecordOf<typeof contasReceber | typeof contasPagar>

/** A title to open: amounts as decimal text. */
export interface NewTitle {
  readonly numero: string
  readonly parcela: number
  readonly vDup: string
  readonly dVencimento: string
  readonly pagamento_id: number | null
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
      const { resource, person } = KINDS[kind]
      const { documento, documento_id, empresa_id } = entry
      const dEmissao = ctx.clock.today()
      const opened = await insertRows(
        ctx,
        resource,
        dues
          .filter((one) => decimal(one.vDup).cmp(ZERO) > 0)
          .map((one) => ({
            ...one,
            documento,
            documento_id,
            empresa_id,
            dEmissao,
            [person]: person_id,
            uuid: crypto.randomUUID(),
          })),
      )
      const ids = opened.map((one) => one.id)
      const stored = await titleLedger.post(ctx, entry, { kind, ids }, (locked) =>
        locked.titles.map((one) => eventOf(kind, one, { evento: 'abertura', valor: one.vDup })),
      )
      await audit(
        ctx,
        stored.map((record) => ({ resource, record, before: undefined, acao: 'create' })),
      )
      if (stored[0]) await announce(ctx, resource, stored[0].id)
      return ids
    },

  /** Lowers what is owed: paid (`baixa`), or given up for goods that came back (`devolucao`). Throws 400 `over_balance` for more than is owed. */
  settle:
    ({ kind, evento }: Settling, parts: readonly Part[]): Posting =>
    async (ctx, entry) => {
      if (parts.length === 0) return
      const { resource } = KINDS[kind]
      const amounts = new Map(parts.map((one) => [one.id, decimal(one.valor)]))
      const before = new Map<number, Title>()
      const stored = await titleLedger.post(ctx, entry, { kind, ids: [...amounts.keys()] }, (locked) => {
        const over = locked.titles.find((one) => decimal(one.vSaldo).lt(amounts.get(one.id) ?? ZERO))
        if (over) throw new ApiError(400, 'over_balance', `O valor passa do saldo da conta ${over.numero ?? over.id}.`)
        return locked.titles.map((one) => {
          before.set(one.id, one)
          return eventOf(kind, one, { evento, valor: (amounts.get(one.id) ?? ZERO).neg().toFixed(2) })
        })
      })
      await audit(
        ctx,
        stored.map((record) => ({ resource, record, before: before.get(record.id), acao: evento })),
      )
      if (stored[0]) await announce(ctx, resource, stored[0].id)
    },
}

interface Settling {
  readonly kind: TitleKind
  readonly evento: 'baixa' | 'devolucao'
}

/** How much of a title is settled. */
export interface Part {
  readonly id: number
  readonly valor: Amount
}

/** What counts as paid: payments, less those that were taken back. */
const PAYING: ReadonlySet<unknown> = new Set(['baixa', 'estorno'])

interface Keys {
  readonly kind: TitleKind
  readonly ids: readonly number[]
}
interface Locked {
  readonly kind: TitleKind
  readonly titles: readonly Title[]
}

/** What is owed to us and by us: a title is the sum of its rows. */
export const titleLedger = ledger<Keys, Locked, readonly Title[]>({
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
  proofs: {
    'valor do título a receber = abertura no livro': openedFor('receber'),
    'valor do título a pagar = abertura no livro': openedFor('pagar'),
    'pago do título a receber = baixas menos estornos no livro': paidFor('receber'),
    'pago do título a pagar = baixas menos estornos no livro': paidFor('pagar'),
  },
  lock: async (ctx, _entry, { kind, ids }) => ({
    kind,
    titles: await loadWhere(ctx, KINDS[kind].resource, 'id', ids, { lock: true }),
  }),
  add: (ctx, rows, { kind, titles: locked }) => {
    const { resource, column } = KINDS[kind]
    const changed = locked.map(({ id, vSaldo, vPago }) => {
      const own = rows.filter((row) => Number(row[column]) === id)
      const moved = sum(own.map((row) => String(row.valor)))
      const paid = sum(own.filter((row) => PAYING.has(row.evento)).map((row) => String(row.valor)))
      return { id, vSaldo: decimal(vSaldo).plus(moved).toFixed(2), vPago: decimal(vPago).minus(paid).toFixed(2) }
    })
    return patchRows(ctx, resource, changed)
  },
  tell: tellTitles,
  undo: async (ctx, entry) => {
    for (const kind of ['receber', 'pagar'] as const) {
      await oweAgain(ctx, entry, kind)
      await cancelOpened(ctx, entry, kind)
    }
  },
})

function openedFor(kind: TitleKind): string {
  const { resource, column } = KINDS[kind]
  return `select count(*) from ${resource.name} t
    where t."vDup" <> coalesce((select sum(m.valor) from movimento_financeiro m where m.${column} = t.id and m.evento = 'abertura'), 0)`
}

function paidFor(kind: TitleKind): string {
  const { resource, column } = KINDS[kind]
  return `select count(*) from ${resource.name} t
    where t."vPago" <> -coalesce((select sum(m.valor) from movimento_financeiro m where m.${column} = t.id and m.evento in ('baixa', 'estorno')), 0)`
}

/** What a step settled is owed again. */
async function oweAgain(ctx: Ctx, entry: Lancamento, kind: TitleKind): Promise<void> {
  const { resource, column } = KINDS[kind]
  const name = sql.raw(`m.${column}`)
  const settled = await rowsOf(
    ctx,
    sql`select ${name} as id, m.evento = 'devolucao' as devolvido, -sum(m.valor) as valor from movimento_financeiro m
        where m.lancamento_id = ${entry.id} and m.evento in ('baixa', 'estorno', 'devolucao') and ${name} is not null
        group by 1, 2 having sum(m.valor) <> 0 order by 1`,
  )
  if (settled.length === 0) return
  const ids = [...new Set(settled.map((row) => Number(row.id)))]
  const before = new Map<number, Title>()
  const stored = await titleLedger.post(ctx, entry, { kind, ids }, ({ titles: locked }) => {
    for (const one of locked) before.set(one.id, one)
    return settled.flatMap((row) => {
      const title = before.get(Number(row.id))
      const evento = row.devolvido === true ? 'devolucao' : 'estorno'
      return title ? [eventOf(kind, title, { evento, valor: String(row.valor) })] : []
    })
  })
  await audit(
    ctx,
    stored.map((record) => ({ resource, record, before: before.get(record.id), acao: 'estorno' })),
  )
}

const eventOf = (kind: TitleKind, title: Title, event: { evento: string; valor: string }): Row => ({
  [KINDS[kind].column]: title.id,
  ...event,
})

/** Cancels the titles that a step opened. Throws 400 `paid` when one has been paid, in whole or in part. */
async function cancelOpened(ctx: Ctx, entry: Lancamento, kind: TitleKind): Promise<void> {
  const { resource, column } = KINDS[kind]
  const name = sql.raw(`m.${column}`)
  const found = await rowsOf(
    ctx,
    sql`select distinct ${name} as id from movimento_financeiro m where m.lancamento_id = ${entry.id} and m.evento = 'abertura' and ${name} is not null`,
  )
  if (found.length === 0) return
  const ids = found.map((row) => Number(row.id))
  const before = new Map<number, Title>()
  const settled = await titleLedger.post(ctx, entry, { kind, ids }, (locked) => {
    if (locked.titles.some((one) => decimal(one.vPago).cmp(ZERO) > 0))
      throw new ApiError(400, 'paid', 'Há parcelas com baixa: estorne as baixas antes de cancelar.')
    const open = locked.titles.filter((one) => one.dhCancelamento === null)
    for (const one of open) before.set(one.id, one)
    return open.map((one) =>
      eventOf(kind, one, { evento: 'cancelamento', valor: ZERO.minus(decimal(one.vSaldo)).toFixed(2) }),
    )
  })
  const dhCancelamento = ctx.clock.now()
  const changed = await updateRows(
    ctx,
    resource,
    settled.filter((one) => before.has(one.id)).map(({ id }) => ({ id, dhCancelamento })),
  )
  await audit(
    ctx,
    changed.map((record) => ({ resource, record, before: before.get(record.id), acao: 'cancela' })),
  )
  if (changed[0]) await announce(ctx, resource, changed[0].id)
}
