import { sql } from 'drizzle-orm'
import { decimal, ZERO } from '../../core/money/decimal'
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
}

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
  },
  lock: async (ctx, _entry, { kind, ids }) => ({
    kind,
    titles: await loadWhere(ctx, KINDS[kind].resource, 'id', ids, { lock: true }),
  }),
  add: (ctx, rows, { kind, titles: locked }) => {
    const { resource, column } = KINDS[kind]
    const sums = new Map(locked.map((one) => [one.id, decimal(one.vSaldo)]))
    for (const row of rows) {
      const id = Number(row[column])
      sums.set(id, (sums.get(id) ?? ZERO).plus(decimal(String(row.valor))))
    }
    return patchRows(
      ctx,
      resource,
      [...sums].map(([id, sum]) => ({ id, vSaldo: sum.toFixed(2) })),
    )
  },
  tell: tellTitles,
  undo: async (ctx, entry) => {
    for (const kind of ['receber', 'pagar'] as const) await cancelOpened(ctx, entry, kind)
  },
})

function openedFor(kind: TitleKind): string {
  const { resource, column } = KINDS[kind]
  return `select count(*) from ${resource.name} t
    where t."vDup" <> coalesce((select sum(m.valor) from movimento_financeiro m where m.${column} = t.id and m.evento = 'abertura'), 0)`
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
