import { type SQL, sql } from 'drizzle-orm'
import { formatCurrency } from '../../core/br/number'
import type { CreditKind } from '../../core/fields/financeiro/credito'
import { type Amount, decimal, type Decimal, sum, ZERO } from '../../core/money/decimal'
import type { Lancamento } from '../documents/lancamento'
import { ledger, type Posting } from '../documents/ledger'
import { type Ctx, rowsOf } from '../platform/context'
import { audit } from '../platform/engine/audit'
import { columnList } from '../platform/engine/columns'
import { intArray } from '../platform/engine/query'
import { announce, insertRows, patchRows, typed, updateRows } from '../platform/engine/write'
import { ApiError } from '../platform/errors'
import { type RecordOf, resourceNamed, type Row } from '../platform/resource'
import { clienteCredito, movimentoCredito } from './creditos'
import { tellCredits } from './tell-credits'

type Credit = RecordOf<typeof clienteCredito>

/** A credit that is given: its amount as decimal text. */
export interface NewCredit {
  readonly cliente_id: number
  readonly tipo: CreditKind
  readonly vCredito: string
  readonly dValidade?: string | null
  readonly motivo?: string | null
}

/** What takes credit away: spent on what is bought, paid out, or run out. */
export interface Spending {
  readonly cliente_id: number
  readonly valor: Amount
  readonly evento: 'uso' | 'reembolso'
  /** This credit alone; else the customer's own, those first that run out first. */
  readonly credito_id?: number
}

/** What a step does to the credits of customers. */
export const credits = {
  /** Gives a credit, with its first ledger row; nothing where it is worth nothing. Answers its number. */
  open:
    (given: NewCredit): Posting<number | undefined> =>
    async (ctx, entry) => {
      if (decimal(given.vCredito).sign() <= 0) return undefined
      const { documento, documento_id, empresa_id } = entry
      const [opened] = await insertRows(ctx, clienteCredito, [{ ...given, documento, documento_id, empresa_id }])
      if (!opened) throw new Error('The credit was not stored.')
      const [stored] = await creditLedger.post(ctx, entry, { ids: [opened.id] }, (locked) =>
        locked.map((one) => eventOf(one, 'concessao', decimal(one.vCredito))),
      )
      await audit(ctx, stored ? [{ resource: clienteCredito, record: stored, before: undefined, acao: 'create' }] : [])
      await announce(ctx, clienteCredito, opened.id)
      return opened.id
    },

  /** Takes an amount of the customer's credits that are still good today. Throws 400 `no_credit`, telling what there is. */
  spend:
    ({ cliente_id, valor, evento, credito_id }: Spending): Posting =>
    async (ctx, entry) => {
      const wanted = decimal(valor)
      if (wanted.sign() <= 0) return
      const keys: Keys = credito_id === undefined ? { cliente_id } : { ids: [credito_id] }
      await creditLedger.post(ctx, entry, keys, (locked) => {
        const good = goodOn(locked, ctx.clock.today())
        const there = sum(good.map((one) => one.vSaldo))
        if (there.lt(wanted)) throw notEnough(there, wanted)
        return taken(good, wanted).map(({ credit, part }) => eventOf(credit, evento, part.neg()))
      })
    },

  /** What is left of credits whose day has passed is worth nothing any more. */
  expire:
    (ids: readonly number[]): Posting =>
    async (ctx, entry) => {
      await creditLedger.post(ctx, entry, { ids }, (locked) =>
        locked
          .filter((one) => decimal(one.vSaldo).sign() > 0)
          .map((one) => eventOf(one, 'vencimento', decimal(one.vSaldo).neg())),
      )
    },
}

const notEnough = (there: Decimal, wanted: Decimal) =>
  new ApiError(
    400,
    'no_credit',
    `Crédito insuficiente: o cliente tem ${formatCurrency(there.toFixed(2))}, e são ${formatCurrency(wanted.toFixed(2))}.`,
  )

const NEVER = '9999-12-31'

/** Those that can be spent on a day, in the order in which they are: what runs out first goes first. */
function goodOn(locked: readonly Credit[], today: string): Credit[] {
  const day = ({ dValidade }: Credit) => dValidade ?? NEVER
  return locked
    .filter((one) => decimal(one.vSaldo).sign() > 0 && day(one) >= today)
    .toSorted((a, b) => (day(a) === day(b) ? a.id - b.id : day(a) < day(b) ? -1 : 1))
}

function taken(good: readonly Credit[], wanted: Decimal): { readonly credit: Credit; readonly part: Decimal }[] {
  let left = wanted
  return good.flatMap((credit) => {
    const part = left.lt(credit.vSaldo) ? left : decimal(credit.vSaldo)
    left = left.minus(part)
    return part.isZero() ? [] : [{ credit, part }]
  })
}

const eventOf = ({ id, cliente_id }: Credit, evento: string, valor: Decimal): Row => ({
  credito_id: id,
  cliente_id,
  evento,
  valor: valor.toFixed(2),
})

/** Some credits, or all of a customer that hold something. */
type Keys = { readonly ids: readonly number[] } | { readonly cliente_id: number }

const keysOf = (keys: Keys, empresa_id: number): SQL =>
  'ids' in keys
    ? sql`t.id = any (${intArray(keys.ids)}::int[])`
    : sql`t.empresa_id = ${empresa_id} and t.cliente_id = ${keys.cliente_id} and t."vSaldo" > 0`

/** What is owed to customers, to be spent here. A credit is the sum of its rows. */
export const creditLedger = ledger<Keys, readonly Credit[], readonly Credit[]>({
  name: 'creditos',
  rows: movimentoCredito,
  balances: [
    {
      rule: 'saldo do crédito = soma do livro',
      table: clienteCredito,
      of: { credito_id: 'id' },
      sums: { vSaldo: 'valor' },
    },
  ],
  comesToNothing: ['valor'],
  proofs: {
    'valor do crédito = concessão no livro': `select count(*) from cliente_credito t where t."vCredito" <>
      coalesce((select sum(m.valor) from movimento_credito m where m.credito_id = t.id and m.evento = 'concessao'), 0)`,
    'crédito: nunca abaixo de zero, nem acima do que foi dado': `select count(*) from cliente_credito where "vSaldo" < 0 or "vSaldo" > "vCredito"`,
    'livro creditos: cada linha é do cliente do seu crédito': `select count(*) from movimento_credito m
      join cliente_credito t on t.id = m.credito_id where t.cliente_id <> m.cliente_id or t.empresa_id <> m.empresa_id`,
  },
  // Always by their number: two that spend of one customer wait for one another.
  lock: async (ctx, entry, keys) => {
    const rows = await rowsOf(
      ctx,
      sql`select ${columnList(clienteCredito, 't')} from cliente_credito t where ${keysOf(keys, entry.empresa_id)} order by t.id for update`,
    )
    return rows.map((row) => typed(clienteCredito, row))
  },
  add: (ctx, rows, locked) => {
    const sums = new Map(locked.map((one) => [one.id, decimal(one.vSaldo)]))
    for (const row of rows) {
      const id = Number(row.credito_id)
      sums.set(id, (sums.get(id) ?? ZERO).plus(String(row.valor)))
    }
    return patchRows(
      ctx,
      clienteCredito,
      [...sums].map(([id, saldo]) => ({ id, vSaldo: saldo.toFixed(2) })),
    )
  },
  tell: tellCredits,
  undo,
})

/**
 * Undoes what a step did: what it gave is cancelled, what it spent is given back to the credits that it came from. Throws 400 `credit_used`, naming
 * what used it, where a credit that it gave is no longer whole.
 */
async function undo(ctx: Ctx, entry: Lancamento): Promise<void> {
  const moved = await rowsOf(
    ctx,
    sql`select credito_id, sum(valor)::text as valor, bool_or(evento = 'concessao') as dado from movimento_credito
        where lancamento_id = ${entry.id} group by 1 having sum(valor) <> 0 or bool_or(evento = 'concessao') order by 1`,
  )
  if (moved.length === 0) return
  const given = new Set(moved.filter((row) => row.dado === true).map((row) => Number(row.credito_id)))
  const net = new Map(moved.map((row) => [Number(row.credito_id), decimal(String(row.valor))]))
  const before = new Map<number, Credit>()
  const settled = await creditLedger.post(ctx, entry, { ids: [...net.keys()] }, async (locked) => {
    const used = locked.find((one) => given.has(one.id) && !decimal(one.vSaldo).eq(net.get(one.id) ?? ZERO))
    if (used) throw await usedBy(ctx, used)
    for (const one of locked) if (given.has(one.id)) before.set(one.id, one)
    return locked.flatMap((one) => {
      const back = (net.get(one.id) ?? ZERO).neg()
      return back.isZero() ? [] : [eventOf(one, given.has(one.id) ? 'cancelamento' : 'estorno', back)]
    })
  })
  const gone = settled.filter((one) => given.has(one.id) && one.dhCancelamento === null)
  const changed = await updateRows(
    ctx,
    clienteCredito,
    gone.map(({ id }) => ({ id, dhCancelamento: ctx.clock.now() })),
  )
  await audit(
    ctx,
    changed.map((record) => ({
      resource: clienteCredito,
      record,
      before: before.get(record.id),
      acao: 'cancela',
    })),
  )
  if (settled[0]) await announce(ctx, clienteCredito, settled[0].id)
}

const MOST_NAMED = 5

/** A credit that cannot be taken back, and by what it was used. */
async function usedBy(ctx: Ctx, { id }: Credit): Promise<ApiError> {
  const rows = await rowsOf(
    ctx,
    sql`select n.documento, n.documento_id, sum(m.valor) as valor from movimento_credito m join lancamento n on n.id = m.lancamento_id
        where m.credito_id = ${id} and m.evento <> 'concessao' and n."dhDesfeito" is null
        group by 1, 2 having sum(m.valor) <> 0 order by max(m.id) limit ${MOST_NAMED}`,
  )
  const names = rows.map(
    (row) =>
      `${resourceNamed(String(row.documento)).title} nº ${Number(row.documento_id)} (${formatCurrency(decimal(String(row.valor)).abs().toFixed(2))})`,
  )
  return new ApiError(400, 'credit_used', `O crédito nº ${id} já foi usado: ${names.join('; ')}. Desfaça o uso antes.`)
}
